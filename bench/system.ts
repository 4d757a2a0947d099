/** One way to take a screenshot of a page: 1280×1080, JPEG quality 80, after the load event. */
export interface System extends AsyncDisposable {
  name: string
  /** @returns the bytes of the image */
  render(url: string): Promise<Uint8Array>
}

export const viewport = { width: 1280, height: 1080 }
export const quality = 80
