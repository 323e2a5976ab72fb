"""Units outside the datapath: what a call of one does, functions that are marked SHARED, and their
calls.
"""
