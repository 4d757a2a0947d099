/// <reference lib="dom" />

/** Size of the content in CSS pixels, also where it is smaller than the viewport, and how many elements there are. */
export const measurePrint = (): { width: number; height: number; elements: number } => {
  const root = document.documentElement
  const elements = document.querySelectorAll('*')
  const width = root.scrollWidth
  const scrolled = Math.max(root.scrollHeight, document.body?.scrollHeight ?? 0)
  if (scrolled > innerHeight) return { width, height: scrolled, elements: elements.length }
  let bottom = root.getBoundingClientRect().bottom
  for (const element of elements) {
    if (element === root) continue
    const box = element.getBoundingClientRect()
    if (box.height > 0 && getComputedStyle(element).position !== 'fixed')
      bottom = Math.max(bottom, box.bottom)
  }
  return { width, height: Math.ceil(bottom + scrollY), elements: elements.length }
}
