/*
 * A page with Trusted Types forbids `DOMParser` and `innerHTML` in every world and in every document that belongs to it. It permits what is
 * in this file, because the browser removes all that could run.
 */

/** The types of TypeScript lack these. An empty sanitizer removes nothing that could not run. */
declare const Document: { parseHTML(html: string, options: { sanitizer: object }): Document }
interface SafeElement extends Element {
  setHTML(html: string, options: { sanitizer: object }): void
}

/** Returns a document that runs and loads nothing. */
export const createInert = (title: string): Document => document.implementation.createHTMLDocument(title)

/** Returns a document that runs and loads nothing, with this content. */
export const parseInert = (html: string): Document => Document.parseHTML(html, { sanitizer: {} })

/** Lets libraries write `innerHTML` in this world, which the page does not see. */
export const permitHtml = (): void => {
  Object.defineProperty(Element.prototype, 'innerHTML', {
    ...Object.getOwnPropertyDescriptor(Element.prototype, 'innerHTML'),
    set(this: SafeElement, html: string) {
      this.setHTML(html, { sanitizer: {} })
    },
  })
}
