/** Thrown by every call of a process that has ended. */
class ProcessDied extends Error {}

export interface DyingProcess {
  /** The object, whose calls count towards the process's last one. */
  wrap<T extends object>(target: T): T
  isDead(): boolean
}

/** A process that dies right after its nth call to the cloud has taken effect; further calls do nothing. */
export const dyingAfter = (calls: number): DyingProcess => {
  let made = 0
  const isDead = () => made >= calls
  return {
    isDead,
    wrap: (target) =>
      new Proxy(target, {
        get(object, name) {
          const value = Reflect.get(object, name)
          if (typeof value !== 'function') return value
          return async (...values: unknown[]) => {
            if (isDead()) throw new ProcessDied()
            const result = await value.apply(object, values)
            made += 1
            if (isDead()) throw new ProcessDied()
            return result
          }
        },
      }),
  }
}
