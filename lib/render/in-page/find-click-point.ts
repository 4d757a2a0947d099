/// <reference lib="dom" />

/**
 * Resolves, once an element matches and has a box, with the point to click in viewport coordinates. An element that
 * cannot be hit there is clicked by script at once, and the answer is null.
 */
export const findClickPoint = async (selector: string): Promise<{ x: number; y: number } | null> => {
  const find = () => [...document.querySelectorAll(selector)].find((candidate) => candidate.checkVisibility())
  let element = find()
  while (!element) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    element = find()
  }
  element.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
  const box = element.getClientRects()[0] ?? element.getBoundingClientRect()
  const x = box.x + box.width / 2
  const y = box.y + box.height / 2
  const hit = document.elementFromPoint(x, y)
  if (hit && (element.contains(hit) || hit.shadowRoot?.contains(element))) return { x, y }
  if (element instanceof HTMLElement) element.click()
  else element.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, view: window }))
  return null
}
