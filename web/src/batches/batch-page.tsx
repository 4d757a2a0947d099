import { Anchor, Badge, Group, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { Link, useParams } from 'wouter'
import type { BatchView } from '../../../lib/schema/batches.ts'
import { useBatch, useBatchCancellation } from '../api/batches.ts'
import { useRequestList } from '../api/requests.ts'
import { operationTitles } from '../parameters/operation-titles.ts'
import { RequestRows } from '../requests/request-rows.tsx'
import { ConfirmButton } from '../shared/confirm-button.tsx'
import { formatNumber, formatShare } from '../shared/format.ts'
import { CircleX } from '../shared/icons.tsx'
import { Page } from '../shared/page.tsx'
import { Panel } from '../shared/panel.tsx'
import { Loaded } from '../shared/states.tsx'
import { Time } from '../shared/time.tsx'
import { WebhookAttempts } from '../webhooks/webhook-attempts.tsx'
import { BatchDownloads } from './batch-downloads.tsx'
import { BatchProgress, BatchStatus } from './batch-progress.tsx'
import classes from './batches.module.css'

/** One batch with its requests. */
export const BatchPage = () => {
  const { id = '' } = useParams<{ id: string }>()
  return <Loaded query={useBatch(id)}>{(batch) => <Details batch={batch} />}</Loaded>
}

const Details = ({ batch }: { batch: BatchView }) => {
  const { id, operation, total, sitemap, webhook, status } = batch
  return (
    <Page
      title={`${operationTitles[operation]} of ${formatNumber(total)} ${total === 1 ? 'page' : 'pages'}`}
      description={sitemap ?? `Batch ${id}`}
      call={[`/v1/batches/${id}`, `/v1/requests?batch_id=${id}`]}
      actions={
        <>
          {status === 'running' && <CancelButton batch={batch} />}
          <BatchDownloads batch={batch} />
        </>
      }
    >
      <Panel title="Progress" aside={<BatchStatus batch={batch} />}>
        <BatchProgress batch={batch} />
        <Counts batch={batch} />
        <Failures batch={batch} />
      </Panel>
      <Panel
        title="Latest requests"
        aside={
          <Anchor component={Link} href={`/requests?batch_id=${id}`} size="sm">
            All requests
          </Anchor>
        }
      >
        <Requests id={id} />
      </Panel>
      {webhook && (
        <Panel title="At the end">
          <WebhookAttempts
            request={{ id, status: status === 'running' ? 'queued' : 'done' }}
            of="batches"
            webhook={webhook}
          />
        </Panel>
      )}
    </Page>
  )
}

const Counts = ({ batch }: { batch: BatchView }) => {
  const { queued, done, failed, progress, created, finished, estimated_end, max_concurrency } = batch
  return (
    <dl className={classes.counts}>
      <Count name="Ended">{formatShare(progress)}</Count>
      <Count name="Done">{formatNumber(done)}</Count>
      <Count name="Failed">{formatNumber(failed)}</Count>
      <Count name="Waiting">{formatNumber(queued)}</Count>
      <Count name="At the same time">{formatNumber(max_concurrency)}</Count>
      <Count name="Created">
        <Time seconds={created} />
      </Count>
      {finished !== null && (
        <Count name="Finished">
          <Time seconds={finished} />
        </Count>
      )}
      {estimated_end !== null && (
        <Count name="Estimated end">
          <Time seconds={estimated_end} />
        </Count>
      )}
    </dl>
  )
}

const Count = ({ name, children }: { name: string; children: React.ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

/** How many requests failed for which reason. */
const Failures = ({ batch: { codes } }: { batch: BatchView }) => {
  const counts = Object.entries(codes).toSorted(([, first], [, second]) => second - first)
  if (counts.length === 0) return null
  return (
    <Group gap="xs" mt="md">
      <Text size="sm" c="dimmed">
        Failures:
      </Text>
      {counts.map(([code, count]) => (
        <Badge key={code} component="a" href={`/docs/reference/errors#${code}`} color="red" tt="none">
          {code} {formatNumber(count)}
        </Badge>
      ))}
    </Group>
  )
}

const listed = '25'

const Requests = ({ id }: { id: string }) => (
  <Loaded query={useRequestList({ batch_id: id, limit: listed })}>
    {({ requests }) =>
      requests.length === 0 ? (
        <Text size="sm" c="dimmed">
          No request has begun yet.
        </Text>
      ) : (
        <RequestRows requests={requests} />
      )
    }
  </Loaded>
)

const CancelButton = ({ batch: { id, queued } }: { batch: BatchView }) => {
  const cancellation = useBatchCancellation(id)
  const cancel = (close: () => void) =>
    cancellation.mutate(undefined, {
      onSuccess: () => {
        close()
        notifications.show({ message: 'The batch was canceled.' })
      },
    })
  return (
    <ConfirmButton
      label="Cancel batch"
      icon={CircleX}
      title="Cancel this batch?"
      action="Cancel batch"
      mutation={cancellation}
      onConfirm={cancel}
    >
      {formatNumber(queued)} {queued === 1 ? 'request has' : 'requests have'} not ended. Those that wait fail
      with canceled and cost nothing. Those that are being rendered end as usual.
    </ConfirmButton>
  )
}
