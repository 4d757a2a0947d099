import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { type ClientSettings, StillframeError } from '../../../clients/typescript/src/index.ts'
import type { RenderOperationId } from '../../../lib/schema/operations.ts'
import { UsageError } from '../../accounts/usage-error.ts'
import type { Environment } from '../connection.ts'
import { formatsOf, type MadeFile, writeWhole } from '../made-files.ts'
import { type Progress, toProgressLine } from './progress.ts'
import { type Row, readRows } from './read-rows.ts'

export interface BatchCommand {
  operation: RenderOperationId
  /** A CSV file. */
  list: string | undefined
  /** Of all pages. A row takes its own over them. */
  parameters: Readonly<Record<string, unknown>>
  /** The folder of the results. */
  out: string | undefined
  /** Pages that are rendered at the same time. Undefined for as many as the service decides, or two here. */
  concurrency: number | undefined
  /** Without it, this process renders. */
  service: ClientSettings | undefined
  env: Environment
  signal: AbortSignal
  /** Shows the progress. Undefined if the output is not a terminal. */
  show: ((line: string) => void) | undefined
}

/** What renders rows. Each row ends once: with its files, or with an error. */
export interface Rendering extends Omit<BatchCommand, 'list'> {
  out: string
  /** Every row of the list, with those that have ended before. */
  list: readonly Row[]
  onDone(row: Row, files: readonly MadeFile[]): Promise<void>
  onFailed(row: Row, error: { code: string; message: string }): void
}

export interface BatchOutcome extends Progress {
  failures: { name: string; url: string; code: string; message: string }[]
  /** Why the rest was not rendered, if some pages had failed before. */
  refusal?: { code: string; message: string }
}

/**
 * Renders a list of pages into a folder, on a service as batches. What the folder has already is not rendered again, so the same command
 * goes on after it was stopped, and repeats what failed.
 */
export const runBatch = async (command: BatchCommand): Promise<BatchOutcome> => {
  const { out, service, show } = command
  if (out === undefined) throw new UsageError('stillframe batch urls.csv --out FOLDER')
  const rows = await readRows(command.list)
  const missing = rows.filter(({ name }) => !isDone({ ...command, out }, name))
  const outcome: BatchOutcome = {
    total: rows.length,
    done: rows.length - missing.length,
    failed: 0,
    failures: [],
  }
  const update = () => show?.(toProgressLine(outcome))
  update()
  const rendering: Rendering = {
    ...command,
    out,
    list: rows,
    async onDone({ name }, files) {
      await writeRow(rendering, name, files)
      outcome.done += 1
      update()
    },
    onFailed({ name, parameters }, { code, message }) {
      outcome.failed += 1
      outcome.failures.push({ name, url: parameters['url'] ?? '', code, message })
      update()
    },
  }
  if (missing.length === 0) return outcome
  try {
    if (service) await (await import('./render-there.ts')).renderRowsThere(missing, rendering, service)
    else await (await import('./render-here.ts')).renderRowsHere(missing, rendering)
  } catch (error) {
    if (!(error instanceof StillframeError) || outcome.failed === 0) throw error
    outcome.refusal = { code: error.code, message: error.message }
  }
  return outcome
}

/** A snapshot is a folder. It gets its name when it is complete, as a file does. */
const writeRow = async (
  { out, operation }: Pick<Rendering, 'out' | 'operation'>,
  name: string,
  files: readonly MadeFile[],
) => {
  if (operation !== 'snapshot')
    return Promise.all(files.map((file) => writeWhole(join(out, name + extname(file.name)), file.bytes)))
  const partial = join(out, `.${name}.partial`)
  await rm(partial, { recursive: true, force: true })
  for (const file of files) await writeWhole(join(partial, basename(file.name)), file.bytes)
  await rename(partial, join(out, name))
}

/** Returns whether the folder has the result of a row, in any format. */
const isDone = ({ out, operation }: Pick<Rendering, 'out' | 'operation'>, name: string): boolean =>
  (formatsOf(operation)?.map((format) => `${name}.${format}`) ?? [name]).some((file) =>
    existsSync(join(out, file)),
  )
