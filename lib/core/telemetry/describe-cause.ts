/** What went wrong on our side, for the log: with its stack, and a URL in it without credentials and query. */
export const describeCause = (cause: unknown): string =>
  String(cause instanceof Error ? cause.stack : cause).replace(
    /\b(https?:\/\/)(?:[^\s/?#]*@)?([^\s?#]*)\??[^\s]*/g,
    '$1$2',
  )
