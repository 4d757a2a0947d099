import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { basename, extname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { ClientSettings, RenderedFile, SnapshotDocument } from '../../clients/typescript/src/index.ts'
import { createClient } from '../../clients/typescript/src/index.ts'
import { operations, type RenderOperationId } from '../../lib/schema/operations.ts'
import { parameterOf } from '../../lib/schema/parameters.ts'
import { UsageError } from '../accounts/usage-error.ts'
import { renderHere } from './render-here.ts'

export interface RenderCommand {
  operation: RenderOperationId
  /** A URL, the path of an HTML file, or `-` for standard input. */
  source: string | undefined
  parameters: Record<string, unknown>
  /** Where the result goes. Standard output by default. */
  output: string | undefined
  /** Without it, this process renders. */
  service: ClientSettings | undefined
}

interface MadeFile {
  name: string
  contentType: string
  bytes: Uint8Array
}

/** Renders, and writes the result. Returns what was written, or the JSON that the service responded with. */
export const runRender = async (command: RenderCommand): Promise<unknown> => {
  const { operation, output } = command
  const parameters = { ...(await readSource(command.source)), ...withFormat(command) }
  const made = command.service
    ? await renderThere(command.service, operation, parameters)
    : await renderFilesHere(operation, parameters)
  if (!Array.isArray(made)) return made
  if (output === undefined && operation !== 'snapshot') {
    for (const { bytes } of made) process.stdout.write(bytes)
    return undefined
  }
  return writeAll(made, operation, output ?? 'snapshot')
}

const readSource = async (source: string | undefined): Promise<{ url: string } | { html: string }> => {
  if (source === undefined) throw new UsageError('Name a URL, an HTML file, or - for HTML on standard input.')
  if (source === '-') return { html: await text(process.stdin) }
  if (/\.html?$/i.test(source) && !URL.canParse(source)) return { html: await readFile(source, 'utf8') }
  return { url: URL.canParse(source) && source.includes('://') ? source : `https://${source}` }
}

/** The extension of the file chooses the format, unless the command names one. */
const withFormat = ({ operation, parameters, output }: RenderCommand): Record<string, unknown> => {
  const extension = extname(output ?? '').slice(1)
  const formats = parameterOf(operations[operation].input, 'format')?.schema.enum ?? []
  return formats.includes(extension) ? { format: extension, ...parameters } : parameters
}

const renderThere = async (
  service: ClientSettings,
  operation: RenderOperationId,
  parameters: object,
): Promise<unknown> => {
  const client = createClient(service)
  const render = client[operation] as (options: object) => Promise<unknown>
  const result = await render(parameters)
  if (operation === 'snapshot' && 'outputs' in (result as object)) return download(result as SnapshotDocument)
  if (!Object.hasOwn(result as object, 'headers')) return result
  const file = result as RenderedFile
  return [{ name: operation, contentType: file.contentType, bytes: await file.bytes() }]
}

const download = ({ outputs }: SnapshotDocument): Promise<MadeFile[]> =>
  Promise.all(
    Object.entries(outputs).map(async ([name, { file, content_type: contentType }]) => {
      const response = await fetch(file)
      if (!response.ok) throw new Error(`${name} could not be downloaded: ${response.status}`)
      return { name: name + extname(file), contentType, bytes: new Uint8Array(await response.arrayBuffer()) }
    }),
  )

const renderFilesHere = async (operation: RenderOperationId, parameters: Record<string, unknown>) => {
  const { snapshot, body, contentType } = await renderHere(operation, parameters)
  const parts = snapshot?.parts.map((part) => ({ ...part, name: `${part.output}.${part.extension}` }))
  return (parts ?? [{ name: operation, contentType, body }]).map(
    (part): MadeFile => ({ name: part.name, contentType: part.contentType, bytes: part.body }),
  )
}

const writeAll = async (made: readonly MadeFile[], operation: RenderOperationId, output: string) => {
  const isFolder = operation === 'snapshot'
  if (isFolder) await mkdir(output, { recursive: true })
  return Promise.all(
    made.map(async ({ name, contentType, bytes }) => {
      const file = isFolder ? join(output, basename(name)) : output
      await writeFile(file, bytes)
      return { file, content_type: contentType, bytes: bytes.length }
    }),
  )
}
