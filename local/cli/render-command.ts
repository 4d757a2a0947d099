import { mkdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { ClientSettings } from '../../clients/typescript/src/index.ts'
import { createClient } from '../../clients/typescript/src/index.ts'
import type { RenderOperationId } from '../../lib/schema/operations.ts'
import { UsageError } from '../accounts/usage-error.ts'
import type { Environment } from './connection.ts'
import { type MadeFile, renderHere, renderThere, withFormatOf } from './made-files.ts'
import { createLocalRenderer } from './render-here.ts'
import { readSource } from './source.ts'

interface RenderCommand {
  operation: RenderOperationId
  /** A URL, the path of an HTML file, or `-` for standard input. */
  source: string | undefined
  parameters: Readonly<Record<string, unknown>>
  /** Where the result goes. Standard output by default. */
  output: string | undefined
  /** Without it, this process renders. */
  service: ClientSettings | undefined
  env: Environment
  signal: AbortSignal
  /** Whether standard output is a terminal. */
  isOutTerminal: boolean
}

/** Renders, and writes the result. Returns what was written, or the JSON that the service responded with. */
export const runRender = async (command: RenderCommand): Promise<unknown> => {
  const { operation, output, service, env, signal } = command
  const chosen = withFormatOf(output, operation, command.parameters)
  if (command.isOutTerminal && output === undefined && isFile(operation, chosen))
    throw new UsageError(
      'The result is binary and cannot be shown in a terminal. Name a file with `-o`, or pipe it to a program.',
    )
  const page = await readSource(command.source)
  // Before the render, which may cost a hit.
  if (output !== undefined) await mkdir(dirname(output), { recursive: true })
  const render = { operation, parameters: { ...page, ...chosen }, signal }
  const made = service ? await renderThere(createClient(service), render) : await renderOnce(env, render)
  if (!Array.isArray(made)) return made
  if (output === undefined && operation !== 'snapshot') {
    for (const { bytes } of made) process.stdout.write(bytes)
    return undefined
  }
  return writeAll(made, operation, output ?? 'snapshot')
}

/** Returns whether the result is a file that is no text. A snapshot is a folder. */
const isFile = (operation: RenderOperationId, parameters: RenderCommand['parameters']): boolean =>
  operation !== 'scrape' &&
  operation !== 'snapshot' &&
  parameters['response_type'] !== 'json' &&
  parameters['async'] !== true

const renderOnce = async (env: Environment, render: Parameters<typeof renderHere>[1]) => {
  await using renderer = createLocalRenderer(env)
  return await renderHere(renderer, render)
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
