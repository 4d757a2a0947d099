import { findOverlays } from '../overlays.ts'
import { judgeNotice } from './notice.ts'
import { type Notice, readNotice } from './read-notice.ts'

interface Notices {
  /** Consent dialogs that are nothing else. */
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
  return { evident: all('evident'), suspected: all('suspected') }
}
