import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { compare, measureOneByOne } from '../one-by-one.ts'
import { writeResults } from '../results.ts'
import { createFloor, type Take } from '../screenshot/floor.ts'
import { startPageServer } from '../screenshot/pages.ts'
import { createPdfSystem } from './handler.ts'

const root = join(import.meta.dirname, '..', '..')

const rounds = 12

/** Loads lazy images, which the bare browser would omit, so both print the same document. */
const loadImages = `Promise.all([...document.images].map((image) => {
  image.loading = 'eager'
  return image.decode().catch(() => undefined)
}))`

/** Prints the document as one base64 string, the fastest way that the protocol offers. */
export const takePdf: Take = async (cdp, session) => {
  await cdp.send('Runtime.evaluate', { expression: loadImages, awaitPromise: true }, session)
  const { data } = await cdp.send(
    'Page.printToPDF',
    { paperWidth: 8.5, paperHeight: 11, marginTop: 0, marginRight: 0, marginBottom: 0, marginLeft: 0 },
    session,
  )
  return Buffer.from(String(data), 'base64')
}

/** Compares the service's PDF with the bare browser's, for the same pages in one run. */
export const runPdfBench = async () => {
  const assetsDir = join(root, 'generated')
  const pages = await startPageServer()
  await using floor = await createFloor(tmpdir(), join(assetsDir, 'fonts'), takePdf)
  await using handler = createPdfSystem(assetsDir, tmpdir())
  const times = await measureOneByOne([floor, handler], pages, rounds)
  pages.close()

  const comparison = compare(times, handler.name)
  process.stdout.write(
    `time as a ratio to raw Page.printToPDF (median of ${rounds} rounds a page): ${comparison.ratio.toFixed(2)}   ${JSON.stringify(comparison.pages)}\n`,
  )
  const results = {
    date: new Date().toISOString().slice(0, 10),
    cpus: availableParallelism(),
    rounds,
    oneByOne: { [handler.name]: comparison },
  }
  await writeResults('pdf', results)
}
