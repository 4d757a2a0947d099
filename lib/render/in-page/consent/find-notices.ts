import { isIn } from '../dom.ts'
import { findOverlays } from '../overlays.ts'
import { judgeNotice } from './notice.ts'
import { type Notice, readNotice } from './read-notice.ts'

interface Notices {
  /** Consent dialogs that are nothing else. None is inside another. */
  evident: readonly Notice[]
  /** What may be one. */
  suspected: readonly Notice[]
}

/** Finds the consent dialogs that the page shows. */
export const findNotices = (limitMs = Number.POSITIVE_INFINITY): Notices => {
  const overlays = findOverlays(limitMs) ?? []
  const judged = overlays.map((overlay) => {
    const notice = readNotice(overlay)
    return { notice, verdict: judgeNotice(notice) }
  })
  const all = (wanted: string) =>
    judged.filter(({ verdict }) => verdict === wanted).map(({ notice }) => notice)
  const evident = all('evident')
  const isOutermost = ({ element }: Notice) =>
    !evident.some((other) => other.element !== element && isIn(other.element, element))
  return { evident: evident.filter(isOutermost), suspected: all('suspected') }
}
