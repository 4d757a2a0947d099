import { isHtml, matchesOf, unclobbered } from './dom.ts'

/** Resolves once the frames in view, or in the whole page, have loaded. Includes open shadow trees. */
export const awaitFrames = async (isWhole: boolean): Promise<void> => {
  const isShown = (frame: Element) => {
    const { top, bottom, width, height } = unclobbered(frame).getBoundingClientRect()
    const isInView = bottom > 0 && top < innerHeight
    // A lazy frame below the viewport does not load until it is scrolled into view.
    const canLoad = isInView || (isWhole && !(isHtml(frame, 'iframe') && frame.loading === 'lazy'))
    return width > 1 && height > 1 && canLoad
  }
  const shownFrames = () => [...matchesOf('iframe, object, embed, frame')].filter(isShown)
  // The load of an `object` is only visible in the load of the document.
  if (document.readyState !== 'complete' && shownFrames().length > 0)
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
  const isLoading = (frame: Element): frame is HTMLIFrameElement => {
    if (!isHtml(frame, 'iframe')) return false
    const { contentDocument, src } = frame
    // Documents of other sites are inaccessible. They have replaced the empty first document, so they have arrived.
    if (!contentDocument) return false
    const isFirst = contentDocument.URL === 'about:blank' && /^https?:/.test(src) && !frame.srcdoc
    return isFirst || contentDocument.readyState !== 'complete'
  }
  const loads = shownFrames()
    .filter(isLoading)
    .map((frame) => new Promise((resolve) => frame.addEventListener('load', resolve, { once: true })))
  await Promise.all(loads)
}
