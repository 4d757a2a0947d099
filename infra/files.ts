import { shortLifetimeDays, toLifetimePrefix } from '../lib/core/requests/result-name.ts'

/** Objects of results in their bucket, and their paths below the public URL. */
export const resultPrefix = 'cache/'

interface FileLifetime {
  id: string
  prefix: string
  days: number
}

/** Days after which a lifecycle rule deletes the objects below a prefix of the results bucket. */
export const fileLifetimes: readonly FileLifetime[] = [
  // A day more than the longest `cache_ttl`. The exact second is in the file's name and is enforced when the file is read.
  { id: 'cache', prefix: resultPrefix, days: 31 },
  // Where rules overlap, S3 applies the shorter expiration (https://docs.aws.amazon.com/AmazonS3/latest/userguide/lifecycle-conflicts.html).
  ...shortLifetimeDays.map((days) => ({
    id: `cache-${days}`,
    prefix: resultPrefix + toLifetimePrefix(days),
    days,
  })),
  // Options of a queued request, and lists of batches. A request is queued for at most 7 h, then the sweep fails it. A batch drops what waits after two days.
  { id: 'inputs', prefix: 'inputs/', days: 3 },
]
