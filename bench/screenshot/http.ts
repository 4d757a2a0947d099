import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { System } from './system.ts'

const root = join(import.meta.dirname, '..', '..')

export interface HttpSystem extends System {
  /** Renders with other options than the comparison's. */
  renderWith(url: string, options: Record<string, string>): Promise<Uint8Array>
}

/** The whole service as `npm start` runs it, in processes of its own, called over HTTP. */
export const createHttp = async (): Promise<HttpSystem> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-service-'))
  const child = spawn(process.execPath, [join(root, 'local', 'start.ts')], {
    cwd: root,
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir, EGRESS_ALLOW: '127.0.0.1', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text) => String(text).includes('Stillframe is ready') && resolve())
    child.once('exit', (code) => reject(new Error(`the service ended with ${code}`)))
  })
  const { baseUrl, accounts } = JSON.parse(await readFile(join(dataDir, 'service.json'), 'utf8'))
  const renderWith: HttpSystem['renderWith'] = async (url, options) => {
    const query = new URLSearchParams({ url, wait_until: 'load', ...options })
    const response = await fetch(`${baseUrl}/v1/screenshot?${query}`, {
      headers: { 'x-access-key': accounts[0].accessKey },
    })
    const body = new Uint8Array(await response.arrayBuffer())
    if (response.status !== 200) throw new Error(`${response.status} ${Buffer.from(body)}`)
    return body
  }
  return {
    name: 'http',
    renderWith,
    render: (url) => renderWith(url, { block_annoyance: 'none' }),
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      await once(child, 'exit')
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
