import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { BatchView } from '../../../lib/schema/batches.ts'
import { readBatchRequests } from '../api/batches.ts'
import { formatBytes, formatNumber } from '../shared/format.ts'
import { Download } from '../shared/icons.tsx'
import { filesOf, toOutcomeCsv } from './outcome.ts'

/** A browser keeps an archive as one blob. */
const zipBytesMax = 2_000_000_000

/** Gives a file to the user. */
const save = (blob: Blob, name: string) => {
  const url = URL.createObjectURL(blob)
  Object.assign(document.createElement('a'), { href: url, download: name }).click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** What the buttons do, which ends when the page is left. */
const useDownload = (work: (signal: AbortSignal) => Promise<string | undefined>) => {
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  return useMutation({
    async mutationFn() {
      running.current = new AbortController()
      return work(running.current.signal)
    },
    onSuccess: (message) => message !== undefined && notifications.show({ message }),
    onError: (error) =>
      running.current?.signal.aborted || notifications.show({ message: error.message, color: 'red' }),
  })
}

/** Downloads how the requests of a batch ended, and their files. */
export const BatchDownloads = ({ batch: { id, done } }: { batch: BatchView }) => {
  const [progress, setProgress] = useState<string>()
  const csv = useDownload(async (signal) => {
    save(
      new Blob([toOutcomeCsv(await readBatchRequests(id, signal))], { type: 'text/csv' }),
      `batch-${id}.csv`,
    )
    return undefined
  })
  const zip = useDownload(async (signal) => {
    const requests = await readBatchRequests(id, signal)
    const bytes = requests.flatMap(filesOf).reduce((sum, file) => sum + file.bytes, 0)
    if (bytes > zipBytesMax)
      throw new Error(
        `The results have ${formatBytes(bytes)}. An archive can have ${formatBytes(zipBytesMax)}. Download the CSV, which has the URL of each file.`,
      )
    // Its library is loaded only when it is used.
    const { zipResults } = await import('./zip-results.ts')
    const onFile = (count: number, total: number) =>
      setProgress(`${formatNumber(count)} of ${formatNumber(total)}`)
    const { blob, missing } = await zipResults(requests, { onFile, signal })
    save(blob, `batch-${id}.zip`)
    return missing === 0
      ? undefined
      : `${formatNumber(missing)} files are not in the archive, because they have expired or were deleted.`
  })
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<Download size={14} aria-hidden />}
        loading={csv.isPending}
        onClick={() => csv.mutate()}
      >
        CSV
      </Button>
      <Button
        variant="default"
        size="xs"
        leftSection={<Download size={14} aria-hidden />}
        disabled={done === 0 || zip.isPending}
        onClick={() => {
          setProgress(undefined)
          zip.mutate()
        }}
      >
        {zip.isPending ? (progress ?? 'Reading the list') : 'Results (ZIP)'}
      </Button>
    </>
  )
}
