"""The drawing page: figures made and changed in the browser, judged by the reader of
`cryptagon.spt`.
"""
