import { gunzipSync } from 'node:zlib'

export const prctlShimName = 'prctl-shim.so'

/** `gzip -9n < prctl-shim.so | base64` of the library that `prctl-shim.c` describes. A test compiles it again and compares. */
const packed = `
  H4sIAAAAAAACA71UP0vDQBR/SVqNLVRtBesg1sEuYtBBKAhSRaUFHcRNhRJrNIW2keQGOykUwX4I934Ex4KL+gFcXLoIih9AnOKlfddejpQ6iL/hfnnv
  3r/cu3dX27s7siQBgwLr0JcAssi3Cq/LQIiuUYh0bMMwGEnZzzDRJc9vhN+P+zkl+Zn5yUP8esUjqyjuv5HTEfg9JrgwCuYFIUUQvL04rbCNRquoH+Vi
  +nBhF0kZCgXDtqtWoWwVdVKyql31kmOWKppjUbPlRD8OX4u7ejhJ14Vjuo7PZemXJ5ve1kfbdd2DXNHNN57v76hiPJxrPORuWrXZfOO77qZJYsN9IrH3
  R2r39dpI1h/dT3mldfRAbWOsf8gh8PeD9fwaZXa2GZQjKKeRo0I8dp2SiX5f+f0p7tw8TCM3JfgX9O6TgBeWX3NMh9hEPwHN1B0TtNNa1alVukxs0Gyj
  rGsXZQIaMS7papiFM1uvGB0LvVIqgnZukY7FHyCKPZEheH7YubJ9VejrJMaQhT4yznF9kzh/FndGmBN2LxinA+aExzzWsin0uRlQ/1hA/jT3pnhoSX5O
  DZhvxouCP5tfcY4H1b+COnnQuydAFeQ1zK0I96/nL/nnRhXq3+LeKn6ukkrw/6sC8748MqjcG/L/Pzef3apIBgAA
`

/** Returns the shared library that Chromium preloads. */
export const prctlShim = (): Buffer => gunzipSync(Buffer.from(packed, 'base64'))
