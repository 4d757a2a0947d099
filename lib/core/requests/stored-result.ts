/** A render's result in the bucket, and what the answer to its request says of it. */
export interface StoredResult {
  /** `<hash>.<ext>`; its object is `cache/<name>`, its address `<cache url>/<name>`. */
  name: string
  /** e.g. `image/jpeg`. */
  contentType: string
  /** File extension without dot. */
  extension: string
  /** Response headers of the render that made it: `X-Service-Metadata-*` and others that are not this request's own. */
  headers: Record<string, string>
  bytes: number
  /** Lower-case hex. */
  sha256: string
  /** File name without extension under which the address is downloaded; absent: none was asked for. */
  attachmentName?: string
  /** Unix seconds. */
  created: number
  /** Unix seconds; from then on the address answers 404. */
  expires: number
}
