import { Text } from '@mantine/core'
import { CalendarClock } from 'lucide-react'
import { Link } from 'wouter'
import { useRequestList } from '../api/requests.ts'
import { EmptyState, Loaded } from '../shared/states.tsx'
import { StatusBadge } from '../shared/status-badge.tsx'
import { Time } from '../shared/time.tsx'
import classes from './tasks.module.css'
import { Thumbnail } from './thumbnail.tsx'

const runsShown = '24'

/** The results of the latest runs next to each other, the newest first. */
export const TaskRuns = ({ id }: { id: number }) => (
  <Loaded query={useRequestList({ task_id: String(id), limit: runsShown })}>
    {({ requests }) =>
      requests.length > 0 ? (
        <ul className={classes.film}>
          {requests.map((request) => (
            <li key={request.id} className={classes.frame}>
              <Link href={`/requests/${request.id}`} aria-label={`Run ${request.id}, ${request.status}`}>
                <Thumbnail request={request} isLarge />
              </Link>
              <div className={classes.caption}>
                <StatusBadge status={request.status} />
                <Text span size="xs" c="dimmed">
                  <Time seconds={request.created} />
                </Text>
              </div>
            </li>
          ))}
        </ul>
      ) : (
        <EmptyState icon={CalendarClock} title="No runs yet">
          The result of each run appears here and under Requests. Leave the page open: the next time below
          counts.
        </EmptyState>
      )
    }
  </Loaded>
)
