/** Describes an internal error for the log, with its stack. URLs in it lose their credentials and query. */
export const describeCause = (cause: unknown): string =>
  String(cause instanceof Error ? cause.stack : cause).replace(
    /\b(https?:\/\/)(?:[^\s/?#]*@)?([^\s?#]*)\??[^\s]*/g,
    '$1$2',
  )
