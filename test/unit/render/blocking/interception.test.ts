import { EventEmitter } from 'node:events'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createRenderReport } from '../../../../lib/core/telemetry/render-report.ts'
import { intercept } from '../../../../lib/render/blocking/interception.ts'
import { blockPlan } from '../../../support/render/block-plan.ts'
import { scaleLimits } from '../../../support/scale-limits.ts'

interface Fakes {
  match?: () => { match: boolean; redirect?: string }
  /** Fails a command with this message. */
  failureOf?: (method: string) => string | undefined
}

const home = 'https://site.test/'

/** Intercepts the requests of a page for the list of cookie notices, and pauses one of them. */
const pauseRequest = async ({ match = () => ({ match: false }), failureOf = () => undefined }: Fakes) => {
  const sent: string[] = []
  const cdp = Object.assign(new EventEmitter(), {
    send: async (method: string) => {
      sent.push(method)
      const failure = failureOf(method)
      if (failure) throw new Error(failure)
      return { frameTree: { frame: { id: 'main' } } }
    },
  })
  const report = createRenderReport()
  const annoyances = { engine: () => ({ match }) }
  type Arguments = Parameters<typeof intercept>
  await intercept({ cdp } as unknown as Arguments[0], blockPlan(home, { annoyances: ['cookies_banner'] }), {
    annoyances,
    report,
  } as unknown as Arguments[2])
  cdp.emit('Fetch.requestPaused', {
    requestId: '1',
    resourceType: 'Script',
    request: { url: `${home}a.js`, headers: {} },
  })
  await turn()
  const decided = sent.filter((method) => /Request$/.test(method))
  return { report, decided, faults: report.faults?.map((fault) => fault.split('\n')[0]) }
}

test('a rule that throws blocks the request, which is counted, and the error is in the log', async () => {
  const { report, decided, faults } = await pauseRequest({
    match: () => {
      throw new TypeError('no such rule')
    },
  })
  expect(decided).toEqual(['Fetch.failRequest'])
  expect(report.requests.blocked).toBe(1)
  expect(faults).toEqual(['request rules: TypeError: no such rule'])
})

test('a request that the browser refuses to continue fails, and the reason is in the log', async () => {
  const { decided, faults } = await pauseRequest({
    failureOf: (method) => (method === 'Fetch.continueRequest' ? 'Invalid header' : undefined),
  })
  expect(decided).toEqual(['Fetch.continueRequest', 'Fetch.failRequest'])
  expect(faults).toEqual(['interception: Error: Invalid header'])
})

test.each(['Target closed', 'Invalid InterceptionId.'])(
  'a request that no longer exists is no fault: %s',
  async (message) => {
    const { faults } = await pauseRequest({
      failureOf: (method) => (/Request$/.test(method) ? message : undefined),
    })
    expect(faults).toBeUndefined()
  },
)

test.each([
  ['that the browser announces has its type', 'fetch', 'Fetch.failRequest', []],
  [
    'whose type has to be guessed is named in the report',
    undefined,
    'Fetch.continueRequest',
    ['block_resources'],
  ],
])('a request %s', async (_, announced, decision, waitsExpired) => {
  using _limits = scaleLimits(0.01)
  const sent: string[] = []
  const cdp = Object.assign(new EventEmitter(), {
    send: async (method: string) => {
      sent.push(method)
      return { frameTree: { frame: { id: 'main' } } }
    },
  })
  const target = { createCDPSession: async () => cdp }
  const page = {
    ...target,
    browser: () => ({ target: () => target }),
    browserContext: () => ({ id: 'context' }),
    once: () => undefined,
  }
  const report = createRenderReport()
  type Arguments = Parameters<typeof intercept>
  const plan = blockPlan(home, { resourceTypes: ['fetch'] })
  await intercept({ page } as unknown as Arguments[0], plan, {
    annoyances: {},
    report,
  } as unknown as Arguments[2])
  if (announced) cdp.emit('Network.requestWillBeSent', { requestId: '7', type: 'Fetch' })
  const request = { url: `${home}data`, headers: {} }
  cdp.emit('Fetch.requestPaused', { requestId: '1', networkId: '7', resourceType: 'XHR', request })
  await expect.poll(() => sent.filter((method) => /Request$/.test(method))).toEqual([decision])
  expect(report.waitsExpired).toEqual(waitsExpired)
})

test('the error of a frame whose requests cannot be intercepted is in the log', async () => {
  const report = createRenderReport()
  const child = Object.assign(new EventEmitter(), {
    send: async (method: string) => {
      if (method === 'Fetch.enable') throw new Error('Internal error')
    },
  })
  const session = Object.assign(new EventEmitter(), {
    send: async () => ({ frameTree: { frame: { id: 'main' } } }),
    connection: () => ({ session: () => child }),
  })
  const target = { createCDPSession: async () => session }
  const page = {
    ...target,
    browser: () => ({ target: () => target }),
    browserContext: () => ({ id: 'context' }),
    once: () => undefined,
  }
  type Arguments = Parameters<typeof intercept>
  await intercept({ page } as unknown as Arguments[0], blockPlan(home, { urlPatterns: ['*.png'] }), {
    annoyances: {},
    report,
  } as unknown as Arguments[2])
  session.emit('Target.attachedToTarget', { sessionId: '2', targetInfo: { type: 'iframe' } })
  await turn()
  expect(report.faults?.map((fault) => fault.split('\n')[0])).toEqual(['interception: Error: Internal error'])
})
