/// <reference lib="dom" />

interface Box {
  element: HTMLElement
  height: number
}

/** The layout before the first expansion. */
export interface ScrollerLayout {
  /** The scroller and its ancestors. */
  boxes: Box[]
  /** What is above or below one of them. Headers, footers and sections in percent of an ancestor must not grow with it. */
  neighbours: Box[]
  borderWidth: number
}

/** Remembers in this world how tall the scroller and what surrounds it are, for `expandScroller`. */
export const rememberLayout = (): void => {
  const memory = globalThis as { stillframeScroller?: Element; stillframeLayout?: ScrollerLayout }
  const { stillframeScroller: scroller } = memory
  if (!(scroller instanceof HTMLElement)) return
  const boxes: Box[] = []
  const neighbours: Box[] = []
  const addNeighbours = (element: HTMLElement) => {
    const { top, bottom } = element.getBoundingClientRect()
    for (const other of element.parentNode?.children ?? []) {
      const box = other.getBoundingClientRect()
      const isApart = box.bottom <= top + 1 || box.top >= bottom - 1
      if (other instanceof HTMLElement && isApart)
        neighbours.push({ element: other, height: other.offsetHeight })
    }
  }
  for (let element: Node | null = scroller; element instanceof HTMLElement; ) {
    boxes.push({ element, height: element.offsetHeight })
    addNeighbours(element)
    const { parentNode }: Element = element
    element = parentNode instanceof ShadowRoot ? parentNode.host : parentNode
  }
  const borderWidth = Number.parseFloat(getComputedStyle(scroller).borderBottomWidth)
  memory.stillframeLayout = { boxes, neighbours, borderWidth }
}
