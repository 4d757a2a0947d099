import type { ConsentOutcome } from '../../lib/core/telemetry/render-report.ts'
import { startConsent } from '../../lib/render/blocking/annoyances/start-consent.ts'
import { createWorld } from '../../lib/render/page/world.ts'
import { type AnnoyanceFixture, startAnnoyanceFixture } from '../../test/support/render/annoyance-fixture.ts'
import { bannerSite } from '../../test/support/sites/banner-site.ts'
import { consentManagers } from '../../test/support/sites/consent-managers/consent-managers.ts'
import { timeMs } from '../one-by-one.ts'
import { writeResults } from '../results.ts'
import { median, round } from '../statistics.ts'

const delaysMs = [0, 300, 1000]

/** Pages that have no dialog. Every other page has one. */
const plainRounds = 20

interface Search {
  consent: ConsentOutcome | undefined
  isGone: boolean
  ms: number
}

/** Searches a page, and returns whether its dialog has closed when the page would be captured. */
const search = (fixture: AnnoyanceFixture, path: string, isClockLeft: boolean): Promise<Search> => {
  const url = `http://www.news.test${path}`
  return fixture.render(url, { annoyances: ['cookies_banner'] }, async (session, plan, report) => {
    const awaitConsent = await startConsent(session, plan, fixture.annoyances, report, isClockLeft)
    await session.page.goto(url, { waitUntil: 'domcontentloaded' })
    const ms = await timeMs(() => awaitConsent(2500, createWorld(session)))
    const isGone = await session.page.evaluate(() =>
      [...document.querySelectorAll('[data-banner], [data-banner] *')].every((element) => {
        const { width, height } = element.getBoundingClientRect()
        return width * height === 0 || !element.checkVisibility({ opacityProperty: true })
      }),
    )
    return { consent: report.consent, isGone, ms: Math.round(ms) }
  })
}

const searchBothWays = async (fixture: AnnoyanceFixture, path: string) => ({
  machineClock: await search(fixture, path, true),
  movedClock: await search(fixture, path, false),
})

type Both = Awaited<ReturnType<typeof searchBothWays>>

const describe = ({ isGone, consent, ms }: Search) =>
  `${isGone ? '' : 'VISIBLE '}${consent} ${ms} ms`.padEnd(22)

const summarize = (all: readonly Both[], clock: keyof Both) => ({
  gone: all.filter((both) => both[clock].isGone).length,
  answered: all.filter((both) => both[clock].consent === 'declined').length,
  medianMs: round(median(all.map((both) => both[clock].ms)), 0),
})

/** Returns what became of each manager's dialog at each delay. */
const toOutcomes = (managers: Readonly<Record<string, Record<number, Both>>>) => {
  const outcomes = (ofManager: Record<number, Both>, clock: keyof Both) =>
    Object.values(ofManager).map(({ [clock]: { consent, isGone } }) => (isGone ? consent : 'visible'))
  return Object.fromEntries(
    Object.entries(managers).map(([name, ofManager]) => [
      name,
      { machineClock: outcomes(ofManager, 'machineClock'), movedClock: outcomes(ofManager, 'movedClock') },
    ]),
  )
}

export const runConsentBench = async () => {
  await using fixture = await startAnnoyanceFixture(bannerSite)
  const managers: Record<string, Record<number, Both>> = {}
  for (const name of Object.keys(consentManagers)) {
    const ofManager: Record<number, Both> = {}
    for (const delay of delaysMs)
      ofManager[delay] = await searchBothWays(fixture, `/self/${encodeURIComponent(name)}?delay=${delay}`)
    managers[name] = ofManager
    const cells = Object.values(ofManager).map(
      ({ machineClock, movedClock }) => `${describe(machineClock)} > ${describe(movedClock)}`,
    )
    process.stdout.write(`${name.padEnd(20)} ${cells.join('| ')}\n`)
  }
  const plain: Both[] = []
  for (let i = 0; i < plainRounds; i++) plain.push(await searchBothWays(fixture, '/plain'))

  const all = Object.values(managers).flatMap((ofManager) => Object.values(ofManager))
  const summary = {
    searches: all.length,
    machineClock: {
      ...summarize(all, 'machineClock'),
      withoutDialogMs: summarize(plain, 'machineClock').medianMs,
    },
    movedClock: { ...summarize(all, 'movedClock'), withoutDialogMs: summarize(plain, 'movedClock').medianMs },
  }
  process.stdout.write(`${JSON.stringify(summary, null, 2)}\n`)
  const date = new Date().toISOString().slice(0, 10)
  await writeResults('consent', { date, summary, outcomes: toOutcomes(managers) })
  // The fixture's browser is shared, and ends with the process.
  process.exit()
}
