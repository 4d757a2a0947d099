interface Frame {
  /** When the frame was requested; Unix ms. */
  requestedMs: number
  resolve: (image: Buffer | undefined) => void
}

interface Arrived {
  /** When the browser captured the image; Unix ms. */
  capturedMs: number
  image: Buffer
}

export interface ExpectedImage {
  /** Resolves with undefined if the frame is dropped. */
  image: Promise<Buffer | undefined>
  /** Call it if the frame has no image. */
  drop(): void
}

/**
 * Assigns images to the frames that they show. The browser compresses several images at once, and sends each one when it is done, without
 * the number of its frame. Only the last frame is drawn before the image of the previous one has arrived, so times say which is which.
 */
export class ImageQueue {
  /** The oldest frame first. */
  #frames: Frame[] = []
  #arrived: Arrived[] = []

  /** Adds a frame that is requested now. */
  expect(): ExpectedImage {
    const { promise, resolve } = Promise.withResolvers<Buffer | undefined>()
    const frame = { requestedMs: Date.now(), resolve }
    this.#frames.push(frame)
    return { image: promise, drop: () => this.#drop(frame) }
  }

  take(image: Buffer, capturedMs: number): void {
    this.#arrived.push({ image, capturedMs })
    this.#arrived.sort((a, b) => a.capturedMs - b.capturedMs)
    this.#assign()
  }

  #drop(frame: Frame) {
    frame.resolve(undefined)
    this.#frames = this.#frames.filter((other) => other !== frame)
    this.#assign()
  }

  #assign() {
    for (;;) {
      const [frame, next] = this.#frames
      const [arrived] = this.#arrived
      if (!arrived) return
      const { capturedMs, image } = arrived
      // While the next frame is drawn, only its image can be captured, unless the one before is late.
      const isUncertain = next && capturedMs >= next.requestedMs && this.#arrived.length < this.#frames.length
      if (isUncertain) return
      this.#arrived.shift()
      // Of a frame that was dropped, or that no one requested.
      if (!frame || capturedMs < frame.requestedMs) continue
      this.#frames.shift()
      frame.resolve(image)
    }
  }
}
