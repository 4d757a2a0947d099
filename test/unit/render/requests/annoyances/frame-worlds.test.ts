import { EventEmitter } from 'node:events'
import type { CDPSession } from 'puppeteer-core'
import { expect, test } from 'vitest'
import { worldName } from '../../../../../lib/render/page/world.ts'
import { bindingName } from '../../../../../lib/render/requests/annoyances/frame-script.ts'
import { openFrameWorlds } from '../../../../../lib/render/requests/annoyances/frame-worlds.ts'

const open = async () => {
  const received: unknown[] = []
  const session = Object.assign(new EventEmitter(), { send: async () => ({}) })
  await openFrameWorlds(session as unknown as CDPSession, '', (message) => received.push(message))
  const report = (executionContextId: number) =>
    session.emit('Runtime.bindingCalled', {
      name: bindingName,
      payload: '{"type":"init"}',
      executionContextId,
    })
  return { session, received, report }
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
