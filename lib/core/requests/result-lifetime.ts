/** Announced files are kept until after the final webhook attempt, so a receiver never gets an expired URL. */
const announcedSeconds = 48 * 3600

/**
 * Returns for how many seconds the file of a result is served.
 * @param isAnnounced whether a record or a webhook names the file: asynchronous requests, and those with a webhook
 */
export const fileSeconds = (cacheTtlSeconds: number, isAnnounced: boolean): number =>
  isAnnounced ? Math.max(cacheTtlSeconds, announcedSeconds) : cacheTtlSeconds

/** Returns whether an existing file lives long enough to be announced. */
export const outlivesAnnouncement = (expires: number, nowSeconds: number): boolean =>
  expires - nowSeconds >= announcedSeconds
