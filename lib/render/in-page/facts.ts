import { readEnds } from './animations.ts'
import { pause, requestFrame, rootsInFrames } from './dom.ts'
import { type FurtherImages, findFurtherImages } from './further-images.ts'
import {
  countFonts,
  countImages,
  type Loading,
  loadingFonts,
  loadingFrames,
  loadingImages,
  loadingImports,
  loadingStyles,
} from './loading.ts'
import { hasDrawn } from './painting.ts'
import { showsProgress } from './progress.ts'
import { unbegunVideos } from './unseen.ts'

/** What a page that is not ready may lack. `lib/render/page/ready.ts` says for how long each of them is awaited. */
export type Lack =
  | 'styles'
  | 'imports'
  | 'progress'
  | 'fonts'
  | 'images'
  | 'frames'
  | 'first_frame'
  | 'style_images'

export interface Facts {
  /** What of the wanted is still lacking. */
  lacks: Lack[]
  /** For how long these have been read: the page had everything of earlier stages then. */
  stageMs: number
  hasDrawn: boolean
  /** Whether the window showed only progress at first. */
  hadProgress: boolean
  fonts: ReturnType<typeof countFonts>
  images: ReturnType<typeof countImages>
  /** The number of videos in view that have not begun. */
  videos: number
  /** In how many ms each animation ends that runs or is scheduled. */
  endsMs: number[]
  /** Whether images of styles were loading. One frame requests them, and a later one shows them. */
  hadStyleImages: boolean
  /** Whether the page has too many elements to search all of them for images of styles. */
  isCut: boolean
}

/** Between two readings at most, because some loads end without an event, such as that of an image that loses its URL. */
const intervalMs = 50

/**
 * Returns the facts of the document when it lacks nothing that is wanted, when its progress screen has ended, or after `capMs`.
 * Style sheets decide what else is needed, so the rest is read after them, and the images of styles are searched last.
 *
 * @param isWhole whether content outside of the window is wanted, too
 * @param capMs null without the scripts of the page. Ours have no timers then, and the facts are returned as they are.
 */
export const readFacts = async (
  wanted: readonly Lack[],
  isWhole: boolean,
  capMs: number | null,
): Promise<Facts> => {
  const expired = pause(capMs ?? 0).then(() => true)
  const hadProgress = wanted.includes('progress') && showsProgress()
  let isProgress = hadProgress
  let further: FurtherImages | undefined
  const readers: Record<Lack, () => Loading[]> = {
    styles: loadingStyles,
    imports: loadingImports,
    progress: () => {
      isProgress &&= showsProgress()
      return isProgress ? [() => pause(intervalMs)] : []
    },
    fonts: loadingFonts,
    images: () => loadingImages(isWhole),
    frames: () => loadingFrames(isWhole),
    first_frame: () => (hasDrawn() ? [] : [() => new Promise<void>((resolve) => requestFrame(resolve))]),
    style_images: () => {
      further ??= findFurtherImages(isWhole)
      return further.isLoaded() ? [] : [further.load]
    },
  }
  let stage = { index: -1, sinceMs: 0 }
  for (let isOver = false; ; ) {
    const { index, loading } = readStage(wanted, readers)
    if (index !== stage.index) stage = { index, sinceMs: performance.now() }
    const hasProgressEnded = hadProgress && !isProgress
    if (loading.size === 0 || isOver || capMs === null || hasProgressEnded)
      return {
        lacks: [...loading.keys()],
        stageMs: performance.now() - stage.sinceMs,
        hasDrawn: hasDrawn(),
        hadProgress,
        fonts: countFonts(),
        images: countImages(isWhole),
        videos: unbegunVideos(rootsInFrames()).length,
        endsMs: readEnds(),
        hadStyleImages: further?.hadAny ?? false,
        isCut: further?.isCut ?? false,
      }
    const ended = Promise.all([...loading.values()].flat().map((end) => end()))
    isOver = await Promise.race([Promise.race([ended, pause(intervalMs)]).then(() => false), expired])
  }
}

const stages: readonly (readonly Lack[])[] = [
  ['styles', 'imports', 'progress'],
  ['fonts', 'images', 'frames', 'first_frame'],
  ['style_images'],
]

/** Reads the first stage in which something is loading. */
const readStage = (wanted: readonly Lack[], readers: Record<Lack, () => Loading[]>) => {
  for (const [index, stage] of stages.entries()) {
    const read = stage.filter((name) => wanted.includes(name)).map((name) => [name, readers[name]()] as const)
    const loading = new Map(read.filter(([, found]) => found.length > 0))
    if (loading.size > 0) return { index, loading }
  }
  return { index: stages.length, loading: new Map<Lack, Loading[]>() }
}
