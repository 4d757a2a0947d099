import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type OperationsFixture,
  renderOperations,
  rowsFor,
  runnerOf,
  startOperationsFixture,
} from '../../support/service/operations.ts'
import {
  hostileRoutes,
  misbehavingPages,
  refusedAddresses,
  unpredictablePages,
} from '../../support/sites/hostile-site.ts'

/** For pages that never load. */
const shortTimeoutMs = 1_500
const longTimeoutMs = 10_000
const graceMs = 5_000

let fixture: OperationsFixture
let tls: Server

const fixtureFile = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../fixtures/egress/${name}`, import.meta.url)))

beforeAll(async () => {
  tls = createServer(
    { key: fixtureFile('proxy-key.pem'), cert: fixtureFile('proxy-certificate.pem') },
    (_request, response) => void response.end('x'),
  )
  await new Promise<void>((resolve) => tls.listen(0, '127.0.0.1', resolve))
  fixture = await startOperationsFixture(hostileRoutes)
})
afterAll(async () => {
  await fixture[Symbol.asyncDispose]()
  await new Promise((resolve) => tls.close(resolve))
})

const timeoutFor = (expected: string) => (expected === 'page_timeout' ? shortTimeoutMs : longTimeoutMs)

describe.each(renderOperations)('$id', (operation) => {
  const { durationMs, assertFine } = runnerOf(operation)

  /** Returns the code of the error, or `result`. Fails if the error is one of the service, or comes late. */
  const outcomeOf = async (url: string, timeoutMs = shortTimeoutMs) => {
    const startedMs = Date.now()
    const outcome: unknown = await fixture.render(operation, { url, timeout: timeoutMs / 1000 }).then(
      () => 'result',
      (error) => (error.statusCode === 400 ? error.code : error),
    )
    expect(Date.now() - startedMs).toBeLessThan(timeoutMs + durationMs + graceMs)
    expect(outcome).toEqual(expect.any(String))
    return outcome
  }

  const assertNextSucceeds = async () => {
    const { body, contentType } = await fixture.render(operation, { url: '/fine' })
    expect(operation.produces).toContain(contentType)
    await assertFine(body)
  }

  describe('a URL that returns no page is rejected with 400, in time', () => {
    test.each(rowsFor(operation, refusedAddresses))('%s', async (_name, url, expected) => {
      expect(await outcomeOf(url, timeoutFor(expected))).toBe(expected)
    })

    test('a self-signed certificate', async () => {
      const { port } = tls.address() as AddressInfo
      expect(await outcomeOf(`https://127.0.0.1:${port}/`, longTimeoutMs)).toBe('tls_error')
    })
  })

  describe('a page that misbehaves ends in time, and the next render succeeds', () => {
    test.each(rowsFor(operation, misbehavingPages))('%s', async (_name, url, expected) => {
      expect(await outcomeOf(url, timeoutFor(expected))).toBe(expected)
      await assertNextSucceeds()
    })
  })

  describe('a page that may crash is a result or a 400, in time, and the next render succeeds', () => {
    test.each(rowsFor(operation, unpredictablePages))('%s', async (_name, url) => {
      await outcomeOf(url)
      await assertNextSucceeds()
    })
  })

  test('a caller that disconnects ends the render', async () => {
    const controller = new AbortController()
    const startedMs = Date.now()
    const rendered = fixture.render(operation, { url: '/never' }, controller.signal)
    setTimeout(() => controller.abort(new Error('gone')), 300)
    await expect(rendered).rejects.toThrow('gone')
    // Without the signal it would take the default timeout of 30 s.
    expect(Date.now() - startedMs).toBeLessThan(10_000)
    await assertNextSucceeds()
  })
})
