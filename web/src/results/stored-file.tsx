import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { formatBytes } from '../shared/format.ts'
import { Loaded, LoadingLines } from '../shared/states.tsx'
import { languageOf, type ResultKind } from './result-file.ts'
import { ShownImage } from './shown-image.tsx'
import classes from './stored-file.module.css'
import { TextView } from './text-view.tsx'

const PdfView = lazy(() => import('./pdf-view.tsx'))

/** A document or a text is read in full before it is shown. */
const readMaxBytes = 20_000_000

const imageMaxPixels = 50_000_000

interface Props {
  path: string
  kind: ResultKind
  bytes: number | null
  pixels: number
}

/** What a stored result shows. What the browser cannot show, or is too large for a page, can be downloaded. */
export const StoredFile = ({ path, kind, bytes, pixels }: Props) => {
  if (kind === 'image' && pixels <= imageMaxPixels)
    return (
      <a href={path} target="_blank" rel="noreferrer" className={classes.image}>
        <ShownImage src={path} alt="The result" decoding="async" />
      </a>
    )
  if (kind === 'video')
    return (
      // biome-ignore lint/a11y/useMediaCaption: a screencast has no sound.
      <video src={path} controls preload="metadata" className={classes.video} />
    )
  if (kind === 'other') return null
  if (kind !== 'image' && (bytes ?? 0) <= readMaxBytes) return <ReadFile path={path} kind={kind} />
  return (
    <Text size="sm" c="dimmed">
      The file is too large to be shown here{bytes === null ? '' : ` (${formatBytes(bytes)})`}.
    </Text>
  )
}

const ReadFile = ({ path, kind }: Pick<Props, 'path' | 'kind'>) => {
  const file = useQuery({
    queryKey: ['file', path],
    queryFn: async ({ signal }) => {
      const response = await fetch(path, { signal, credentials: 'omit' })
      if (!response.ok) throw new Error(`The file could not be read: status ${response.status}.`)
      return response.blob()
    },
    // A stored file never changes.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return (
    <Loaded query={file} loading={<LoadingLines lines={4} />}>
      {(blob) =>
        kind === 'pdf' ? (
          <Suspense fallback={<LoadingLines lines={4} />}>
            <PdfView blob={blob} />
          </Suspense>
        ) : (
          <TextView blob={blob} url={path} language={languageOf(path)} />
        )
      }
    </Loaded>
  )
}
