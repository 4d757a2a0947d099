/** Returns Unix seconds, in which records and messages state times. */
export const toSeconds = (ms: number): number => Math.floor(ms / 1000)
