import { EventEmitter } from 'node:events'
import { type CDPSession, CDPSessionEvent } from 'puppeteer-core'
import { expect, test } from 'vitest'
import { createRenderReport } from '../../../../lib/core/telemetry/render-report.ts'
import { noteUnlessGone } from '../../../../lib/render/page/best-effort.ts'
import { followFrames, frameSessionsOf, isWorker } from '../../../../lib/render/page/follow-targets.ts'

const createSession = () => {
  const children = new Map<string, CDPSession>()
  const session = Object.assign(new EventEmitter(), {
    connection: () => ({ session: (id: string) => children.get(id) }),
  }) as unknown as CDPSession
  return {
    session,
    attach(type: string) {
      const child = createSession().session
      const sessionId = `${children.size}`
      children.set(sessionId, child)
      session.emit(CDPSessionEvent.SessionAttached, child)
      session.emit('Target.attachedToTarget', { sessionId, targetInfo: { type } } as never)
      return child
    },
  }
}

test('a failed set-up of a frame is logged, unless it was closed or a worker does not have the command', async () => {
  const report = createRenderReport()
  const { session, attach } = createSession()
  const errors = [
    'Protocol error (Emulation.setTimezoneOverride): Target closed',
    "Protocol error (Emulation.setEmulatedMedia): 'Emulation.setEmulatedMedia' wasn't found",
    'Protocol error (Emulation.setTimezoneOverride): Timezone override is already in effect',
  ]
  const setUp = async () => Promise.reject(new Error(errors.shift()))
  followFrames(session, setUp, noteUnlessGone(report, 'frame'))
  for (const type of ['iframe', 'worker', 'iframe']) attach(type)
  await new Promise(setImmediate)
  expect(report.faults?.map((fault) => fault.split('\n')[0])).toEqual([
    'frame: Error: Protocol error (Emulation.setTimezoneOverride): Timezone override is already in effect',
  ])
})

test('workers are told apart from frames', () => {
  const { session, attach } = createSession()
  followFrames(
    session,
    async () => undefined,
    () => undefined,
  )
  const [frame, worker] = [attach('iframe'), attach('worker')]
  expect(frameSessionsOf(session)).toEqual([frame, worker])
  expect([frame, worker].map(isWorker)).toEqual([false, true])
})
