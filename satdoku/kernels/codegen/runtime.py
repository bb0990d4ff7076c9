"""What every library holds besides kernels, as LLVM's code.

- `satdoku_processor`: the number of the best level (`levels.LEVELS`) that the processor can run.
  It uses the instructions of the lowest level alone, so it can be asked of any library. The bits
  are those of the x86-64 psABI's levels (gitlab.com/x86-psABIs), and the operating system must
  save the registers (XCR0).
- `satdoku_sources`: the digest of the sources, behind `MARK`.
- memcpy, memmove and memset, which LLVM calls for loops that copy: so a library needs no C library.
"""

from __future__ import annotations

from .changed import MARK
from .targets import Platform

#: Bits of CPUID leaf 1, ecx: SSE3, SSSE3, FMA, CMPXCHG16B, SSE4.1, SSE4.2, MOVBE, POPCNT, OSXSAVE,
#: AVX, F16C.
_LEAF_1 = sum(1 << bit for bit in (0, 9, 12, 13, 19, 20, 22, 23, 27, 28, 29))
#: Leaf 7, ebx: BMI1, AVX2, BMI2; and AVX-512 F, DQ, CD, BW, VL.
_LEAF_7 = sum(1 << bit for bit in (3, 5, 8))
_LEAF_7_V4 = sum(1 << bit for bit in (16, 17, 28, 30, 31))
#: Leaf 0x80000001, ecx: LAHF, LZCNT.
_EXTENDED = sum(1 << bit for bit in (0, 5))
#: XCR0: the system saves vectors of 256 bits; and of 512, with masks.
_SAVED, _SAVED_V4 = 0x6, 0xE6

_X86 = f"""
define internal i32 @leaf(i32 %leaf, i32 %register) #0 {{
  %all = call {{ i32, i32, i32, i32 }} asm sideeffect "cpuid",
    "={{ax}},={{bx}},={{cx}},={{dx}},{{ax}},{{cx}}"(i32 %leaf, i32 0)
  %a = extractvalue {{ i32, i32, i32, i32 }} %all, 0
  %b = extractvalue {{ i32, i32, i32, i32 }} %all, 1
  %c = extractvalue {{ i32, i32, i32, i32 }} %all, 2
  %is_a = icmp eq i32 %register, 0
  %is_b = icmp eq i32 %register, 1
  %b_or_c = select i1 %is_b, i32 %b, i32 %c
  %found = select i1 %is_a, i32 %a, i32 %b_or_c
  ret i32 %found
}}
define EXPORTED i64 @satdoku_processor() #0 {{
start:
  %highest = call i32 @leaf(i32 0, i32 0)
  %extended = call i32 @leaf(i32 -2147483648, i32 0)
  %has_7 = icmp uge i32 %highest, 7
  %has_extended = icmp ugt i32 %extended, -2147483648
  %can_ask = and i1 %has_7, %has_extended
  br i1 %can_ask, label %ask, label %lowest
ask:
  %one = call i32 @leaf(i32 1, i32 2)
  %one_ = and i32 %one, {_LEAF_1}
  %seven = call i32 @leaf(i32 7, i32 1)
  %seven_ = and i32 %seven, {_LEAF_7}
  %far = call i32 @leaf(i32 -2147483647, i32 2)
  %far_ = and i32 %far, {_EXTENDED}
  %has_one = icmp eq i32 %one_, {_LEAF_1}
  %has_seven = icmp eq i32 %seven_, {_LEAF_7}
  %has_far = icmp eq i32 %far_, {_EXTENDED}
  %both = and i1 %has_one, %has_seven
  %three = and i1 %both, %has_far
  br i1 %three, label %saved, label %lowest
saved:
  %pair = call {{ i32, i32 }} asm sideeffect "xgetbv", "={{ax}},={{dx}},{{cx}}"(i32 0)
  %kept = extractvalue {{ i32, i32 }} %pair, 0
  %kept_3 = and i32 %kept, {_SAVED}
  %saves_3 = icmp eq i32 %kept_3, {_SAVED}
  br i1 %saves_3, label %at_least_3, label %lowest
at_least_3:
  %four_ = and i32 %seven, {_LEAF_7_V4}
  %has_four = icmp eq i32 %four_, {_LEAF_7_V4}
  %kept_4 = and i32 %kept, {_SAVED_V4}
  %saves_4 = icmp eq i32 %kept_4, {_SAVED_V4}
  %four = and i1 %has_four, %saves_4
  %level = select i1 %four, i64 4, i64 3
  ret i64 %level
lowest:
  ret i64 1
}}
attributes #0 = {{ nounwind "target-cpu"="x86-64" }}
"""

_ARM = """
define EXPORTED i64 @satdoku_processor() { ret i64 1 }
"""

_COPYING = """
define hidden ptr @memcpy(ptr %to, ptr %from, i64 %count) #1 {
start:
  br label %test
test:
  %k = phi i64 [ 0, %start ], [ %next, %copy ]
  %more = icmp ult i64 %k, %count
  br i1 %more, label %copy, label %end
copy:
  %source = getelementptr i8, ptr %from, i64 %k
  %target = getelementptr i8, ptr %to, i64 %k
  %byte = load i8, ptr %source
  store i8 %byte, ptr %target
  %next = add i64 %k, 1
  br label %test
end:
  ret ptr %to
}
define hidden ptr @memmove(ptr %to, ptr %from, i64 %count) #1 {
start:
  %a = ptrtoint ptr %to to i64
  %b = ptrtoint ptr %from to i64
  %apart = sub i64 %a, %b
  %forward = icmp uge i64 %apart, %count
  br i1 %forward, label %as_usual, label %test
as_usual:
  %done = call ptr @memcpy(ptr %to, ptr %from, i64 %count)
  ret ptr %to
test:
  %k = phi i64 [ %count, %start ], [ %last, %copy ]
  %more = icmp ne i64 %k, 0
  br i1 %more, label %copy, label %end
copy:
  %last = sub i64 %k, 1
  %source = getelementptr i8, ptr %from, i64 %last
  %target = getelementptr i8, ptr %to, i64 %last
  %byte = load i8, ptr %source
  store i8 %byte, ptr %target
  br label %test
end:
  ret ptr %to
}
define hidden ptr @memset(ptr %to, i32 %item, i64 %count) #1 {
start:
  %byte = trunc i32 %item to i8
  br label %test
test:
  %k = phi i64 [ 0, %start ], [ %next, %set ]
  %more = icmp ult i64 %k, %count
  br i1 %more, label %set, label %end
set:
  %target = getelementptr i8, ptr %to, i64 %k
  store i8 %byte, ptr %target
  %next = add i64 %k, 1
  br label %test
end:
  ret ptr %to
}
attributes #1 = { nounwind "no-builtins" }
"""

#: What the loader of Windows calls first.
_WINDOWS = """
define i32 @DllMainCRTStartup(ptr %library, i32 %reason, ptr %reserved) { ret i32 1 }
"""


def runtime(target: Platform, digest: str) -> str:
    """All of it; digest: of the sources, in ASCII."""
    exported = "dllexport" if target.is_windows else ""
    size = len(MARK) + len(digest)
    text = (_X86 if target.name.endswith("x86_64") else _ARM).replace("EXPORTED", exported)
    text += _COPYING + (_WINDOWS if target.is_windows else "")
    return text + f'@satdoku_sources = {exported} constant [{size} x i8] c"{MARK}{digest}"\n'
