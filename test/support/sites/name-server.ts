import { createSocket } from 'node:dgram'
import { onTestFinished } from 'vitest'

type Family = 'A' | 'AAAA'

/** How the server responds to a question: with an address, with no address, with an error code, or not at all. */
interface Answer {
  address?: string
  code?: number
  afterMs?: number
  /** The first question gets lost. */
  isLostOnce?: boolean
}

const typeNumbers: Record<Family, number> = { A: 1, AAAA: 28 }

/** Starts a DNS server on 127.0.0.1 that drops questions without an answer. Returns its address and the number of questions. */
export const startNameServer = async (names: Record<string, Partial<Record<Family, Answer>>>) => {
  const socket = createSocket('udp4')
  let questions = 0
  const lost = new Set<Answer>()
  const timers: NodeJS.Timeout[] = []
  socket.on('message', (message, { address, port }) => {
    questions++
    const { name, type, end } = readQuestion(message)
    const family = type === typeNumbers.A ? 'A' : 'AAAA'
    const answer = names[name]?.[family]
    if (!answer) return
    if (answer.isLostOnce && !lost.has(answer)) return void lost.add(answer)
    const reply = () => socket.send(toReply(message.subarray(0, end), type, answer), port, address)
    timers.push(setTimeout(reply, answer.afterMs ?? 0))
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const timer of timers) clearTimeout(timer)
    socket.close()
  })
  return { address: `127.0.0.1:${socket.address().port}`, questions: () => questions }
}

const headerBytes = 12

const readQuestion = (message: Buffer) => {
  const labels: string[] = []
  let at = headerBytes
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 }
}

const toReply = (question: Buffer, type: number, { address, code = 0 }: Answer) => {
  const reply = Buffer.from(question)
  reply.writeUInt16BE(0x8180 | code, 2)
  reply.writeUInt16BE(address === undefined ? 0 : 1, 6)
  // Without the additional record of the question.
  reply.writeUInt16BE(0, 10)
  return address === undefined ? reply : Buffer.concat([reply, toRecord(type, address)])
}

const toRecord = (type: number, address: string) => {
  const data =
    type === typeNumbers.A
      ? Buffer.from(address.split('.').map(Number))
      : Buffer.from(
          address
            .split(':')
            .map((group) => group.padStart(4, '0'))
            .join(''),
          'hex',
        )
  const record = Buffer.alloc(headerBytes)
  record.writeUInt16BE(0xc00c, 0)
  record.writeUInt16BE(type, 2)
  record.writeUInt16BE(1, 4)
  record.writeUInt16BE(data.length, 10)
  return Buffer.concat([record, data])
}
