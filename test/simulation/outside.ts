import { unmarshall } from '@aws-sdk/util-dynamodb'
import { BrowserLostError, HostNotFoundError } from '../../lib/base/errors.ts'
import type { Artifact } from '../../lib/core/plan/artifact.ts'
import type { ReceiverResponse } from '../../lib/core/requests/receiver-response.ts'
import type { TierName } from '../../lib/schema/tier-features.ts'
import { toRecord } from '../../lib/store/request-items.ts'
import type { Engine, Process } from './engine.ts'
import type { Ledger } from './ledger.ts'
import { type Cloud, type Outside, tiers } from './service.ts'

/** What a page does, by its path. */
export const pages = ['fine', 'fine', 'fine', 'slow', 'missing', 'flaky', 'deadly'] as const

/** What a receiver does, by its path. */
export const receivers = ['fine', 'fine', 'fine', 'flaky', 'slow', 'down', 'gone', 'forgetful'] as const

interface Deps {
  engine: Engine
  cloud: Cloud
  ledger: Ledger
  count(kind: string): void
}

const pathOf = (url: unknown) => new URL(String(url)).pathname.slice(1)

const concurrencyOf = ({ database }: Cloud, accountId: string): number => {
  const account = database.all('accounts').find(({ id }) => id?.['S'] === accountId)
  return tiers[account?.['plan']?.['S'] as TierName].concurrency
}

/** Pages and receivers, as one process meets them. */
export const createOutside = ({ engine, cloud, ledger, count }: Deps, process: Process): Outside => {
  const takeArtifact = (): Artifact => ({
    body: Buffer.from(`text ${engine.random(3)}`),
    contentType: 'text/markdown; charset=utf-8',
    extension: 'md',
    metadata: {},
  })

  const behave: Record<string, () => Promise<void>> = {
    fine: () => engine.sleep(200 + engine.random(5_000), process),
    slow: () => engine.sleep(30_000, process),
    async missing() {
      throw new HostNotFoundError('The host does not exist.')
    },
    async flaky() {
      if (!engine.chance(500)) return
      count('browser lost')
      throw new BrowserLostError('The browser was lost.')
    },
    async deadly() {
      if (!engine.chance(600)) return
      count('render kills its worker')
      process.isAlive = false
      await engine.sleep(0, process)
    },
  }

  const respond: Record<string, () => ReceiverResponse> = {
    fine: () => ({ status: 200 }),
    flaky: () =>
      engine.chance(500) ? { status: 204 } : { status: 503, retryAfter: String(engine.random(4_000)) },
    slow: () => ({ status: 200 }),
    down: () => ({ failure: 'connection_refused' }),
    gone: () => ({ status: 410 }),
    // It has the message, and its response is lost.
    forgetful: () => (engine.chance(500) ? { status: 200 } : { failure: 'timeout' }),
  }

  return {
    async render(_operation, plan) {
      const { url, external_id: accountId } = plan as unknown as { url: string; external_id: string }
      engine.note(process.name, () => `renders ${url.slice(0, 40)}`)
      ledger.assertOpen(accountId, process, 'renders a page')
      const end = ledger.beginRender(accountId, concurrencyOf(cloud, accountId), process)
      const count = () => ledger.renders.set(accountId, (ledger.renders.get(accountId) ?? 0) + 1)
      try {
        await behave[pathOf(url)]?.()
      } catch (error) {
        if (error instanceof HostNotFoundError) count()
        throw error
      } finally {
        end()
      }
      count()
      return takeArtifact()
    },
    async post(url, message) {
      const { id } = JSON.parse(message.body.toString())
      const kind = pathOf(url)
      const durationMs = kind === 'slow' ? 14_000 : 10 + engine.random(500)
      const item = cloud.database.all('requests').find((one) => one['id']?.['S'] === id)
      ledger.onPost(item && toRecord(unmarshall(item as never), engine.nowMs()), process, durationMs)
      engine.note(process.name, () => `POST ${url} ${id}`)
      await engine.sleep(durationMs, process)
      const response = respond[kind]?.() ?? { status: 404 }
      const entry = ledger.entries.get(id)
      if (entry && response.status !== undefined && response.status < 300) entry.acknowledged += 1
      return response
    },
  }
}
