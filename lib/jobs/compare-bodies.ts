import type { Artifact } from '../core/plan/artifact.ts'
import { compareTexts } from '../core/watch/compare-texts.ts'
import { comparedText } from '../core/watch/compared-text.ts'
import type { Baseline, NamedFile, RunChange } from '../core/watch/run-change.ts'
import type { Watch } from '../core/watch/watch.ts'

type Compared = Pick<Artifact, 'body'> & Pick<Baseline, 'ignored'>

export type FoundFile = Pick<NamedFile, 'contentType' | 'extension'> & { body: Buffer }

interface Found extends Pick<RunChange, 'ratio' | 'regions'> {
  file?: FoundFile
}

/** Compares two images, or two texts line by line. */
export const compareBodies = async (
  { mode, ignore_links: ignoresLinks }: Pick<Watch, 'mode' | 'ignore_links'>,
  before: Compared,
  after: Compared,
): Promise<Found> => {
  if (before.body.equals(after.body)) return { ratio: 0, regions: [] }
  if (mode === 'text') {
    const toCompared = (text: Buffer) => comparedText(text.toString(), { ignoresLinks })
    const { ratio, patch } = compareTexts(toCompared(before.body), toCompared(after.body))
    return { ratio, regions: [], ...(patch !== undefined && { file: toPatchFile(patch) }) }
  }
  // Loaded with the image library, which only these runs need.
  const { compareImages } = await import('../render/outputs/screenshot/compare-images.ts')
  const { ratio, regions, image } = await compareImages(before, after)
  return {
    ratio,
    regions,
    ...(image && { file: { contentType: 'image/png', extension: 'png', body: image } }),
  }
}

/** Returns how many pixels the images have together. */
export const countPixels = async (images: readonly Buffer[]): Promise<number> => {
  const { sizeOf } = await import('../render/outputs/screenshot/compare-images.ts')
  const sizes = await Promise.all(images.map(sizeOf))
  return sizes.reduce((sum, { width, height }) => sum + width * height, 0)
}

export const toPatchFile = (patch: string): FoundFile => ({
  contentType: 'text/x-diff; charset=utf-8',
  extension: 'diff',
  body: Buffer.from(patch),
})
