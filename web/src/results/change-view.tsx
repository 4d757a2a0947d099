import { Anchor, Stack, Text, Title } from '@mantine/core'
import { useState } from 'react'
import type { RequestView } from '../../../lib/schema/requests.ts'
import type { ChangeView as Change } from '../../../lib/schema/watch.ts'
import { useNowSeconds } from '../shared/time.tsx'
import { describeChange } from './describe-change.ts'
import { ImageComparison } from './image-comparison.tsx'
import { kindOf, toLocalPath } from './result-file.ts'
import { StoredFile } from './stored-file.tsx'

interface Props {
  run: RequestView
  change: Change
}

/** How a run of a watched page differs from the run that was the baseline. */
export const ChangeView = ({ run, change }: Props) => {
  const [zoomed, setZoomed] = useState(-1)
  const now = useNowSeconds()
  const isImage = run.file !== null && kindOf(run.file) === 'image'
  const isExpired = [run, change.before, change.difference, change.text_difference].some(
    (file) => file && file.expires !== null && file.expires <= now,
  )
  const isShown = change.before && run.file !== null && !isExpired
  const { share, places, end } = describeChange(change, isImage)
  return (
    <Stack gap="sm">
      <Text size="sm">
        {share}
        {places !== '' && ', '}
        {places !== '' && isShown && isImage ? (
          <Anchor component="button" type="button" size="sm" onClick={() => setZoomed(0)}>
            {places}
          </Anchor>
        ) : (
          places
        )}
        {end}
      </Text>
      {change.before && !isShown && (
        <Text size="sm" c="dimmed">
          The files of this comparison have expired. keep_runs of the task keeps files longer.
        </Text>
      )}
      {isShown && <Files run={run} change={change} zoomed={zoomed} onZoom={setZoomed} />}
    </Stack>
  )
}

interface FilesProps extends Props {
  zoomed: number
  onZoom: (index: number) => void
}

const Files = ({ run, change: { before, difference, text_difference, regions }, ...zoom }: FilesProps) => {
  if (run.file === null || !before) return null
  if (kindOf(run.file) === 'image')
    return (
      <>
        <ImageComparison
          before={toLocalPath(before.file)}
          after={toLocalPath(run.file)}
          difference={difference && toLocalPath(difference.file)}
          regions={regions}
          width={run.width ?? 1}
          height={run.height ?? 1}
          {...zoom}
        />
        {text_difference && (
          <>
            <Title order={3} size="h5">
              Text
            </Title>
            <Patch file={text_difference.file} />
          </>
        )}
      </>
    )
  return difference && <Patch file={difference.file} />
}

const Patch = ({ file }: { file: string }) => (
  <StoredFile path={toLocalPath(file)} kind="text" bytes={null} pixels={0} />
)
