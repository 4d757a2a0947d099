import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startBenchService } from '../service.ts'
import type { System } from '../system.ts'

export interface HttpSystem extends System {
  /** Renders with options that differ from the comparison's. */
  renderWith(url: string, options: Record<string, string>): Promise<Uint8Array>
}

/** The complete service, called over HTTP. */
export const createHttp = async (): Promise<HttpSystem> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'bench-service-'))
  const service = await startBenchService(dataDir)
  const renderWith: HttpSystem['renderWith'] = async (url, options) => {
    const query = new URLSearchParams({ url, wait_until: 'load', ...options })
    const response = await fetch(`${service.baseUrl}/v1/screenshot?${query}`, {
      headers: { 'x-access-key': service.accessKey },
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
      await service[Symbol.asyncDispose]()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
