import { EventEmitter } from 'node:events'
import { beforeEach, expect, test } from 'vitest'
import { muteNetwork } from '../../../../lib/render/page/mute-network.ts'

let sent: string[]
let events: EventEmitter
beforeEach(async () => {
  sent = []
  const session = Object.assign(new EventEmitter(), {
    send: async (method: string) => {
      sent.push(method)
    },
  })
  events = session
  await muteNetwork(session as unknown as Parameters<typeof muteNetwork>[0], 'main')
  setsOut('first')
})

const respond = (frameId: string, type = 'Document') =>
  events.emit('Network.responseReceived', { type, frameId })
const setsOut = (loaderId: string, navigationType = 'differentDocument', frameId = 'main') =>
  events.emit('Page.frameStartedNavigating', { frameId, loaderId, navigationType })

test('events are disabled for the first document', () => {
  setsOut('first')
  expect(sent).toEqual(['Network.disable'])
})

test.each(['differentDocument', 'reload'])(
  'events are enabled until a further document has arrived: %s',
  (type) => {
    setsOut('second', type)
    respond('main', 'Image')
    respond('frame')
    expect(sent).toEqual(['Network.disable', 'Network.enable'])
    respond('main')
    expect(sent).toEqual(['Network.disable', 'Network.enable', 'Network.disable'])
  },
)

test('a navigation within the document does not count, and neither does another frame', () => {
  setsOut('second', 'sameDocument')
  setsOut('second', 'historySameDocument')
  setsOut('second', 'differentDocument', 'frame')
  expect(sent).toEqual(['Network.disable'])
})
