import type { Artifact } from '../core/artifact.ts'
import { toContentDisposition } from '../core/content-disposition.ts'
import type { Answer } from './answer.ts'

/** The response of a synchronous render: the bytes, and what is known of them in headers. */
export const renderAnswer = (artifact: Artifact, attachmentName: string | undefined): Answer => ({
  statusCode: 200,
  headers: {
    'Content-Type': artifact.contentType,
    'Content-Disposition': toContentDisposition(attachmentName, artifact.extension),
    ...artifact.headers,
    ...Object.fromEntries(
      Object.entries(artifact.metadata).map(([name, value]) => [`X-Service-Metadata-${name}`, value]),
    ),
  },
  body: artifact.body,
})
