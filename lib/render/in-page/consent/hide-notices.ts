/// <reference lib="dom" />
import type { RecordedChanges } from '../changes.ts'
import { findOverlays, unlockScroll } from '../overlays.ts'
import { findNotices } from './find-notices.ts'

interface World {
  stillframeChanges?: RecordedChanges
}

const hide = (element: HTMLElement) => {
  const styleOf = () => unclobbered(element).getAttribute('style')
  const before = styleOf()
  unclobbered(element).style.setProperty('display', 'none', 'important')
  // Changes inside shadow trees are not observed.
  const { stillframeChanges: changes } = globalThis as World
  if (unclobbered(element).getRootNode() !== document)
    changes?.attributes.set(element, new Map([['style', { before, after: styleOf() }]]))
}

const isBackdrop = (element: HTMLElement) => {
  const { width, height } = unclobbered(element).getBoundingClientRect()
  return (
    (width * height) / (innerWidth * innerHeight) > 0.9 &&
    !/\S/.test(unclobbered(element).textContent) &&
    !unclobbered(element).querySelector('img, video, canvas, iframe, svg')
  )
}

/** Hides consent dialogs that no rule knows, with the layers behind them, and restores scrolling. */
export const hideNotices = (): { hasHidden: boolean; isSuspected: boolean } => {
  const { evident } = findNotices()
  for (const { element } of evident) hide(element)
  if (evident.length > 0) {
    for (const overlay of findOverlays(Number.POSITIVE_INFINITY, true) ?? [])
      if (isBackdrop(overlay)) hide(overlay)
    unlockScroll()
  }
  return { hasHidden: evident.length > 0, isSuspected: findNotices().suspected.length > 0 }
}
