import { ResultTooLargeError } from '../../../base/errors.ts'
import { imagePixelsMax } from '../../../schema/fields/viewport.ts'
import { remainingMs } from '../../page/time-limits.ts'

/** The size was checked before the capture. Tiles that are padded to their grid may be slightly larger. */
export const inputOptions = { limitInputPixels: imagePixelsMax * 2 }

/** Returns what remains for the image library, whose shortest timeout is one second. */
export const secondsLeft = (time: { endsMs: number }): number =>
  Math.max(1, Math.ceil(remainingMs(time) / 1000))

/** Settles as the image library does. Its message is `timeout: 42% complete`. @throws ResultTooLargeError with `message` */
export const translateTimeout = async <T>(work: Promise<T>, message: string): Promise<T> => {
  try {
    return await work
  } catch (cause) {
    if (!(cause instanceof Error && cause.message.startsWith('timeout:'))) throw cause
    throw new ResultTooLargeError(message, { cause })
  }
}
