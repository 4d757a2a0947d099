import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { compare, measureOneByOne } from '../one-by-one.ts'
import { writeResults } from '../results.ts'
import { createFloor, type Take } from '../screenshot/floor.ts'
import { startPageServer } from '../screenshot/pages.ts'
import { createScrapeSystems } from './handler.ts'

const root = join(import.meta.dirname, '..', '..')

const rounds = 12

/** Reads the document's HTML, the fastest way that the protocol offers. */
export const takeHtml: Take = async (cdp, session) => {
  const { result } = await cdp.send(
    'Runtime.evaluate',
    { expression: 'document.documentElement.outerHTML', returnByValue: true },
    session,
  )
  return Buffer.from((result as { value: string }).value)
}

/** Compares the service's HTML and Markdown with the bare browser's `outerHTML`, for the same pages in one run. */
export const runScrapeBench = async () => {
  const assetsDir = join(root, 'generated')
  const pages = await startPageServer()
  await using floor = await createFloor(tmpdir(), join(assetsDir, 'fonts'), takeHtml)
  await using ours = createScrapeSystems(assetsDir, tmpdir())
  const times = await measureOneByOne([floor, ...ours.all], pages, rounds)
  pages.close()

  const oneByOne = Object.fromEntries(ours.all.map(({ name }) => [name, compare(times, name)]))
  process.stdout.write(`time relative to raw outerHTML (median of ${rounds} rounds for each page)\n`)
  for (const [name, { ratio, pages }] of Object.entries(oneByOne))
    process.stdout.write(`  ${name.padEnd(22)} ${ratio.toFixed(2)}   ${JSON.stringify(pages)}\n`)
  const results = {
    date: new Date().toISOString().slice(0, 10),
    cpus: availableParallelism(),
    rounds,
    oneByOne,
  }
  await writeResults('scrape', results)
}
