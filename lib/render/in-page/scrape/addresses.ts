import { treeOf } from '../dom.ts'

/** Returns a URL resolved against the base of an element's document. Text that is not a URL is returned unchanged. */
export const toAbsolute = (address: string, element: Element): string => {
  try {
    return new URL(address, treeOf(element).baseURI).href
  } catch {
    return address
  }
}
