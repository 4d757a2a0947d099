import { setImmediate as turn } from 'node:timers/promises'
import { ProtocolError } from 'puppeteer-core'
import { expect, test } from 'vitest'
import { runScript } from '../../../../lib/render/actions/evaluate.ts'

/** A browser that rejects `Runtime.evaluate` as puppeteer reports it. */
const rejecting = (reason: string) => ({
  send: () => Promise.reject(new ProtocolError(`Protocol error (Runtime.evaluate): ${reason}`)),
})

const outcomeOf = (reason: string) =>
  Promise.race([
    runScript(rejecting(reason), 'for (;;) {}', 1_500).catch((error: Error) => error.message),
    turn('pending'),
  ])

test('a script that the browser ended never resolves, so that its action reports the limit', async () => {
  expect(await outcomeOf('Execution was terminated')).toBe('pending')
  expect(await outcomeOf('Internal error')).toBe('pending')
  expect(await outcomeOf('Object reference chain is too long')).toMatch(/chain is too long$/)
})
