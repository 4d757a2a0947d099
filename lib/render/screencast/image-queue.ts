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
 * Assigns images to the frames that they show. The browser compresses images in parallel and sends each one when it is done, without the
 * number of its frame. An image that was captured before the next frame was requested belongs to the first frame. A later one is ambiguous
 * until both images have arrived or one of the frames is dropped. Both times are those of the system's clock.
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

  add(image: Buffer, capturedMs: number): void {
    this.#arrived.push({ image, capturedMs })
    this.#arrived.sort((a, b) => a.capturedMs - b.capturedMs)
    this.#assign()
  }

  dropAll(): void {
    for (const { resolve } of this.#frames) resolve(undefined)
    this.#frames = []
    this.#arrived = []
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
      const isAmbiguous = next && capturedMs >= next.requestedMs && this.#arrived.length < this.#frames.length
      if (isAmbiguous) return
      this.#arrived.shift()
      // It shows a frame that was dropped.
      if (!frame || capturedMs < frame.requestedMs) continue
      this.#frames.shift()
      frame.resolve(image)
    }
  }
}
