import type { OutputName } from '../../schema/output-names.ts'
import type { Artifact, ArtifactFacts, PageDescription } from '../plan/artifact.ts'

/** A result in the bucket, with the metadata for the response. */
export interface StoredResult {
  /** `<hash>.<ext>`; its object is `cache/<name>`, its URL is `<cache url>/<name>`. */
  name: string
  /** e.g. `image/jpeg`. */
  contentType: string
  /** File extension without dot. */
  extension: string
  /** Response headers of the render that made it: `X-Service-Metadata-*` and others that are not this request's own. */
  headers: Record<string, string>
  bytes: number
  facts?: ArtifactFacts
  /** Absent if the render was not for a JSON response. */
  page?: PageDescription
  /** Of a snapshot: the files that its document names. They expire with it. */
  parts?: readonly StoredPart[]
  /** Of an image: name of the file with the text that it shows, which expires with it. Only of a page that a task watches. */
  text?: string
  /** Lower-case hex. */
  sha256: string
  /** The key under which the cache has the result, or the one that it is a copy of. Absent if it was not for the cache. */
  cacheKey?: string
  /** File name without extension for downloads. Absent if none was requested. */
  attachmentName?: string
  /** Unix seconds. */
  created: number
  /** Unix seconds from which the URL returns 404. */
  expires: number
}

/** The file of one output of a snapshot. */
export interface StoredPart extends Pick<StoredResult, 'name' | 'contentType' | 'bytes' | 'facts'> {
  output: OutputName
}

/** Returns the names of the files of a result. */
export const fileNamesOf = (result: Pick<StoredResult, 'name' | 'parts' | 'text'> | undefined): string[] =>
  result
    ? [result.name, ...(result.parts ?? []).map(({ name }) => name), ...(result.text ? [result.text] : [])]
    : []

/** Returns the response headers that describe the render. They are the same for every response with this result. */
export const headersOf = ({ headers, metadata }: Pick<Artifact, 'headers' | 'metadata'>) => ({
  ...headers,
  ...Object.fromEntries(
    Object.entries(metadata).map(([name, value]) => [`X-Service-Metadata-${name}`, value]),
  ),
})
