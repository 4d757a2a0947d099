import type { Incomplete } from '../../schema/incomplete.ts'
import type { OutputName } from '../../schema/output-names.ts'
import type { PageMetadata } from '../../schema/snapshot-document.ts'
import type { Rectangle } from './render-plan.ts'

/** The output of a render: the bytes, and the metadata that becomes response headers. */
export interface Artifact {
  body: Buffer
  /** e.g. `image/jpeg`. */
  contentType: string
  /** File extension without dot. */
  extension: string
  /** Values of `X-Service-Metadata-*` by the part after that prefix, e.g. `{ Title: 'Example' }`; ASCII. */
  metadata: Record<string, string>
  /** Response headers that are always sent. ASCII. */
  headers?: Record<string, string>
  /** Areas of the image that a comparison ignores, in its pixels. Absent unless the render was asked for them. */
  ignored?: Rectangle[]
  /** The visible text of what the image shows. Only of a page that a task watches. */
  text?: string
  facts?: ArtifactFacts
  /** Only if the plan requests it. */
  page?: PageDescription
  /** Of a snapshot, whose body is a document that names files, which exist only once they are stored. */
  snapshot?: SnapshotContent
}

/** The outputs that a snapshot has made of a page. */
export interface SnapshotContent {
  parts: readonly ArtifactPart[]
  metadata?: PageMetadata
}

/** One output of a snapshot. */
export interface ArtifactPart extends Pick<Artifact, 'body' | 'contentType' | 'extension' | 'facts'> {
  output: OutputName
}

/** The facts of a JSON response about the page. */
export interface PageDescription {
  /** Where redirects and scripts led, without credentials. Absent for `html`. */
  url?: string
  /** HTTP status. Absent for `html`. */
  status?: number
  title?: string
}

/** The facts about a result in the record of its request. */
export interface ArtifactFacts {
  /** Of an image or a video, in pixels. */
  width?: number
  height?: number
  /** Of a document. */
  pages?: number
  /** Of a video. */
  durationMs?: number
  /** HTTP status of the page. Absent for `html`. */
  status?: number
  /** Of the page. Absent unless the render read it. */
  title?: string
  /** The parameter that exceeded `timeout`, if the page was rendered nevertheless. */
  timeout?: string
  /** What the result lacks of the page. Absent if nothing is missing. */
  incomplete?: Incomplete[]
}
