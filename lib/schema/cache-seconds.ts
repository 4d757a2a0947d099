/** The longest `cache_ttl`, 30 days. No file is kept longer without being copied. */
export const cacheSecondsMax = 30 * 86_400
