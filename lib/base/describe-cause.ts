/** Matches a URL up to its host if it has credentials. Like the URL parser, it skips every slash and backslash behind the scheme. */
export const urlCredentials = /^((?:https?|wss?|ftp):[/\\]*)[^/?#\\]*@/i

/** Describes an internal error for the log, with its stack. URLs in it lose their credentials and query, and those that are content all. */
export const describeCause = (cause: unknown): string =>
  String(cause instanceof Error ? cause.stack : cause)
    .replace(/\b(data|javascript):\S+/gi, '$1:…')
    .replace(/\b(?:https?|wss?|ftp|file):\S*/gi, (url) =>
      url.replace(urlCredentials, '$1').replace(/[?#].*/, ''),
    )
