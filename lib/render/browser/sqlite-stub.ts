import { gunzipSync } from 'node:zlib'

export const sqliteFileName = 'libsqlite3.so.0'

/** `gzip -9n < libsqlite3.so.0 | base64` of the library that `sqlite-stub.c` describes. A test compiles it again and compares. */
const packed = `
  H4sIAAAAAAACA72VvWsUQRTA3+595HLnRzQatBEFwW4xEUQsVBBttNBObNbdvTlucL+yM2dyQjBgEay0sRICQkBQBEEQ7Q5s0thbC/4Ntu7evd
  mdebnEoOBjZx/v92beezOzO/Pkxu2btmWBkhpcgcoCuIZ61NTZJajn71lojfs2YHcZNUwNcxNVjGvq/uNEY/dtMMfZ+xyndAv13Z+y24T9C6aD
  I3lbyNsMVPk7eWvn7XDejubtIPqwBDiG+tCUeGruSuokbw21qvWAtr7FXGa1vvNY314yP66xDqxhxrWQu4S/Q/6qYdbzDflrwpesCf9A+Cnk7w
  n/gXG2CP+CfJPwF8ifkzo3kb8k/CLyZcLXkD8j/BfyNyRvG+t/S3iE/Z+SOA+sYi9mYH3B/O7uYJxPJM515B8JP4vxH5L495CvEX4L+QrhIJZD
  LtkF1+dx1/XDxDcJj6UJJFvVyEAMXckjlgwqyFZZUBo9HjI3SGKZJWEJk5TF7qOl0k4zlnoZ01HGBKtCCsnS0gjCRLDKSsJBFJuVKzaUTFAYJA
  NtSgj5ThR70Y4kxtx7PPZC/rjq1MtYZURplgftlbZkUep2ecYCmWRDCLmPHkckznn4XPxnX//uvTja6yFnzIplnien0VZnx/ea+X1so7+N9gba
  HbRPwH8SR/SFzKTng9P3RB+c7jAWw2iiZQbOeHMc1s/3odi6gnsRD8Dxhfj39B1cI5usm9Jb2rmv/9d17X7oaH61rkrP2dX/bWnj1fqeRJ9N9k
  npDcusl5hwRrtLC1HnudL3Ye/x55DZu93XRFrEXsTc6vwq7+GGeQ/XyHh1H15Gpvzq/FxvTs/XmjKf2pQ61firf5j/b3FUUh0ACQAA
`

/** Returns a shared library that stands in for SQLite. */
export const sqliteStub = (): Buffer => gunzipSync(Buffer.from(packed, 'base64'))
