import { describeCause } from '../../base/describe-cause.ts'
import type { Incomplete } from '../../schema/incomplete.ts'
import type { Hit } from '../access/open-hits.ts'
import type { RefusalReason } from '../network/address-policy.ts'
import { type BlockedTargets, countBlockedTargets } from '../network/blocked-targets.ts'

/** Phases of a render in the order they happen. Their times in ms are in the log line of the request and in `metadata_report`. */
type Phase = 'launch' | 'navigate' | 'wait' | 'settle' | 'capture' | 'encode'

/**
 * What happened to the page's consent dialog. `none`: the page showed none. `hidden`: hidden without a choice. `suspected`: an element
 * that may be a dialog, or something else, is visible. `failed`: found, but neither declined in time nor hidden, so it may be visible.
 * `unknown`: the search did not end, in time or because of an error, and nothing was hidden.
 */
export type ConsentOutcome = 'none' | 'declined' | 'accepted' | 'hidden' | 'suspected' | 'failed' | 'unknown'

/** The barriers between a page that breaks out of its renderer and the rest. docs/operate/security.md describes it. */
export interface Isolation {
  /** `namespaces`: Chromium's whole sandbox. `seccomp`: only its filters of system calls. */
  sandbox: 'namespaces' | 'seccomp' | 'none'
  /** Why there is no sandbox. */
  reason?: string | undefined
  /** Whether other processes of the same user can read neither the environment nor the memory of this one. */
  nodeHidden: boolean
}

/** Collects the time of each phase and the facts of one render. */
export interface RenderReport {
  phasesMs: Partial<Record<Phase, number>>
  /** Whether this render launched the browser. */
  coldBrowser: boolean
  /** The version of Chromium that rendered. */
  browser?: string
  /** Of the process that rendered. */
  isolation?: Isolation
  /**
   * Why the page was rendered a second time. `clock`: it waited for its clock, which the service moves, in a loop. `browser`: the browser
   * was lost.
   */
  repeated?: 'clock' | 'browser'
  fonts: { awaited: number; missing: number }
  images: { awaited: number; missing: number }
  /** `made` and `failed` are counted only if the render follows its requests (`followsRequests`). */
  requests: { made: number; blocked: number; failed: number }
  /** Names of the waits that reached their limit, for example `fonts`, `images`, `consent`, `scroll`. */
  waitsExpired: string[]
  /** The parts of the page that the result lacks. */
  incomplete: Incomplete[]
  /** The first parameter that exceeded `timeout`, if the page was rendered nevertheless (`on_timeout`). */
  timeout?: string
  /** Absent unless `block_annoyance` contains `cookies_banner`. */
  consent?: ConsentOutcome
  /** The consent platform whose dialog was found, for example `Onetrust`. */
  consentPlatform?: string
  /** Height of the document in CSS pixels when captured. */
  fullHeight?: number
  /**
   * How a video was recorded, its number of frames, how many of them repeat the frame before, and how much of the page's own time had
   * passed when the recording began.
   */
  video?: { mode: 'virtual' | 'realtime'; frames: number; skipped: number; startedMs: number }
  /** The parts that `only_main_content` returned and left out. */
  mainContent?: {
    /** Where the content comes from: the article that was found, an element of the page, or all of its body. */
    part: 'article' | 'main' | 'body'
    words: number
    omittedWords: number
    /** The largest parts that were left out, as element and id or class. */
    omitted: { element: string; words: number }[]
  }
  /** For the log only. The caller must not learn which addresses exist. Absent if the page tried to reach nothing internal. */
  blockedTargets?: BlockedTargets
  /** For the log only: errors that did not end the render, with their stacks. */
  faults?: string[]
  /** Whether the request has a record, so it needs no entry in the log of requests. */
  isRecorded?: boolean
  /** The hit of a render that its page made fail, if it counts. */
  countedFailure?: Hit
  /**
   * How a screenshot was captured. `frame`: as the image of a frame that the service drew. `command`: by Chromium's own command, which
   * draws several frames: for everything except a viewport at scale 1.
   */
  captureMode?: 'frame' | 'command'
  /** Number of pieces that the image was captured in. */
  tiles?: number
}

/** Returns the empty report of one render. */
export const createRenderReport = (): RenderReport => ({
  phasesMs: {},
  coldBrowser: false,
  fonts: { awaited: 0, missing: 0 },
  images: { awaited: 0, missing: 0 },
  requests: { made: 0, blocked: 0, failed: 0 },
  waitsExpired: [],
  incomplete: [],
})

/** Adds a wait that reached its limit to the report, which names each wait once. */
export const noteExpired = ({ waitsExpired }: Pick<RenderReport, 'waitsExpired'>, wait: string): void => {
  if (!waitsExpired.includes(wait)) waitsExpired.push(wait)
}

/** Adds a part of the page that the result lacks to the report, which names each part once for each reason. */
export const noteIncomplete = (
  { incomplete }: Pick<RenderReport, 'incomplete'>,
  part: Incomplete['part'],
  reason: Incomplete['reason'],
): void => {
  if (!incomplete.some((known) => known.part === part && known.reason === reason))
    incomplete.push({ part, reason })
}

/** The same part may fail for each request or frame of a page. */
const faultsMax = 10

/** Adds an error that does not end the render to its log line, which names each error once. */
export const noteFault = (report: Pick<RenderReport, 'faults'>, part: string, error: unknown): void => {
  const { faults = [] } = report
  const fault = `${part}: ${describeCause(error)}`
  if (faults.length < faultsMax && !faults.includes(fault)) report.faults = [...faults, fault]
}

/** Adds the internal targets that the page tried to reach to the report. */
export const noteBlockedTargets = (
  report: RenderReport,
  denied: readonly { reason: RefusalReason }[],
): void => {
  const blocked = countBlockedTargets(denied)
  if (blocked) report.blockedTargets = blocked
}
