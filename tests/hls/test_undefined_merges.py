"""A branch on a merge with any(type) keeps both its ways."""

from cryptagon.hls.cleanup import llvm

# In the first iteration %item is not defined, and the branch on it comes before %due is looked at.
FUNCTION = """
declare i1 @read()
declare void @write(i1)

define void @cg_hardware() {
reset:
  br label %run

run:
  %due = phi i1 [ false, %reset ], [ %due.next, %end ]
  br i1 %due, label %reads, label %behind

reads:
  %given = call i1 @read()
  br label %behind

behind:
  %item = phi i1 [ %given, %reads ], [ undef, %run ]
  br i1 %item, label %adds, label %end

adds:
  br label %end

end:
  %sum = phi i1 [ %due, %adds ], [ false, %behind ]
  %due.next = xor i1 %due, true
  call void @write(i1 %sum)
  br label %run
}
"""


def test_a_branch_on_what_is_not_read_yet_is_no_undefined_behaviour():
    propagated = llvm.run_passes(FUNCTION, [llvm.CONSTANTS])
    assert "@read()" in propagated.partition("define")[2]
    assert "[ undef, %run ]" in propagated
    assert "cg.any" not in propagated
