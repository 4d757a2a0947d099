/** Objects of results in their bucket, and their paths below the public URL. */
export const resultPrefix = 'cache/'

/** Days after which a lifecycle rule deletes the objects below a prefix of the results bucket. */
export const fileLifetimes = [
  // A day more than the longest `cache_ttl`. The exact second is in the file's name and is enforced when the file is read.
  { id: 'cache', prefix: resultPrefix, days: 31 },
  // Options of a queued request. A request is queued for at most 7 h, then the sweep fails it.
  { id: 'inputs', prefix: 'inputs/', days: 3 },
] as const
