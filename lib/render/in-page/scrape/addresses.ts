/// <reference lib="dom" />

/** Returns a URL resolved against the document's base. Text that is not a URL is returned unchanged. */
export const toAbsolute = (address: string): string => {
  try {
    return new URL(address, document.baseURI).href
  } catch {
    return address
  }
}
