; The number of the best level (`levels.LEVELS`) that an x86-64 processor can run. It uses the
; instructions of the lowest level alone, so it can be asked of any library. The bits are those of
; the x86-64 psABI's levels (gitlab.com/x86-psABIs), and the operating system must save the registers.

define internal i32 @leaf(i32 %leaf, i32 %register) #0 {
  %all = call { i32, i32, i32, i32 } asm sideeffect "cpuid",
    "={ax},={bx},={cx},={dx},{ax},{cx}"(i32 %leaf, i32 0)
  %a = extractvalue { i32, i32, i32, i32 } %all, 0
  %b = extractvalue { i32, i32, i32, i32 } %all, 1
  %c = extractvalue { i32, i32, i32, i32 } %all, 2
  %is_a = icmp eq i32 %register, 0
  %is_b = icmp eq i32 %register, 1
  %b_or_c = select i1 %is_b, i32 %b, i32 %c
  %found = select i1 %is_a, i32 %a, i32 %b_or_c
  ret i32 %found
}
define i64 @satdoku_processor() #0 {
start:
  %highest = call i32 @leaf(i32 0, i32 0)
  %extended = call i32 @leaf(i32 -2147483648, i32 0)
  %has_7 = icmp uge i32 %highest, 7
  %has_extended = icmp ugt i32 %extended, -2147483648
  %can_ask = and i1 %has_7, %has_extended
  br i1 %can_ask, label %ask, label %lowest
ask:
  %one = call i32 @leaf(i32 1, i32 2)
  ; leaf 1, ecx: SSE3 0, SSSE3 9, FMA 12, CMPXCHG16B 13, SSE4.1 19, SSE4.2 20, MOVBE 22, POPCNT 23,
  ; OSXSAVE 27, AVX 28, F16C 29
  %one_ = and i32 %one, 953692673
  %seven = call i32 @leaf(i32 7, i32 1)
  ; leaf 7, ebx: BMI1 3, AVX2 5, BMI2 8
  %seven_ = and i32 %seven, 296
  %far = call i32 @leaf(i32 -2147483647, i32 2)
  ; leaf 0x80000001, ecx: LAHF 0, LZCNT 5
  %far_ = and i32 %far, 33
  %has_one = icmp eq i32 %one_, 953692673
  %has_seven = icmp eq i32 %seven_, 296
  %has_far = icmp eq i32 %far_, 33
  %both = and i1 %has_one, %has_seven
  %three = and i1 %both, %has_far
  br i1 %three, label %saved, label %lowest
saved:
  %pair = call { i32, i32 } asm sideeffect "xgetbv", "={ax},={dx},{cx}"(i32 0)
  %kept = extractvalue { i32, i32 } %pair, 0
  ; XCR0: vectors of 256 bits are saved
  %kept_3 = and i32 %kept, 6
  %saves_3 = icmp eq i32 %kept_3, 6
  br i1 %saves_3, label %at_least_3, label %lowest
at_least_3:
  ; leaf 7, ebx: AVX-512 F 16, DQ 17, CD 28, BW 30, VL 31
  %four_ = and i32 %seven, 3489857536
  %has_four = icmp eq i32 %four_, 3489857536
  ; XCR0: vectors of 512 bits are saved, with masks
  %kept_4 = and i32 %kept, 230
  %saves_4 = icmp eq i32 %kept_4, 230
  %four = and i1 %has_four, %saves_4
  %level = select i1 %four, i64 4, i64 3
  ret i64 %level
lowest:
  ret i64 1
}
attributes #0 = { nounwind "target-cpu"="x86-64" }
