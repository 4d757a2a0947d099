import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collect: () => void = runInNewContext('gc')

/** Collects all garbage. The memory of buffers is released while the program goes on, at the latest at the start of the next collection. */
export const collectGarbage = (): void => {
  collect()
  collect()
}

/** Returns the bytes of the heap that are still referenced. */
export const liveHeapBytes = (): number => {
  collectGarbage()
  return process.memoryUsage().heapUsed
}
