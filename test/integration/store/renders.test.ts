import { beforeEach, describe, expect, test } from 'vitest'
import { inTurn, request, startUsageTable, times } from './usage-table.ts'

const { nextId, clock, usage, hitStore } = await startUsageTable()
let id: string

beforeEach(() => {
  id = nextId()
})

describe('renders that their page made fail', () => {
  const account = () => ({ id, plan: 'free' as const })
  const fail = async () => {
    const { hit } = await hitStore.takeForRender(account(), request)
    const { isCounted } = await hitStore.refundFailure(account(), hit?.id ?? '')
    if (isCounted) await hitStore.keep(id, hit?.id ?? '')
    return isCounted
  }
  const failInBackground = async (name: string) => {
    const { hit = { id: '', month: 0 } } = await hitStore.take(account(), { ...request, id: name })
    await hitStore.keep(id, hit.id)
    const terms = { hit, fence: await hitStore.countRefunds(id), freeFailures: 2 }
    return { terms, refund: () => hitStore.refundOwed({ accountId: id, id: name }, terms) }
  }
  const read = () => usage.read(account())

  test('are free until those of the day are used up, then count', async () => {
    expect(await inTurn(4, fail)).toEqual([false, false, true, true])
    expect(await read()).toMatchObject({ hits: { used: 2 } })
    clock.nowMs += 86_400_000
    expect(await inTurn(3, fail)).toEqual([false, false, true])
    expect((await read()).hits.used).toBe(3)
    expect((await usage.readHistory(id, 2)).days.map(({ hits }) => hits.screenshot)).toEqual([2, 1])
  })

  test('at the same time are counted exactly', async () => {
    const taken = await times(2, () => hitStore.takeForRender({ id, plan: 'free' }, request))
    const ids = taken.map(({ hit }) => hit?.id ?? '')
    const outcomes = await Promise.all(
      [...ids, ...ids].map((hitId) => hitStore.refundFailure(account(), hitId)),
    )
    expect(outcomes.filter(({ isCounted }) => isCounted)).toEqual([])
    expect(await read()).toMatchObject({ hits: { used: 0 } })
    expect(await fail()).toBe(true)
  })

  test('in the background share the free ones, whatever is repeated', async () => {
    await fail()
    const first = await failInBackground('first')
    expect([await first.refund(), await first.refund()]).toEqual(['refunded', 'refunded'])
    const second = await failInBackground('second')
    expect([await second.refund(), await second.refund(), await first.refund()]).toEqual([
      'counted',
      'counted',
      'refunded',
    ])
    await hitStore.completeRefund({ accountId: id, id: 'first' })
    expect(await first.refund()).toBe('again')
    expect((await read()).hits.used).toBe(1)
  })

  test('never count if the service made them fail', async () => {
    await inTurn(2, fail)
    const { terms } = await failInBackground('own')
    const own = { ...terms, freeFailures: undefined }
    expect(await hitStore.refundOwed({ accountId: id, id: 'own' }, own)).toBe('refunded')
    const { hit } = await hitStore.takeForRender(account(), request)
    await hitStore.refund(id, hit?.id ?? '')
    expect((await read()).hits.used).toBe(0)
  })

  test('do not count a hit of a month that is over', async () => {
    await inTurn(2, fail)
    const { refund } = await failInBackground('old')
    clock.nowMs = Date.UTC(2026, 11, 1)
    await hitStore.take(account(), request)
    expect(await refund()).toBe('again')
    expect((await read()).hits.used).toBe(1)
  })
})
