import { Connection } from 'puppeteer-core'

export interface CommandCounts {
  /** DevTools commands, except those that begin frames. */
  commands: number
  /** Commands of these that call a function in a page. */
  calls: number
  /** Frames begun. */
  frames: number
}

type Send = (callbacks: unknown, method: string, ...rest: unknown[]) => Promise<unknown>

/** Counts what the browsers of this process are sent until the work is done. */
export const countCommands = async (work: () => Promise<unknown>): Promise<CommandCounts> => {
  const connection = Connection.prototype as unknown as { _rawSend: Send }
  const { _rawSend: send } = connection
  const sent: string[] = []
  connection._rawSend = function (callbacks, method, ...rest) {
    sent.push(method)
    return send.call(this, callbacks, method, ...rest)
  }
  try {
    await work()
  } finally {
    connection._rawSend = send
  }
  const count = (wanted: string) => sent.filter((method) => method === wanted).length
  const frames = count('HeadlessExperimental.beginFrame')
  return { commands: sent.length - frames, calls: count('Runtime.callFunctionOn'), frames }
}
