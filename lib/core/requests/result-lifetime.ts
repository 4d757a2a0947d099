/** A file that somebody is told of outlives the last attempt to tell them (decisions 7.5). */
const announcedSeconds = 48 * 3600

/**
 * Seconds for which a result's file is served.
 * @param isAnnounced whether a record or a webhook names the file: asynchronous requests, and those with a webhook
 */
export const fileSeconds = (cacheTtlSeconds: number, isAnnounced: boolean): number =>
  isAnnounced ? Math.max(cacheTtlSeconds, announcedSeconds) : cacheTtlSeconds

/** Whether a file that is there already may be announced. */
export const outlivesAnnouncement = (expires: number, nowSeconds: number): boolean =>
  expires - nowSeconds >= announcedSeconds
