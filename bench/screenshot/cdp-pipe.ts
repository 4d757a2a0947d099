import { type ChildProcess, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'

type Result = Record<string, unknown>

/** A minimal DevTools client, so the floor measures only the browser's own work. */
export class CdpPipe implements Disposable {
  readonly #child: ChildProcess
  readonly #pending = new Map<number, { resolve: (result: Result) => void; reject: (error: Error) => void }>()
  readonly #listeners = new Set<(method: string, params: Result, sessionId: string | undefined) => void>()
  #nextId = 1

  constructor(executable: string, parameters: string[], env: Record<string, string>) {
    this.#child = spawn(executable, parameters, {
      env,
      stdio: ['ignore', 'ignore', 'inherit', 'pipe', 'pipe'],
    })
    this.#child.once('exit', (code, signal) => {
      for (const { reject } of this.#pending.values())
        reject(new Error(`the browser ended: ${code ?? signal}`))
    })
    const output = this.#child.stdio[4] as Readable
    let rest: Buffer[] = []
    output.on('data', (chunk: Buffer) => {
      let from = 0
      for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, from)) {
        this.#receive(Buffer.concat([...rest, chunk.subarray(from, end)]).toString())
        rest = []
        from = end + 1
      }
      rest.push(chunk.subarray(from))
    })
  }

  send(method: string, params: Result = {}, sessionId?: string): Promise<Result> {
    const id = this.#nextId++
    const message = JSON.stringify(
      sessionId === undefined ? { id, method, params } : { id, method, params, sessionId },
    )
    ;(this.#child.stdio[3] as Writable).write(`${message}\0`)
    return new Promise((resolve, reject) => this.#pending.set(id, { resolve, reject }))
  }

  /** Resolves with the parameters of the next such event of the session. */
  once(method: string, sessionId: string): Promise<Result> {
    return new Promise((resolve) => {
      const listener = (name: string, params: Result, session: string | undefined) => {
        if (name !== method || session !== sessionId) return
        this.#listeners.delete(listener)
        resolve(params)
      }
      this.#listeners.add(listener)
    })
  }

  #receive(text: string) {
    const message = JSON.parse(text)
    if (message.id === undefined) {
      for (const listener of this.#listeners) listener(message.method, message.params, message.sessionId)
      return
    }
    const pending = this.#pending.get(message.id)
    this.#pending.delete(message.id)
    if (message.error) pending?.reject(new Error(`${message.error.message}`))
    else pending?.resolve(message.result)
  }

  [Symbol.dispose]() {
    this.#child.kill('SIGKILL')
  }
}
