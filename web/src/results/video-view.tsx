import { Text } from '@mantine/core'
import { useState } from 'react'
import { Film } from '../shared/icons.tsx'
import { EmptyState } from '../shared/states.tsx'
import classes from './results.module.css'

interface Props {
  url: string
  contentType: string
}

const canPlay = (contentType: string) => document.createElement('video').canPlayType(contentType) !== ''

/** A video with controls. Browsers do not play every format that the service makes. */
export const VideoView = ({ url, contentType }: Props) => {
  const [length, setLength] = useState<number>()
  if (!canPlay(contentType))
    return (
      <EmptyState icon={Film} title="This browser does not play the format">
        Save the file and open it in a player, or choose mp4 or webm.
      </EmptyState>
    )
  return (
    <>
      <div className={classes.stage}>
        <video
          src={url}
          controls
          loop
          muted
          playsInline
          className={classes.video}
          onLoadedMetadata={({ currentTarget }) => setLength(currentTarget.duration)}
        />
      </div>
      {length !== undefined && Number.isFinite(length) && (
        <Text size="sm" c="dimmed" mt="xs">
          {Number(length.toFixed(1))} s
        </Text>
      )}
    </>
  )
}
