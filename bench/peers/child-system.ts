import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { startBenchService } from '../service.ts'
import type { Kind } from './kinds.ts'

/** A system that is called over HTTP and runs in separate processes. */
export interface ChildSystem extends AsyncDisposable {
  name: string
  processId: number
  render(url: string, kind: Kind): Promise<Buffer>
}

const read = async (response: Response) => {
  const body = Buffer.from(await response.arrayBuffer())
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${body.toString().slice(0, 500)}`)
  return body
}

/** Starts one system of `serve.ts`. */
export const startPeer = async (name: string): Promise<ChildSystem> => {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'serve.ts'), name], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const [port] = await Promise.race([
    once(createInterface({ input: child.stdout }), 'line'),
    ended.then(() => Promise.reject(new Error(`${name} ended before it was ready.`))),
  ])
  return {
    name,
    processId: child.pid as number,
    render: async (url, kind) =>
      read(await fetch(`http://127.0.0.1:${port}/${kind}?url=${encodeURIComponent(url)}`)),
    async [Symbol.asyncDispose]() {
      child.stdin.end()
      await ended
    },
  }
}

const paths: Record<Kind, [operation: string, options: Record<string, string>]> = {
  screenshot: ['screenshot', {}],
  full_page: ['screenshot', { full_page: 'true', format: 'png' }],
  pdf: ['pdf', {}],
  html: ['scrape', { format: 'html' }],
}

/** As the peers wait, and without the search for a consent dialog. */
const asPeers = { wait_until: 'load', block_annoyance: 'none' }

/** Starts the complete service. It counts as two systems: with all defaults, and with the options that make it do what the peers do. */
export const startOurs = async (
  dataDir: string,
): Promise<{ defaults: ChildSystem; likePeers: ChildSystem } & AsyncDisposable> => {
  const service = await startBenchService(dataDir)
  const system = (name: string, added: Record<string, string>): ChildSystem => ({
    name,
    processId: service.processId,
    async render(url, kind) {
      const [operation, options] = paths[kind]
      const query = new URLSearchParams({ url, ...options, ...added })
      return read(
        await fetch(`${service.baseUrl}/v1/${operation}?${query}`, {
          headers: { 'x-access-key': service.accessKey },
        }),
      )
    },
    async [Symbol.asyncDispose]() {},
  })
  return {
    defaults: system('Stillframe, all defaults', {}),
    likePeers: system('Stillframe, consent off', asPeers),
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  }
}
