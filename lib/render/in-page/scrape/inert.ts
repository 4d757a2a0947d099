/// <reference lib="dom" />

/** A document that runs and loads nothing. Its base is that of this one. */
export const createInert = (title: string): Document => {
  const inert = new DOMParser().parseFromString('<!doctype html>', 'text/html')
  inert.title = title
  return inert
}
