import { expect, test } from 'vitest'
import { createSingleFlight } from '../../../lib/jobs/single-flight.ts'

const never = new AbortController().signal

test('those who want the same at the same time share one run, and one of them is the first', async () => {
  const flight = createSingleFlight<number>()
  const { promise, resolve } = Promise.withResolvers<number>()
  let runs = 0
  const work = () => {
    runs++
    return promise
  }
  const landings = [flight('a', never, work), flight('a', never, work), flight('a', never, work)]
  resolve(7)
  const results = await Promise.all(landings)
  expect(runs).toBe(1)
  expect(results.map(({ value }) => value)).toEqual([7, 7, 7])
  expect(results.map(({ isFirst }) => isFirst)).toEqual([true, false, false])
})

test('another key and a later call have runs of their own', async () => {
  const flight = createSingleFlight<number>()
  let runs = 0
  const work = async () => ++runs
  await Promise.all([flight('a', never, work), flight('b', never, work)])
  expect(await flight('a', never, work)).toEqual({ value: 3, isFirst: true })
})

test('a failure is everybody’s, and the next call tries again', async () => {
  const flight = createSingleFlight<number>()
  const failing = () => Promise.reject(new Error('broken'))
  const both = await Promise.allSettled([flight('a', never, failing), flight('a', never, failing)])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await flight('a', never, async () => 1)).toEqual({ value: 1, isFirst: true })
})

test('one who goes away leaves with its reason and stops nobody else, also if it came first', async () => {
  const flight = createSingleFlight<string>()
  const { promise, resolve } = Promise.withResolvers<string>()
  const leaving = new AbortController()
  let workSignal: AbortSignal | undefined
  const first = flight('a', leaving.signal, (signal) => {
    workSignal = signal
    return promise
  })
  const second = flight('a', never, () => promise)
  leaving.abort(new Error('gone'))
  await expect(first).rejects.toThrow('gone')
  expect(workSignal?.aborted).toBe(false)
  resolve('there')
  expect(await second).toEqual({ value: 'there', isFirst: false })
})

test('when the last one has gone the work is aborted, and nobody joins it any more', async () => {
  const flight = createSingleFlight<string>()
  const leaving = new AbortController()
  let workSignal: AbortSignal | undefined
  const only = flight('a', leaving.signal, (signal) => {
    workSignal = signal
    return new Promise(() => {})
  })
  leaving.abort(new Error('gone'))
  await expect(only).rejects.toThrow('gone')
  expect(workSignal?.aborted).toBe(true)
  expect(await flight('a', never, async () => 'new')).toEqual({ value: 'new', isFirst: true })
})

test('one who has gone before it came starts nothing', async () => {
  const flight = createSingleFlight<string>()
  let runs = 0
  const work = async () => `run ${++runs}`
  await expect(flight('a', AbortSignal.abort(new Error('gone')), work)).rejects.toThrow('gone')
  expect(runs).toBe(0)
})
