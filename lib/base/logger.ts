type Fields = Readonly<Record<string, unknown>>

/** Object first, then a constant message. Never keys, cookies, authorization values, signatures, page content, or a URL's credentials and query. */
export interface Logger {
  info(fields: Fields, message: string): void
  warn(fields: Fields, message: string): void
  error(fields: Fields, message: string): void
}

export const silentLogger: Logger = { info() {}, warn() {}, error() {} }
