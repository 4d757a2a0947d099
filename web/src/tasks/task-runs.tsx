import { Badge, Text } from '@mantine/core'
import { useEffect } from 'react'
import { Link } from 'wouter'
import type { Task } from '../../../lib/schema/tasks.ts'
import { serverNowMs } from '../api/server-clock.ts'
import { useRuns } from '../api/tasks.ts'
import { Thumbnail } from '../results/thumbnail.tsx'
import { CalendarClock, Diff } from '../shared/icons.tsx'
import { EmptyState, Loaded } from '../shared/states.tsx'
import { StatusBadge } from '../shared/status-badge.tsx'
import { Time, useNowSeconds } from '../shared/time.tsx'
import { nextRunMs } from './task-times.tsx'
import classes from './tasks.module.css'

/** A run appears some seconds after its minute began. */
const delayMs = 5000

/** Reads the runs of a task, and reads them again when the next one has begun. */
const useCurrentRuns = (task: Task) => {
  const query = useRuns(task.id)
  const { dataUpdatedAt, refetch } = query
  const now = useNowSeconds()
  useEffect(() => {
    const readMs = dataUpdatedAt + serverNowMs() - Date.now()
    const dueMs = nextRunMs(task, readMs - delayMs)
    const isOver = dataUpdatedAt > 0 && dueMs !== undefined && now * 1000 > dueMs + delayMs
    if (isOver && !document.hidden) refetch().catch(() => {})
  }, [task, dataUpdatedAt, now, refetch])
  return query
}

/** The results of the latest runs next to each other, the newest first. */
export const TaskRuns = ({ task }: { task: Task }) => (
  <Loaded query={useCurrentRuns(task)}>
    {({ requests }) =>
      requests.length > 0 ? (
        <ul className={classes.thumbnails}>
          {requests.map((request) => (
            <li key={request.id} className={classes.frame}>
              <Link href={`/requests/${request.id}`} aria-label={`Run ${request.id}, ${request.status}`}>
                <Thumbnail request={request} isLarge />
              </Link>
              <div className={classes.caption}>
                {request.change?.changed ? (
                  <Badge color="yellow" leftSection={<Diff size={13} aria-hidden />}>
                    changed
                  </Badge>
                ) : (
                  <StatusBadge status={request.status} />
                )}
                <Text span size="xs" c="dimmed">
                  <Time seconds={request.created} inRow />
                </Text>
              </div>
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState icon={CalendarClock} title="No runs yet">
          The result of each run appears here and under Requests.
        </EmptyState>
      )
    }
  </Loaded>
)
