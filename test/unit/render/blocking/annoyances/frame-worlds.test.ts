import { EventEmitter } from 'node:events'
import type { CDPSession } from 'puppeteer-core'
import { expect, test } from 'vitest'
import { bindingName } from '../../../../../lib/render/blocking/annoyances/frame-script.ts'
import {
  type FrameWorld,
  openFrameWorlds,
} from '../../../../../lib/render/blocking/annoyances/frame-worlds.ts'
import { InPageError } from '../../../../../lib/render/page/translate-error.ts'
import { worldName } from '../../../../../lib/render/page/world.ts'

const open = async (evaluate: () => object = () => ({ result: {} })) => {
  const received: unknown[] = []
  const errors: unknown[] = []
  let world: FrameWorld | undefined
  const session = Object.assign(new EventEmitter(), {
    send: async (method: string) => (method === 'Runtime.evaluate' ? evaluate() : {}),
  })
  const receive = (message: unknown, frame: FrameWorld) => {
    received.push(message)
    world = frame
  }
  await openFrameWorlds(session as unknown as CDPSession, '', receive, (error) => errors.push(error))
  const report = (executionContextId: number) =>
    session.emit('Runtime.bindingCalled', {
      name: bindingName,
      payload: '{"type":"init"}',
      executionContextId,
    })
  /** Returns the world of a frame that has reported. */
  const openWorld = () => {
    const create = (id: number, name: string, isDefault: boolean) =>
      session.emit('Runtime.executionContextCreated', {
        context: { id, name, auxData: { frameId: 'frame', isDefault } },
      })
    create(1, '', true)
    create(2, worldName, false)
    report(2)
    return world
  }
  return { session, received, errors, report, openWorld }
}

test('the context of a worker, which belongs to no frame, is ignored', async () => {
  const { session, received, report } = await open()
  session.emit('Runtime.executionContextCreated', { context: { id: 1, name: '' } })
  report(1)
  expect(received).toEqual([])
})

test('the world of a frame reports until the frame leaves its document', async () => {
  const { session, received, report } = await open()
  const auxData = { frameId: 'frame', isDefault: false }
  session.emit('Runtime.executionContextCreated', { context: { id: 2, name: worldName, auxData } })
  report(2)
  session.emit('Runtime.executionContextDestroyed', { executionContextId: 2 })
  report(2)
  expect(received).toEqual([{ type: 'init' }])
})

test('a call returns the value of the page', async () => {
  const { openWorld, errors } = await open(() => ({ result: { value: 3 } }))
  const world = openWorld()
  expect([await world?.run('3'), await world?.runInPage('3')]).toEqual([3, 3])
  expect(errors).toEqual([])
})

test('an error of a call is passed on, and the call returns nothing', async () => {
  const failure = new Error('Internal error')
  const { openWorld, errors } = await open(() => {
    throw failure
  })
  const world = openWorld()
  expect([await world?.run('x'), await world?.runInPage('x')]).toEqual([undefined, undefined])
  expect(errors).toEqual([failure, failure])
})

test('what our own script throws is passed on, and what the scripts of the page throw is not', async () => {
  const { openWorld, errors } = await open(() => ({
    result: { value: {} },
    exceptionDetails: { text: 'Uncaught', exception: { description: 'TypeError: no list' } },
  }))
  const world = openWorld()
  expect([await world?.run('x'), await world?.runInPage('x')]).toEqual([undefined, undefined])
  expect(errors).toEqual([new InPageError('TypeError: no list')])
})
