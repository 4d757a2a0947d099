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
  const siblingsOf = (element: HTMLElement) => {
    const { parentNode } = unclobbered(element)
    return parentNode ? unclobbered(parentNode).children : []
  }
  const addNeighbours = (element: HTMLElement) => {
    const { top, bottom } = unclobbered(element).getBoundingClientRect()
    for (const other of siblingsOf(element)) {
      const box = unclobbered(other).getBoundingClientRect()
      const isApart = box.bottom <= top + 1 || box.top >= bottom - 1
      if (other instanceof HTMLElement && isApart)
        neighbours.push({ element: other, height: unclobbered(other).offsetHeight })
    }
  }
  for (let element: Node | null = scroller; element instanceof HTMLElement; ) {
    boxes.push({ element, height: unclobbered(element).offsetHeight })
    addNeighbours(element)
    const { parentNode }: { parentNode: ParentNode | null } = unclobbered(element)
    element = parentNode instanceof ShadowRoot ? parentNode.host : parentNode
  }
  const borderWidth = Number.parseFloat(getComputedStyle(scroller).borderBottomWidth)
  memory.stillframeLayout = { boxes, neighbours, borderWidth }
}
