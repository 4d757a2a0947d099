/** Matches a URL up to its host if it has credentials. Like the URL parser, it skips every slash and backslash behind the scheme. */
export const urlCredentials = /^(https?:[/\\]*)[^/?#\\]*@/i

/** Describes an internal error for the log, with its stack. URLs in it lose their credentials and query. */
export const describeCause = (cause: unknown): string =>
  String(cause instanceof Error ? cause.stack : cause).replace(/\bhttps?:\S*/gi, (url) =>
    url.replace(urlCredentials, '$1').replace(/[?#].*/, ''),
  )
