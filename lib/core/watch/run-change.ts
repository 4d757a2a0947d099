import type { ChangeView } from '../../schema/watch.ts'
import type { Rectangle } from '../plan/render-plan.ts'
import type { StoredResult } from '../requests/stored-result.ts'
import type { Watch } from './watch.ts'

/** A stored file, as far as another record or a task names it. */
export type NamedFile = Pick<
  StoredResult,
  'name' | 'contentType' | 'extension' | 'sha256' | 'bytes' | 'created' | 'expires' | 'text'
>

/** Form of the file with the text that an image shows. */
export const textFile = { contentType: 'text/plain; charset=utf-8', extension: 'txt' } as const

/** The run with which the next one of its task is compared. */
export interface Baseline {
  requestId: string
  /** As `toWatchKey` returned it for the run. */
  key: string
  file: NamedFile
  /** Areas of the image that do not count. */
  ignored: Rectangle[]
}

/** How a run is compared. Set when the run is queued. A later change of its task does not affect it. */
export interface RunWatch extends Watch {
  key: string
}

/** How a run differs from the baseline, as its record keeps it. */
export interface RunChange {
  changed: boolean
  ratio: number
  regions: Rectangle[]
  /** The baseline of that time. Absent for the first run. */
  before?: { requestId: string } & Pick<NamedFile, 'name' | 'expires' | 'text'>
  difference?: NamedFile
  /** Of the texts that two images show. */
  textDifference?: NamedFile
  /** Of this run, for when it is the baseline. */
  key: string
  ignored: Rectangle[]
}

/** Returns whether the run replaces the baseline. Small differences do not: they add up until they are a change. */
export const becomesBaseline = ({ changed, before }: Pick<RunChange, 'changed' | 'before'>): boolean =>
  changed || before === undefined

export const toNamedFile = ({
  name,
  contentType,
  extension,
  sha256,
  bytes,
  created,
  expires,
  text,
}: StoredResult): NamedFile => ({
  name,
  contentType,
  extension,
  sha256,
  bytes,
  created,
  expires,
  ...(text !== undefined && { text }),
})

/** Returns what makes a recorded run the baseline. */
export const toBaseline = (
  requestId: string,
  result: StoredResult,
  { key, ignored }: Pick<RunChange, 'key' | 'ignored'>,
): Baseline => ({ requestId, key, ignored, file: toNamedFile(result) })

/** Returns the change as its account sees it. @param cacheUrl URL below which results are public, without trailing slash */
export const toChangeView = (
  { changed, ratio, regions, before, difference, textDifference }: Omit<RunChange, 'key'>,
  cacheUrl: string,
): ChangeView => ({
  changed,
  ratio,
  regions,
  before: before
    ? { id: before.requestId, file: `${cacheUrl}/${before.name}`, expires: before.expires }
    : null,
  difference: toFileView(difference, cacheUrl),
  text_difference: toFileView(textDifference, cacheUrl),
})

const toFileView = (file: NamedFile | undefined, cacheUrl: string) =>
  file ? { file: `${cacheUrl}/${file.name}`, expires: file.expires } : null
