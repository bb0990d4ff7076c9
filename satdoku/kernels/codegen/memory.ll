; memcpy, memmove and memset, which LLVM calls for loops that copy: so a library needs no C library.

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
