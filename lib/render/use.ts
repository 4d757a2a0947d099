import type { RenderPlan } from '../core/plan/render-plan.ts'

/**
 * What a render makes of its page: `image` of the window, `whole` images that show more of the page, a print on `paper`, the `text` of its
 * document, or a `video`.
 */
export type Use = 'image' | 'whole' | 'paper' | 'text' | 'video'

/** What a use implies for the page. */
export interface Needs {
  /** The part of the page that has to be complete. */
  area: 'window' | 'page'
  /** Whether the frames of the page are seen. Otherwise nothing of them is rasterized. */
  isSeen: boolean
  /** Whether fonts, and images that are no elements of the document, change the result. */
  hasStyle: boolean
  /** Whether the page is recorded while it runs. It then keeps the machine's clock until it is ready, and its actions are part of the video. */
  isRecorded: boolean
}

const implied: Record<Use, Needs> = {
  image: { area: 'window', isSeen: true, hasStyle: true, isRecorded: false },
  whole: { area: 'page', isSeen: true, hasStyle: true, isRecorded: false },
  paper: { area: 'page', isSeen: false, hasStyle: true, isRecorded: false },
  text: { area: 'window', isSeen: false, hasStyle: false, isRecorded: false },
  video: { area: 'window', isSeen: true, hasStyle: true, isRecorded: true },
}

/** Returns what a use implies. Two parameters extend what a text needs. */
export const needsOf = (
  use: Use,
  { metadata, captureBeyondViewport }: Pick<RenderPlan, 'metadata'> & { captureBeyondViewport?: boolean },
): Needs =>
  use === 'text'
    ? { ...implied.text, hasStyle: metadata.fonts, area: captureBeyondViewport ? 'page' : 'window' }
    : implied[use]
