import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hostileRoutes, misbehavingPages, refusedAddresses } from '../../support/hostile-site.ts'
import { type ScreencastFixture, startScreencastFixture } from '../../support/screencast.ts'

const timeoutMs = 1_500
const durationMs = 200
const graceMs = 5_000

let fixture: ScreencastFixture
beforeAll(async () => {
  fixture = await startScreencastFixture(hostileRoutes)
})
afterAll(() => fixture[Symbol.asyncDispose]())

/** The code of the error, or `result`. */
const outcomeOf = async (address: string) => {
  const startedMs = Date.now()
  const outcome = await fixture.film(address, { timeoutMs, durationMs }).then(
    () => 'result',
    (error) => error.code ?? error,
  )
  return { outcome, tookMs: Date.now() - startedMs }
}

describe("an address that gives no page is the caller's error, in time", () => {
  test.each(refusedAddresses)('%s', async (_name, address, expected) => {
    const { outcome, tookMs } = await outcomeOf(address)
    expect(outcome).toBe(expected)
    expect(tookMs).toBeLessThan(timeoutMs + durationMs + graceMs)
  })
})

describe('a page that misbehaves ends in time, and the next film succeeds', () => {
  test.each(misbehavingPages)('%s', async (_name, address, expected) => {
    const { outcome, tookMs } = await outcomeOf(address)
    expect(expected).toContain(outcome)
    expect(tookMs).toBeLessThan(timeoutMs + durationMs + graceMs)
    expect((await outcomeOf('/fine')).outcome).toBe('result')
  })
})
