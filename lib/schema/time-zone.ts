/** Whether this is the name of a zone of the IANA database. */
export const isTimeZone = (name: string): boolean => {
  try {
    // Intl also takes offsets such as `+01:00`, which are not names.
    return /^[A-Za-z]/.test(name) && Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}

/**
 * Whether a zone's name is written as the database has it, which EventBridge Scheduler insists on and Intl does not: every part
 * begins with a capital letter, and where Intl knows the zone under this very name, in this spelling.
 */
export const isExactTimeZone = (name: string): boolean => {
  if (!isTimeZone(name) || !name.split('/').every((part) => /^[A-Z]/.test(part))) return false
  const known = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  return known === name || known.toLowerCase() !== name.toLowerCase()
}
