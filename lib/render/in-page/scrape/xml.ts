import { isHtml, unclobbered } from '../dom.ts'

/** Chromium shows XML without a style sheet in a page that contains the source. */
const viewerSource = 'webkit-xml-viewer-source-xml'

/** Returns the source of an XML document that the browser shows as a tree or as text, or undefined for every other document. */
export const readXml = (): string | undefined => {
  if (!/[/+]xml$/.test(document.contentType)) return undefined
  const source = document.getElementById(viewerSource)
  if (!source) return readShownText()
  const serializer = new XMLSerializer()
  const nodes = [...unclobbered(source).childNodes].map((node) => serializer.serializeToString(node))
  return `<?xml version="1.0"?>${nodes.join('')}`
}

const readShownText = (): string | undefined => {
  const body: Element | null = document.body
  const [text, ...others] = body ? unclobbered(body).children : []
  return text && others.length === 0 && isHtml(text, 'pre') ? text.textContent : undefined
}
