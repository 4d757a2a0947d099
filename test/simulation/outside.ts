import { buffer } from 'node:stream/consumers'
import { BrowserLostError, HostNotFoundError } from '../../lib/base/errors.ts'
import type { Artifact } from '../../lib/core/plan/artifact.ts'
import { isAcknowledged, type ReceiverResponse } from '../../lib/core/requests/receiver-response.ts'
import type { CallReceiver } from '../../lib/egress/call-receiver.ts'
import type { TierName } from '../../lib/schema/tier-features.ts'
import type { Engine, Process } from './engine.ts'
import type { Ledger } from './ledger.ts'
import { type Cloud, type Outside, tiers } from './service.ts'

/** What a page does, by its path. */
export const pages = ['fine', 'fine', 'fine', 'slow', 'missing', 'flaky', 'deadly'] as const

/** What a receiver does, by its path. */
export const receivers = ['fine', 'fine', 'fine', 'flaky', 'slow', 'down', 'gone', 'forgetful'] as const

/** Each kind has a host of its own. */
export const toReceiver = (kind: string): string => `https://${kind}.test/${kind}`

/** What a storage does, by the first segment of the path: of a presigned URL, or its bucket. */
export const storages = ['fine', 'fine', 'fine', 'flaky', 'slow', 'refusing', 'forgetful'] as const

/** What is uploaded to test a storage. */
const isTest = (url: string) => url.endsWith('/stillframe-test.txt')

/** Of the storages with this host, the key is named like the bucket. */
export const storageEndpoint = 'https://storage.test'

type Message = Parameters<CallReceiver>[1]
type Upload = Extract<Message, { bytes: number }>

interface Deps {
  engine: Engine
  cloud: Cloud
  ledger: Ledger
  count(kind: string): void
}

const pathOf = (url: unknown) => new URL(String(url)).pathname.slice(1).split('/')[0] ?? ''

/** Code of a dead process may go on after a timer. What it calls never returns. */
const never = new Promise<never>(() => {})

const concurrencyOf = ({ database }: Cloud, accountId: string): number => {
  const account = database.all('accounts').find(({ id }) => id?.['S'] === accountId)
  return tiers[account?.['plan']?.['S'] as TierName].concurrency
}

/** The file is complete. For a storage of an account, it is signed with the key of its bucket. */
const checkUpload = ({ check }: Ledger, url: string, { headers, bytes }: Upload, file: Buffer) => {
  check(file.length === bytes, () => `${url} has ${file.length} of ${bytes} bytes`)
  const { authorization = '' } = headers
  check(
    !url.startsWith(storageEndpoint) || authorization.includes(`Credential=${pathOf(url)}-key/`),
    () => `${url} is signed with another key: ${authorization}`,
  )
}

/** Pages, receivers and storages, as one process meets them. */
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
    late: () => ({ failure: 'timeout' }),
    gone: () => ({ status: 410 }),
    // It has the message, and its response is lost.
    forgetful: () => (engine.chance(500) ? { status: 200 } : { failure: 'timeout' }),
    refusing: () => ({ status: 403, code: 'AccessDenied' }),
  }

  /** How long a receiver takes, and what it responds. */
  const answer = async (kind: string, durationMs: number) => {
    await engine.sleep(durationMs, process)
    return respond[kind]?.() ?? { status: 404 }
  }
  const durationOf = (kind: string) => (kind === 'slow' ? 14_000 : 10 + engine.random(500))

  const put = async (url: string, message: Upload, limitMs = 15_000): Promise<ReceiverResponse> => {
    const kind = pathOf(url)
    // As the real one responds if the service itself cannot read the file.
    const file = await buffer(message.body).catch(() => undefined)
    if (!file) return { failure: 'connection_failed' }
    checkUpload(ledger, url, message, file)
    engine.note(process.name, () => `${message.method ?? 'PUT'} ${url}`)
    const durationMs = durationOf(kind)
    if (isTest(url)) return answer(kind === 'refusing' ? 'fine' : kind, durationMs)
    const acknowledge = ledger.onPut(url, process, Math.min(durationMs, limitMs))
    const response = await (durationMs > limitMs ? answer('late', limitMs) : answer(kind, durationMs))
    if (isAcknowledged(response)) acknowledge()
    return response
  }

  return {
    async render(_operation, plan) {
      if (!process.isAlive) return never
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
    async post(url, message, limitMs) {
      if (!process.isAlive) return never
      if ('bytes' in message) return put(url, message, limitMs)
      const id = message.headers['webhook-id'] ?? ''
      const kind = pathOf(url)
      const durationMs = durationOf(kind)
      const acknowledge = ledger.onPost(id, process, durationMs)
      engine.note(process.name, () => `POST ${url} ${id}`)
      const response = await answer(kind, durationMs)
      if (isAcknowledged(response)) acknowledge()
      return response
    },
  }
}
