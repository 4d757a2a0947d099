/** Where a process dies: at its n-th call to the cloud, before the cloud has got it or after. */
interface CrashPoint {
  call: number
  side: 'before' | 'after'
}

/** What every call meets from the moment at which the process died. */
class Crash extends Error {
  constructor() {
    super('The process is dead')
  }
}

type Middleware = (next: (call: never) => Promise<object>) => (call: never) => Promise<object>

interface Client {
  middlewareStack: { add(middleware: never, options: { step: 'initialize'; name: string }): void }
}

/** Counts the calls of SDK clients, and can make all of them fail from one of them on, as if the process had died there. */
export const createMortalProcess = () => {
  let calls = 0
  let crash: CrashPoint | undefined
  let isDead = false

  const pass = (isDeadly: boolean) => {
    if (isDeadly) isDead = true
    if (isDead) throw new Crash()
  }

  const middleware: Middleware = (next) => async (call) => {
    const number = calls
    calls += 1
    const side = crash?.call === number ? crash.side : undefined
    pass(side === 'before')
    const response = await next(call)
    pass(side === 'after')
    return response
  }

  return {
    watch<C extends Client>(client: C): C {
      client.middlewareStack.add(middleware as never, { step: 'initialize', name: 'mortalProcess' })
      return client
    },

    /** How many calls a piece of work makes. */
    async callsOf(work: () => Promise<unknown>): Promise<number> {
      const before = calls
      await work()
      return calls - before
    },

    /** Lets the process die while `work` runs. @returns whether it came so far */
    async crashing({ call, side }: CrashPoint, work: () => Promise<unknown>): Promise<boolean> {
      crash = { call: calls + call, side }
      try {
        await work()
      } catch (error) {
        if (!isDead) throw error
      }
      const wasDead = isDead
      crash = undefined
      isDead = false
      return wasDead
    },
  }
}
