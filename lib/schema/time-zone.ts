import names from './time-zone-names.json' with { type: 'json' }

/**
 * The zones and links of the IANA time zone database (release 2025b, `Factory` left out), in its own spelling. Intl accepts more,
 * such as `PST` or any case, which other consumers of a name refuse.
 */
export const timeZoneNames: readonly string[] = names

/**
 * Returns the name of a zone for EventBridge Scheduler. Links without a region, such as `EST` and `ROC`, are missing in
 * some runtimes' databases, so their zone is named instead. The times are the same.
 */
export const toScheduleZone = (name: string): string =>
  name.includes('/') || name === 'UTC' || name === 'GMT'
    ? name
    : new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
