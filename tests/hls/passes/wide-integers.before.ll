target datalayout = "e-m:e-p270:32:32-i64:64-i128:128-n8:16:32:64-S128"
