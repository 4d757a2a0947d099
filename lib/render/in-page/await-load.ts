/// <reference lib="dom" />

/** Resolves at the document's load event if frames are in view; what is in them is only known to be there then. */
export const awaitLoad = async (isWhole: boolean): Promise<void> => {
  if (document.readyState === 'complete') return
  const isInView = [...document.querySelectorAll('iframe, object, embed, frame')].some((frame) => {
    const { top, bottom, width, height } = frame.getBoundingClientRect()
    return width > 1 && height > 1 && (isWhole || (bottom > 0 && top < innerHeight))
  })
  if (isInView) await new Promise((resolve) => addEventListener('load', resolve, { once: true }))
}
