import type { Artifact } from '../core/artifact.ts'
import type { Answer } from './answer.ts'
import { renderAnswer } from './render-answer.ts'

/** A scraped page is somebody else's: shown under our address it must not run, nor load, anything. */
export const scrapeAnswer = (artifact: Artifact, attachmentName: string | undefined): Answer => {
  const answer = renderAnswer(artifact, attachmentName)
  return {
    ...answer,
    headers: { ...answer.headers, 'Content-Security-Policy': "sandbox; default-src 'none'" },
  }
}
