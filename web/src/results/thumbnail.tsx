import type { RequestView } from '../../../lib/schema/requests.ts'
import {
  CircleX,
  FileText,
  FileType,
  Film,
  Hourglass,
  type Icon as IconType,
  ImageIcon,
  Layers,
} from '../shared/icons.tsx'
import { useNowSeconds } from '../shared/time.tsx'
import { kindOf, type ResultKind, toLocalPath } from './result-file.ts'
import classes from './thumbnail.module.css'

const icons: Record<ResultKind, IconType> = {
  image: ImageIcon,
  video: Film,
  pdf: FileType,
  text: FileText,
  other: FileText,
}

const operationIcons: Record<RequestView['operation'], IconType> = {
  screenshot: ImageIcon,
  screencast: Film,
  scrape: FileText,
  pdf: FileType,
  snapshot: Layers,
}

/** A list of large images would take gigabytes of memory: each is decoded in full. */
const pixelsMax = 12_000_000
const bytesMax = 2_000_000

const isSmall = ({ bytes, height, width }: RequestView) =>
  (bytes ?? 0) <= bytesMax && (width ?? 0) * (height ?? 0) <= pixelsMax

interface Props {
  request: RequestView
  isLarge?: boolean
}

/** A small image of the result, or an icon if the file has expired. */
export const Thumbnail = ({ request, isLarge }: Props) => {
  const now = useNowSeconds()
  const { file, expires, status, operation } = request
  const isThere = file !== null && (expires === null || expires > now)
  const isPicture = isThere && kindOf(file) === 'image' && isSmall(request)
  return (
    <span className={classes.box} data-large={isLarge || undefined}>
      {isPicture ? (
        <img src={toLocalPath(file)} alt="" loading="lazy" decoding="async" className={classes.image} />
      ) : (
        <Icon icon={iconOf(status, isThere ? file : null, operation)} />
      )}
    </span>
  )
}

const Icon = ({ icon: Shape }: { icon: IconType }) => <Shape size={18} strokeWidth={1.6} aria-hidden />

const iconOf = (status: RequestView['status'], file: string | null, operation: RequestView['operation']) => {
  if (status === 'queued') return Hourglass
  if (status === 'failed') return CircleX
  return file === null ? operationIcons[operation] : icons[kindOf(file)]
}
