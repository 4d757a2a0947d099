import { createDoor, type Door } from '../proxy/door.ts'
import type { BrowserProcess } from './browser-process.ts'
import { type OpenSession, openSession } from './page-session.ts'
import { ignore } from './promises.ts'

/** An empty page in a separate context, created before a request needs it, and the proxy port that it is bound to. */
interface Spare {
  process: BrowserProcess
  door: Door
  session: OpenSession
}

/**
 * Opening a context and a page takes some 70 ms, most of them a new renderer process: an idle browser does it ahead of
 * the next render. A spare is used by one render, once, exactly as a page that was opened for it.
 */
export class SparePages {
  readonly #preparing = new WeakMap<BrowserProcess, Promise<Spare | undefined>>()
  readonly #handedOut = new Map<string, Spare>()

  prepare(process: BrowserProcess): void {
    if (process.kind === 'plain') this.#preparing.set(process, open(process).catch(ignore) as Promise<Spare>)
  }

  /** The door of the spare that the browser has; undefined where it has none. */
  async handOut(process: BrowserProcess): Promise<Door | undefined> {
    const spare = await this.#preparing.get(process)
    this.#preparing.delete(process)
    if (!spare || !process.isAlive()) return undefined
    this.#handedOut.set(spare.door.url, spare)
    return spare.door
  }

  /** The page behind a door that was handed out. */
  claim(url: string): Spare | undefined {
    const spare = this.#handedOut.get(url)
    this.#handedOut.delete(url)
    return spare
  }

  /** For a browser that is used otherwise. */
  drop(process: BrowserProcess): void {
    const preparing = this.#preparing.get(process)
    this.#preparing.delete(process)
    preparing?.then((spare) => spare && close(spare)).catch(ignore)
  }
}

const open = async (process: BrowserProcess): Promise<Spare> => {
  const door = await createDoor()
  // A browser that ends takes its spare with it.
  const closeDoor = () => door.close()
  process.ended.addEventListener('abort', closeDoor, { once: true })
  door.server.once('close', () => process.ended.removeEventListener('abort', closeDoor))
  try {
    return { process, door, session: await openSession(process, door.url) }
  } catch (error) {
    door.close()
    throw error
  }
}

const close = async ({ door, session }: Spare) => {
  door.close()
  await session.close()
}
