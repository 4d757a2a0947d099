import { expect, test } from 'vitest'
import { ExhaustionGauge } from '../../../../lib/render/browser/exhaustion.ts'

const setUp = (zombiesAtStart = 0) => {
  const environment = { zombies: zombiesAtStart, counts: 0 }
  const gauge = new ExhaustionGauge(() => {
    environment.counts++
    return environment.zombies
  })
  return { environment, gauge }
}

test.each([0, 40, 600])(
  'a process that started among %i zombies is replaced when 150 were added',
  (before) => {
    const { environment, gauge } = setUp(before)
    environment.zombies = before + 150
    gauge.discarded()
    expect(gauge.read()).toBeUndefined()
    environment.zombies++
    gauge.discarded()
    expect(gauge.read()).toBe('zombies')
  },
)

test('zombies are counted when a browser was discarded, not after each render', () => {
  const { environment, gauge } = setUp()
  environment.zombies = 1_000
  expect([gauge.read(), gauge.read()]).toEqual([undefined, undefined])
  expect(environment.counts).toBe(1)
  gauge.discarded()
  expect([gauge.read(), gauge.read()]).toEqual(['zombies', 'zombies'])
  expect(environment.counts).toBe(2)
})

test('three failed launches in a row exhaust the environment', async () => {
  const { gauge } = setUp()
  const fail = () =>
    expect(gauge.launch(Promise.reject(new Error('no process')))).rejects.toThrow('no process')
  await fail()
  await fail()
  expect(await gauge.launch(Promise.resolve('browser'))).toBe('browser')
  await fail()
  await fail()
  expect(gauge.read()).toBeUndefined()
  const { promise: launching, reject } = Promise.withResolvers<never>()
  const third = expect(gauge.launch(launching)).rejects.toThrow('no process')
  // A launch in progress has not failed.
  expect(gauge.read()).toBeUndefined()
  reject(new Error('no process'))
  await third
  expect(gauge.read()).toBe('launches')
})

test('zombies of a launch that failed are counted', async () => {
  const { environment, gauge } = setUp()
  environment.zombies = 151
  await expect(gauge.launch(Promise.reject(new Error('no process')))).rejects.toThrow('no process')
  expect(gauge.read()).toBe('zombies')
})
