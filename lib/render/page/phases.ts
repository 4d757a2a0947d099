import type { ConsentOutcome } from '../requests/annoyances/consent-outcome.ts'

/** Phases of a render in the order they happen; their times in ms go to the request's log line and to `metadata_report`. */
export type Phase = 'launch' | 'navigate' | 'wait' | 'settle' | 'capture' | 'encode'

/** Collects the time of each phase and the facts of one render. One per render. */
export interface RenderReport {
  phasesMs: Partial<Record<Phase, number>>
  /** True when this render had to launch the browser. */
  coldBrowser: boolean
  fonts: { awaited: number; missing: number }
  images: { awaited: number; missing: number }
  requests: { made: number; blocked: number; failed: number }
  /** Names of the waits whose cap ran out, e.g. `fonts`, `images`, `consent`, `scroll`. */
  waitsExpired: string[]
  /** What happened to the page's consent dialog; absent unless `block_annoyance` contains `cookies_banner`. */
  consent?: ConsentOutcome
  /** The consent platform whose dialog was found, e.g. `Onetrust`. */
  consentPlatform?: string
  /** Height of the document in CSS pixels when captured. */
  fullHeight?: number
  /** How a video was taken, how many frames it has, and how many of them had to show the picture before. */
  video?: { mode: 'virtual' | 'realtime'; frames: number; skipped: number }
  /** How many pieces the picture was captured in. */
  tiles?: number
}

export const createRenderReport = (): RenderReport => ({
  phasesMs: {},
  coldBrowser: false,
  fonts: { awaited: 0, missing: 0 },
  images: { awaited: 0, missing: 0 },
  requests: { made: 0, blocked: 0, failed: 0 },
  waitsExpired: [],
})

/** Runs `work` and adds its duration to the report under `phase`, also when it throws. */
export const timed = async <T>(report: RenderReport, phase: Phase, work: () => Promise<T>): Promise<T> => {
  const startedMs = performance.now()
  try {
    return await work()
  } finally {
    report.phasesMs[phase] = (report.phasesMs[phase] ?? 0) + Math.round(performance.now() - startedMs)
  }
}
