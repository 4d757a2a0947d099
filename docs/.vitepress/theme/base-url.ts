/** The URL of the local service, as the code of the pages has it. */
export const writtenBaseUrl = 'http://127.0.0.1:3000'

/** Replaces the URL of the local service in all code by the URL of this service. Copied code then works. */
export const fillBaseUrl = (): void => {
  for (const code of document.querySelectorAll('.vp-doc pre code')) {
    const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const { currentNode: text } = texts
      // Setting the same text again would lay the page out again.
      if (text.nodeValue?.includes(writtenBaseUrl))
        text.nodeValue = text.nodeValue.replaceAll(writtenBaseUrl, location.origin)
    }
  }
}
