import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
export const collectGarbage: () => void = runInNewContext('gc')

/** Returns the bytes of the heap that are still referenced. */
export const liveHeapBytes = (): number => {
  collectGarbage()
  return process.memoryUsage().heapUsed
}
