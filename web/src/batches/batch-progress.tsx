import { Progress } from '@mantine/core'
import type { BatchView } from '../../../lib/schema/batches.ts'
import { formatShare } from '../shared/format.ts'
import { StatusBadge } from '../shared/status-badge.tsx'

type Counts = Pick<BatchView, 'status' | 'total' | 'done' | 'failed' | 'progress'>

/** The state of a batch: whether it runs, and how it ended. */
export const BatchStatus = ({ batch: { status, done } }: { batch: Counts }) => {
  if (status === 'running') return <StatusBadge status="queued">running</StatusBadge>
  return <StatusBadge status={done === 0 ? 'failed' : 'done'}>ended</StatusBadge>
}

/** How many of the requests of a batch are done and have failed, as a bar. */
export const BatchProgress = ({ batch: { total, done, failed, progress } }: { batch: Counts }) => (
  <Progress.Root size="md" role="img" aria-label={`${formatShare(progress)} of the requests have ended`}>
    <Progress.Section value={(100 * done) / total} color="green" withAria={false} />
    <Progress.Section value={(100 * failed) / total} color="red" withAria={false} />
  </Progress.Root>
)
