import type { Artifact } from '../../lib/core/plan/artifact.ts'
import { compareTexts } from '../../lib/core/watch/compare-texts.ts'
import { compareImages } from '../../lib/render/outputs/screenshot/compare-images.ts'
import { renderRun } from '../../test/support/render/watch-renderer.ts'
import { type FixtureServer, startFixtureServer } from '../../test/support/sites/fixture-server.ts'
import { readResults, writeResults } from '../results.ts'
import { median, round } from '../statistics.ts'
import { seededChanges } from './seeded-changes.ts'
import { createWatchedRoutes, watchedPages } from './watched-pages.ts'

const runs = 50

/** As the documentation recommends for watching. */
const recommended = { format: 'png', stable: true }

/** The default of a task. */
const threshold = 0

const compare = async (before: Artifact, after: Artifact) => {
  if (before.body.equals(after.body)) return 0
  const toImage = ({ body, ignored = [] }: Artifact) => ({ body, ignored })
  return (await compareImages(toImage(before), toImage(after))).ratio
}

interface PageResult {
  runs: number
  falseAlarms: number
  ratioMax: number
  neverStable: number
  medianMs: number
}

/** Renders a page that does not change again and again, each time with what is different in every visit. */
const watchUnchanged = async (site: FixtureServer, index: number, defaults: object): Promise<PageResult> => {
  const page = watchedPages[index]
  if (!page) throw new Error(`There is no page ${index}.`)
  const ratios: number[] = []
  const times: number[] = []
  let neverStable = 0
  let baseline: Artifact | undefined
  for (let run = 0; run < runs; run++) {
    const startMs = performance.now()
    const value = { url: `${site.url}/page-${index}`, ...defaults, ...page.options }
    const artifact = await renderRun('screenshot', value, page.ignored)
    times.push(performance.now() - startMs)
    if (artifact.unstable) neverStable += 1
    if (baseline) ratios.push(await compare(baseline, artifact))
    baseline ??= artifact
  }
  return {
    runs,
    falseAlarms: ratios.filter((ratio) => ratio > threshold).length,
    ratioMax: Math.max(...ratios),
    neverStable,
    medianMs: round(median(times), 0),
  }
}

type Verdict = 'found' | 'no difference'

const judge = (ratio: number): Verdict => (ratio > threshold ? 'found' : 'no difference')

interface ChangeResult {
  kind: string
  what: string
  ratio: number
  page: Verdict
  element: Verdict
  text: Verdict
}

/** Changes one word, one price or one row of pixels, and compares the page, the element that has it, and the text. */
const watchChanged = async (change: (typeof seededChanges)[number]): Promise<ChangeResult> => {
  const [before, after] = [change.html(false), change.html(true)]
  const pair = async (options: object) => {
    const one = await renderRun('screenshot', { html: before, ...recommended, ...options })
    return compare(one, await renderRun('screenshot', { html: after, ...recommended, ...options }))
  }
  const [pageRatio, elementRatio] = [await pair({}), await pair({ selector: change.selector })]
  const site = await startFixtureServer({
    '/before': (_request, response) =>
      void response.writeHead(200, { 'content-type': 'text/html' }).end(before),
    '/after': (_request, response) =>
      void response.writeHead(200, { 'content-type': 'text/html' }).end(after),
  })
  const markdown = async (path: string) => {
    const { body } = await renderRun('scrape', { url: site.url + path, format: 'md' })
    return body.toString()
  }
  const textRatio = compareTexts(await markdown('/before'), await markdown('/after')).ratio
  await site.close()
  return {
    kind: change.kind,
    what: change.what,
    ratio: pageRatio,
    page: judge(pageRatio),
    element: judge(elementRatio),
    text: judge(textRatio),
  }
}

interface Results {
  date?: string
  unchanged: Record<string, PageResult>
  withoutStable: Record<string, PageResult>
  changed: ChangeResult[]
}

const save = async (results: Results) => {
  results.date = new Date().toISOString().slice(0, 10)
  await writeResults('watch', results)
}

const print = (name: string, { falseAlarms, ratioMax, neverStable, medianMs }: PageResult) =>
  process.stdout.write(
    `${name.padEnd(32)} false alarms ${falseAlarms}/${runs - 1}, at most ${ratioMax.toExponential(1)}, never stable ${neverStable}, ${medianMs} ms\n`,
  )

/** `npm run bench watch -- 0-4` runs pages 0 to 4, `changes` the seeded changes, `plain 0-4` the pages without `stable`; by default everything. */
export const runWatchBench = async () => {
  const [what = 'all', span = ''] = process.argv.slice(3)
  const results = await readResults<Results>('watch')
  const [from = 0, to = watchedPages.length - 1] = (what === 'plain' ? span : what)
    .split('-')
    .map(Number)
    .filter((index) => !Number.isNaN(index))
  const isPages = what !== 'changes'
  const site = await startFixtureServer(createWatchedRoutes())
  for (let index = from; isPages && index <= to; index++) {
    const { name = '' } = watchedPages[index] ?? {}
    const isPlain = what === 'plain'
    const result = await watchUnchanged(site, index, isPlain ? { format: 'png' } : recommended)
    results[isPlain ? 'withoutStable' : 'unchanged'][name] = result
    print(name, result)
    await save(results)
  }
  if (what === 'all' || what === 'changes') {
    results.changed = []
    for (const change of seededChanges) {
      const result = await watchChanged(change)
      results.changed.push(result)
      process.stdout.write(`${JSON.stringify(result)}\n`)
    }
  }
  await site.close()
  await save(results)
  // The fixture's browser is shared, and ends with the process.
  process.exit()
}
