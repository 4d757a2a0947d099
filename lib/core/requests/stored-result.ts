import type { OutputName } from '../../schema/output-names.ts'
import type { ArtifactFacts, PageDescription } from '../plan/artifact.ts'

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
export const fileNamesOf = (result: Pick<StoredResult, 'name' | 'parts'> | undefined): string[] =>
  result ? [result.name, ...(result.parts ?? []).map(({ name }) => name)] : []
