import { downloadZip } from 'client-zip'
import type { RequestView } from '../../../lib/schema/requests.ts'
import { toLocalPath } from '../results/result-file.ts'
import { filesOf, type ResultFile, toOutcomeCsv } from './outcome.ts'

/** How many files are fetched at the same time. */
const parallel = 6

export interface ZipProgress {
  /** Called with the number of files so far, of all. */
  onFile(done: number, total: number): void
  signal: AbortSignal
}

interface Zip {
  blob: Blob
  /** Files that had expired, or were deleted. */
  missing: number
}

/** Fetches the results of a batch and returns them as one archive, with a table of all requests. The browser keeps large blobs on disk. */
export const zipResults = async (requests: readonly RequestView[], progress: ZipProgress): Promise<Zip> => {
  const files = requests.flatMap(filesOf)
  let missing = 0
  async function* entries() {
    yield { name: 'results.csv', input: toOutcomeCsv(requests) }
    let done = 0
    for await (const { name, input } of fetchAll(files, progress.signal)) {
      progress.onFile(++done, files.length)
      if (input) yield { name, input }
      else missing += 1
    }
  }
  const blob = await downloadZip(entries()).blob()
  progress.signal.throwIfAborted()
  return { blob, missing }
}

/** Fetches some files ahead, and yields them in their order. */
async function* fetchAll(files: readonly ResultFile[], signal: AbortSignal) {
  const ahead: Promise<{ name: string; input: Blob | undefined }>[] = []
  for (const file of files) {
    const fetched = fetchOne(file, signal)
    // It is awaited later.
    fetched.catch(() => {})
    ahead.push(fetched)
    if (ahead.length >= parallel) yield await (ahead.shift() as (typeof ahead)[number])
  }
  for (const fetched of ahead) yield await fetched
}

const fetchOne = async ({ name, file }: ResultFile, signal: AbortSignal) => {
  const response = await fetch(toLocalPath(file), { signal, credentials: 'omit' })
  if (response.ok) return { name, input: await response.blob() }
  if (response.status === 404) return { name, input: undefined }
  throw new Error(`A result could not be fetched: status ${response.status}.`)
}
