/// <reference lib="dom" />

/**
 * Resolves, once an element matches and has a box, with the point to click in viewport coordinates. An element that
 * cannot be hit there is clicked by script immediately, and the result is null.
 */
export const findClickPoint = async (selector: string): Promise<{ x: number; y: number } | null> => {
  const find = () =>
    [...document.querySelectorAll(selector)].find((candidate) => unclobbered(candidate).checkVisibility())
  let element = find()
  while (!element) {
    await new Promise((resolve) => setTimeout(resolve, 50))
    element = find()
  }
  const members = unclobbered(element)
  members.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
  const box = members.getClientRects()[0] ?? members.getBoundingClientRect()
  const x = box.x + box.width / 2
  const y = box.y + box.height / 2
  const hit = document.elementFromPoint(x, y)
  if (hit && (members.contains(hit) || unclobbered(hit).shadowRoot?.contains(element))) return { x, y }
  if (element instanceof HTMLElement) unclobbered(element).click()
  else members.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, view: window }))
  return null
}
