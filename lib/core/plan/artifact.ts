/** What a render gives: the bytes, and the facts about them that become response headers. */
export interface Artifact {
  body: Buffer
  /** e.g. `image/jpeg`. */
  contentType: string
  /** File extension without dot. */
  extension: string
  /** Values of `X-Service-Metadata-*` by the part after that prefix, e.g. `{ Title: 'Example' }`; ASCII. */
  metadata: Record<string, string>
  /** Whole response headers that are sent whether asked for or not; ASCII. */
  headers?: Record<string, string>
}
