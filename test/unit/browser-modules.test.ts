import { webcrypto } from 'node:crypto'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { createSignature, signAddress } from '../../lib/core/access/signature.ts'
import type * as signedContent from '../../lib/core/access/signed-content.ts'
import type * as crontabs from '../../lib/core/tasks/cron/crontab.ts'
import type * as nextRuns from '../../lib/core/tasks/cron/next-runs.ts'
import type * as operations from '../../lib/schema/operations.ts'
import { toCursor } from '../../lib/schema/requests.ts'

/*
 * The dashboard runs these modules in a browser. Here they run in a context that has what a browser has, and nothing of Node.
 */

const modules = [
  'lib/schema/operations.ts',
  'lib/core/options/describe-issue.ts',
  'lib/core/access/signed-content.ts',
  'lib/core/tasks/cron/crontab.ts',
  'lib/core/tasks/cron/next-runs.ts',
]

const { outputFiles } = await build({
  stdin: {
    contents: modules.map((file) => `export * from './${file}'`).join('\n'),
    resolveDir: join(import.meta.dirname, '../..'),
  },
  bundle: true,
  platform: 'browser',
  format: 'iife',
  globalName: 'shared',
  write: false,
})

const web = { URL, URLSearchParams, TextEncoder, TextDecoder, atob, btoa }

type Shared = typeof signedContent & typeof crontabs & typeof nextRuns & typeof operations

const shared: Shared = runInContext(`${outputFiles[0]?.text}; shared`, createContext(web))

test('options are validated without Node, with the size of HTML and the cursor of a list', () => {
  const { screenshot, list_requests } = shared.operations
  expect(screenshot.input.safeParse({ html: '<p>é' })).toMatchObject({ success: true })
  const tooLarge = screenshot.input.safeParse({ html: 'é'.repeat(3_000_000) })
  expect(tooLarge.error?.issues[0]?.message).toContain('not 6000000 bytes')
  expect(list_requests.input.safeParse({ cursor: toCursor('0198a3c2') })).toMatchObject({ success: true })
  expect(list_requests.input.safeParse({ cursor: 'abc' })).toMatchObject({ success: false })
})

test('the next runs of a crontab are computed without Node', () => {
  const { crontab } = shared.parseCrontab('0 9 * * 1-5')
  if (!crontab) throw new Error('The crontab was refused.')
  const search = { timeZone: 'Europe/Berlin', afterMs: Date.UTC(2026, 10, 21), count: 1 }
  expect(shared.nextRuns(crontab, search)).toEqual([Date.UTC(2026, 10, 23, 8)])
})

const signWithWebCrypto = async (secretKey: string, content: string | Uint8Array) => {
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const encoder = new TextEncoder()
  const key = await webcrypto.subtle.importKey('raw', encoder.encode(secretKey), algorithm, false, ['sign'])
  const bytes = typeof content === 'string' ? encoder.encode(content) : new Uint8Array(content)
  return Buffer.from(await webcrypto.subtle.sign('HMAC', key, bytes)).toString('hex')
}

test('a link and a body signed with WebCrypto have the signatures that the service expects', async () => {
  const address = 'https://api.example.com/v1/screenshot?url=https%3A%2F%2Fexample.com%2F%C3%A9#top'
  for (const version of [1, 2] as const) {
    const { content, withSignature } = shared.prepareLink(address, { version, expires: 1_893_456_000 })
    expect(withSignature(await signWithWebCrypto('key', content))).toBe(
      signAddress(address, 'key', { version, expires: 1_893_456_000 }),
    )
  }
  const body = new TextEncoder().encode('{"name":"é"}')
  const signed = shared.toSignedContent(2, { method: 'PATCH', path: '/v1/tasks/1', content: body })
  expect(await signWithWebCrypto('key', signed)).toBe(
    createSignature('key', 'PATCH /v1/tasks/1\n{"name":"é"}'),
  )
})
