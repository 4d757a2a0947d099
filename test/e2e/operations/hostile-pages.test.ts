import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  type OperationsFixture,
  renderOperations,
  runnerOf,
  startOperationsFixture,
} from '../../support/service/operations.ts'
import { hostileRoutes, misbehavingPages, refusedAddresses } from '../../support/sites/hostile-site.ts'

const timeoutMs = 1_500
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

/**
 * Reaching a page and surviving it is one path for all operations: the screenshot takes all of it, the others a few rows. What an operation
 * does with a page of its own is in its own hostile pages (`test/e2e/{pdf,scrape,screencast}`).
 */
const rowsFor = <Row>(operation: { id: string }, rows: readonly Row[]): Row[] =>
  rows.filter((_row, index) => operation.id === 'screenshot' || index % 8 === 0)

describe.each(renderOperations)('$id', (operation) => {
  const { durationMs, assertFine } = runnerOf(operation)

  /** The code of the error, or `result`; fails when it comes late. */
  const outcomeOf = async (url: string) => {
    const startedMs = Date.now()
    const outcome: unknown = await fixture.render(operation, { url, timeout: timeoutMs / 1000 }).then(
      () => 'result',
      (error) => error.code ?? error,
    )
    expect(Date.now() - startedMs).toBeLessThan(timeoutMs + durationMs + graceMs)
    return outcome
  }

  const assertNextSucceeds = async () => {
    const { body, contentType } = await fixture.render(operation, { url: '/fine' })
    expect(operation.produces).toContain(contentType)
    await assertFine(body)
  }

  describe("an address that gives no page is the caller's error, in time", () => {
    test.each(rowsFor(operation, refusedAddresses))('%s', async (_name, address, expected) => {
      expect(await outcomeOf(address)).toBe(expected)
    })

    test('a certificate that nobody signed', async () => {
      const { port } = tls.address() as AddressInfo
      expect(await outcomeOf(`https://127.0.0.1:${port}/`)).toBe('tls_error')
    })
  })

  describe('a page that misbehaves ends in time, and the next render succeeds', () => {
    test.each(rowsFor(operation, misbehavingPages))('%s', async (_name, address, expected) => {
      expect(expected).toContain(await outcomeOf(address))
      await assertNextSucceeds()
    })
  })

  test('a caller who goes away ends the render at once', async () => {
    const controller = new AbortController()
    const startedMs = Date.now()
    const rendered = fixture.render(operation, { url: '/never' }, controller.signal)
    setTimeout(() => controller.abort(new Error('gone')), 300)
    await expect(rendered).rejects.toThrow('gone')
    expect(Date.now() - startedMs).toBeLessThan(4_000)
    await assertNextSucceeds()
  })
})
