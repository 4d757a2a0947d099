import type { FiltersEngine } from '@ghostery/adblocker'
import type { CDPSession } from 'puppeteer-core'
import { until } from '../../../base/timers.ts'
import { limitsMs } from '../../../core/plan/budgets.ts'
import type { RenderPlan } from '../../../core/plan/render-plan.ts'
import { noteExpired, noteFault, type RenderReport } from '../../../core/telemetry/render-report.ts'
import type { PageSession } from '../../browser/page-session.ts'
import { noteUnlessGone } from '../../page/best-effort.ts'
import { followFrames } from '../../page/follow-targets.ts'
import type { World } from '../../page/world.ts'
import type { Annoyances } from './annoyances.ts'
import { awaitSearch } from './await-search.ts'
import { toOutcome } from './consent-outcome.ts'
import type { ConsentMessage, Evaluation } from './consent-phase.ts'
import type { ConsentSource } from './consent-source.ts'
import { type ConsentTracker, createConsentTracker } from './consent-tracker.ts'
import { cosmeticStyles, type UsedNames } from './cosmetic-styles.ts'
import { frameScript } from './frame-script.ts'
import { createFrameSearches } from './frame-searches.ts'
import { type FrameWorld, openFrameWorlds } from './frame-worlds.ts'

/**
 * Resolves when the consent dialog is declined or known to be absent, and its remains are hidden, at the latest after `capMs`. Requires that
 * the DOM is ready. Call it in parallel with the other waits. A page without a dialog takes a tenth of the 0.5 s that it takes with the
 * machine's clock (`bench/results/consent.json`).
 */
type AwaitConsent = (capMs: number, world: World) => Promise<void>

type FrameMessage = ConsentMessage | ({ type: 'names'; isFirst: boolean } & UsedNames)

type Watched = Pick<RenderReport, 'consent' | 'consentPlatform' | 'faults' | 'waitsExpired'>

/**
 * Declines consent dialogs (`cookies_banner`) and hides the boxes of advertisements (`ads`) in the page and all its frames, in a world
 * that the page's scripts cannot see. Must be called before the page navigates. Ends with the page.
 *
 * @param isClockLeft leaves the page the machine's clock
 */
export const startConsent = async (
  session: PageSession,
  plan: { block: Pick<RenderPlan['block'], 'annoyances'> },
  annoyances: Annoyances,
  report: Watched,
  isClockLeft = false,
): Promise<AwaitConsent> => {
  const wanted = new Set(plan.block.annoyances)
  const consent = wanted.has('cookies_banner') ? annoyances.consent() : undefined
  const ads = wanted.has('ads') ? annoyances.engine('ads') : undefined
  if (!consent && !ads) return async () => undefined

  const note = noteUnlessGone(report, 'consent')
  const tracker = createConsentTracker(note)
  const searches = createFrameSearches()
  const script = frameScript(session.scripts.frames, {
    hasConsent: consent !== undefined,
    hasCosmetics: ads !== undefined,
  })
  const receive = (message: unknown, frame: FrameWorld) => {
    const known = message as FrameMessage
    if (known.type === 'names') return ads && hideAds(ads, known, frame)
    tracker.note(known, () => frame.run('0'))
    searches.note(known, frame)
    return consent && reply(known, frame, consent, tracker, session.cdp)
  }
  const open = (cdp: CDPSession) => openFrameWorlds(cdp, script, receive, note)
  // Puppeteer has enabled the domains of the page, but not yet those of the frame.
  const setUp = (frame: CDPSession) =>
    Promise.all([frame.send('Runtime.enable'), frame.send('Page.enable'), open(frame)])
  followFrames(session.cdp, setUp, note)
  await open(session.cdp)
  if (!consent) return async () => undefined
  return async (capMs, world) => {
    const endsMs = performance.now() + capMs
    const hasEnded = await awaitSearch(session.frames.time, world, tracker, searches, { capMs, isClockLeft })
    // A page that navigates away, or makes these functions fail, is captured as it is.
    const tidied = tidy(world, annoyances, consent, tracker).catch((error: unknown) => {
      noteFault(report, 'consent', error)
      return undefined
    })
    const tidiness = await until(tidied, Math.max(limitsMs.consent.tidy, endsMs - performance.now()))
    const { phase, found } = tracker
    report.consent = toOutcome({
      phase,
      answer: found.answer,
      hasEnded: hasEnded && tidiness !== undefined,
      hasHidden: tidiness?.hasHidden ?? false,
      isSuspected: tidiness?.isSuspected ?? false,
    })
    if (found.platform !== undefined) report.consentPlatform = found.platform
    if (!hasEnded || !tidiness) noteExpired(report, 'consent')
  }
}

type Session = Pick<CDPSession, 'send'>

/** A button in a dialog must not lead back to the blank page of the tab. Scripts cannot prevent it. */
const forgetBlankPage = async (cdp: Session) => {
  const { entries, currentIndex } = await cdp.send('Page.getNavigationHistory')
  if (currentIndex === 1 && entries[0]?.url === 'about:blank') await cdp.send('Page.resetNavigationHistory')
}

const reply = (
  message: ConsentMessage,
  frame: FrameWorld,
  source: ConsentSource,
  tracker: ConsentTracker,
  cdp: Session,
) => {
  if (message.type === 'init') void frame.run(source.begin(message))
  if (message.type === 'suspected') tracker.during(forgetBlankPage(cdp).then(() => frame.run(source.page)))
  if (message.type === 'evals') tracker.during(evaluateAll(message.evals, frame))
}

/** What the page's own scripts return is not trusted. An expression that throws is false, as in the library. */
const evaluateAll = async (evals: readonly Evaluation[], frame: FrameWorld) => {
  const values = await frame.runInPage(
    `(async () => {
      const works = [${evals.map(({ code }) => `() => ${code}`)}]
      const values = []
      for (let i = 0; i < works.length; i++) try { values[i] = works[i]() } catch { values[i] = false }
      for (let i = 0; i < works.length; i++) try { values[i] = await values[i] ? 1 : 0 } catch { values[i] = 0 }
      return values
    })()`,
  )
  const answers = evals.map(({ id }, index) => ({
    type: 'evalResp',
    id,
    result: Array.isArray(values) && values[index] === 1,
  }))
  await frame.run(
    answers.map((answer) => `void autoconsentReceiveMessage(${JSON.stringify(answer)})`).join(';'),
  )
  // Chromium returns before the page has reported what follows from the answers.
  await frame.run('0')
}

const hideAds = (engine: FiltersEngine, names: UsedNames & { isFirst: boolean }, frame: FrameWorld) => {
  const styles = cosmeticStyles(engine, names, names.isFirst)
  if (styles !== '') void frame.run(`addStyles(${JSON.stringify(styles)})`)
}

/**
 * Applies the style sheet of the lists after the search, because a hidden dialog would not be found and declined. Then hides dialogs that
 * no list knows, with a script that few pages need. `undo` undoes the changes before the page's HTML is read.
 */
const tidy = async (
  world: World,
  annoyances: Annoyances,
  { mention }: ConsentSource,
  { phase }: ConsentTracker,
) => {
  const styles = cosmeticStyles(annoyances.engine('cookies_banner'), await world.call('readNames'), true)
  const isHandled = phase === 'done' || phase === 'failed' || phase === 'declining'
  const listed = await world.call('tidyPage', styles, mention, isHandled)
  const { hasHidden, hasMention } = listed
  if (!hasMention) return { hasHidden, isSuspected: false }
  const unknown = await world.callIn(annoyances.noticeScript(), 'hideNotices')
  return { hasHidden: hasHidden || unknown.hasHidden, isSuspected: unknown.isSuspected }
}
