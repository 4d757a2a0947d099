import { mkdir, rename, writeFile } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import type { Client, RenderedFile, SnapshotDocument } from '../../clients/typescript/src/index.ts'
import { operations, type RenderOperationId } from '../../lib/schema/operations.ts'
import { parameterOf } from '../../lib/schema/parameters.ts'
import { UsageError } from '../accounts/usage-error.ts'
import type { LocalRenderer } from './render-here.ts'

/** One file of a result. A snapshot has several. */
export interface MadeFile {
  /** With its extension, for a snapshot also its output. */
  name: string
  contentType: string
  bytes: Uint8Array
}

export interface Render {
  operation: RenderOperationId
  parameters: Readonly<Record<string, unknown>>
  signal: AbortSignal
}

/** Renders in this process. */
export const renderHere = async (
  renderer: LocalRenderer,
  { operation, parameters, signal }: Render,
): Promise<MadeFile[]> => {
  const { snapshot, body, contentType, extension } = await renderer.render(operation, parameters, signal)
  return snapshot
    ? snapshot.parts.map((part) => ({
        name: `${part.output}.${part.extension}`,
        contentType: part.contentType,
        bytes: part.body,
      }))
    : [{ name: `${operation}.${extension}`, contentType, bytes: body }]
}

/** Renders on a service. Returns its JSON, if the parameters ask for that. */
export const renderThere = async (
  client: Client,
  { operation, parameters, signal }: Render,
): Promise<MadeFile[] | object> => {
  const render = client[operation] as (options: object, call: object) => Promise<object>
  const result = await render(parameters, { signal })
  if (operation === 'snapshot' && 'outputs' in result) return download(result as SnapshotDocument, signal)
  if (!Object.hasOwn(result, 'headers')) return result
  const file = result as RenderedFile
  return [{ name: operation, contentType: file.contentType, bytes: await file.bytes() }]
}

const downloadMs = 60_000

/** Returns the files of a snapshot. */
export const download = ({ outputs }: Pick<SnapshotDocument, 'outputs'>, signal: AbortSignal) =>
  Promise.all(
    Object.entries(outputs).map(([name, { file }]) => downloadFile(file, name + extname(file), signal)),
  )

/** A file of a result could not be read. */
export class DownloadError extends Error {
  /** HTTP status. 0 without a response. */
  readonly status: number

  constructor(name: string, status: number, cause: string) {
    super(`${name} could not be downloaded: ${cause}.`)
    this.status = status
  }
}

export const downloadFile = async (url: string, name: string, signal: AbortSignal): Promise<MadeFile> => {
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(downloadMs)])
  const load = async () => {
    const response = await fetch(url, { signal: inTime })
    return { response, bytes: new Uint8Array(await response.arrayBuffer()) }
  }
  const { response, bytes } = await load().catch((error: Error) => {
    signal.throwIfAborted()
    throw new DownloadError(name, 0, error.message)
  })
  if (!response.ok) throw new DownloadError(name, response.status, String(response.status))
  return { name, contentType: response.headers.get('content-type') ?? '', bytes }
}

/** Writes a file in one step, so what exists is complete. */
export const writeWhole = async (path: string, bytes: Uint8Array): Promise<void> => {
  await mkdir(dirname(path), { recursive: true })
  const partial = join(dirname(path), `.${basename(path)}.${process.pid}`)
  await writeFile(partial, bytes)
  await rename(partial, path)
}

/** Returns the formats that an operation can write, by their extensions. Undefined for a snapshot, which writes a folder. */
export const formatsOf = (operation: RenderOperationId): readonly string[] | undefined =>
  operation === 'snapshot'
    ? undefined
    : (parameterOf(operations[operation].input, 'format')?.schema.enum ?? [operation])

/**
 * Returns the parameters with the format that the extension of a file names, unless they name one.
 * @throws UsageError for an extension that is no format
 */
export const withFormatOf = (
  file: string | undefined,
  operation: RenderOperationId,
  parameters: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => {
  const formats = formatsOf(operation)
  const extension = extname(file ?? '')
    .slice(1)
    .toLowerCase()
  if (!formats || extension === '' || parameters['format'] !== undefined) return parameters
  if (!formats.includes(extension))
    throw new UsageError(
      `-o ${file} ends with .${extension}. ${operations[operation].summary} writes ${formats.join(', ')}.`,
    )
  return formats.length > 1 ? { ...parameters, format: extension } : parameters
}
