import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hostileRoutes, misbehavingPages, refusedAddresses } from '../../support/hostile-site.ts'
import { type RenderFixture, startRenderFixture } from '../../support/render.ts'

const timeoutMs = 1_500
const graceMs = 5_000

let fixture: RenderFixture
let tls: Server

const fixtureFile = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../fixtures/egress/${name}`, import.meta.url)))

beforeAll(async () => {
  tls = createServer(
    { key: fixtureFile('proxy-key.pem'), cert: fixtureFile('proxy-certificate.pem') },
    (_request, response) => void response.end('x'),
  )
  await new Promise<void>((resolve) => tls.listen(0, '127.0.0.1', resolve))
  fixture = await startRenderFixture(hostileRoutes)
})
afterAll(async () => {
  await fixture[Symbol.asyncDispose]()
  await new Promise((resolve) => tls.close(resolve))
})

/** The code of the error, or `result`. */
const outcomeOf = async (address: string) => {
  const startedMs = Date.now()
  const outcome = await fixture.shoot(address, { timeoutMs }).then(
    () => 'result',
    (error) => error.code ?? error,
  )
  return { outcome, durationMs: Date.now() - startedMs }
}

const assertNextSucceeds = async () => {
  const { picture } = await fixture.shoot('/fine')
  expect(picture.at(200, 150)).toEqual([0, 200, 0, 255])
}

describe("an address that gives no page is the caller's error, in time", () => {
  test.each(refusedAddresses)('%s', async (_name, address, expected) => {
    const { outcome, durationMs } = await outcomeOf(address)
    expect(outcome).toBe(expected)
    expect(durationMs).toBeLessThan(timeoutMs + graceMs)
  })

  test('a certificate that nobody signed', async () => {
    const { port } = tls.address() as AddressInfo
    expect(await outcomeOf(`https://127.0.0.1:${port}/`)).toMatchObject({ outcome: 'tls_error' })
  })
})

describe('a page that misbehaves ends in time, and the next render succeeds', () => {
  test.each(misbehavingPages)('%s', async (_name, address, expected) => {
    const { outcome, durationMs } = await outcomeOf(address)
    expect(expected).toContain(outcome)
    expect(durationMs).toBeLessThan(timeoutMs + graceMs)
    await assertNextSucceeds()
  })
})

test('a caller who goes away ends the render at once', async () => {
  const controller = new AbortController()
  const startedMs = Date.now()
  const rendered = fixture.shoot('/never', { timeoutMs: 30_000 }, controller.signal)
  setTimeout(() => controller.abort(new Error('gone')), 300)
  await expect(rendered).rejects.toThrow('gone')
  expect(Date.now() - startedMs).toBeLessThan(4_000)
  await assertNextSucceeds()
})
