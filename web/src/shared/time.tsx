import { Tooltip, UnstyledButton } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { serverNowMs } from '../api/server-clock.ts'
import { formatDateTime, formatRelative } from './format.ts'
import classes from './time.module.css'

const minuteMs = 60_000

/** Returns the time of the service in seconds, which advances with each interval. */
export const useNowSeconds = (intervalMs = minuteMs / 2): number => {
  const [now, setNow] = useState(() => Math.floor(serverNowMs() / 1000))
  useEffect(() => {
    const timer = setInterval(() => setNow(Math.floor(serverNowMs() / 1000)), intervalMs)
    return () => clearInterval(timer)
  }, [intervalMs])
  return now
}

interface Props {
  /** Unix seconds. */
  seconds: number
  /** In a row of a list, whose link is its only stop of the Tab key. */
  inRow?: boolean
}

/** A time relative to now. Its tooltip has the absolute time, and a click copies it. */
export const Time = ({ seconds, inRow = false }: Props) => {
  const now = useNowSeconds()
  const { copied, copy } = useClipboard({ timeout: 1500 })
  const iso = new Date(seconds * 1000).toISOString()
  const label = (
    <>
      {copied ? 'Copied' : formatDateTime(seconds)}
      <br />
      {formatDateTime(seconds, 'UTC')} UTC
    </>
  )
  return (
    <Tooltip label={label} multiline>
      <UnstyledButton
        className={classes.time}
        tabIndex={inRow ? -1 : undefined}
        onClick={(event) => {
          event.stopPropagation()
          copy(iso)
        }}
      >
        <time dateTime={iso}>{formatRelative(seconds, now)}</time>
      </UnstyledButton>
    </Tooltip>
  )
}
