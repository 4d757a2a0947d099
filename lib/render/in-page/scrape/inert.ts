/// <reference lib="dom" />

/** Returns a document that runs and loads nothing. It has the base URL of this document. */
export const createInert = (title: string): Document => {
  const inert = new DOMParser().parseFromString('<!doctype html>', 'text/html')
  inert.title = title
  return inert
}
