import { Button, Group, Stack, Table, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { RequestView } from '../../../lib/schema/requests.ts'
import { useRedelivery } from '../api/requests.ts'
import classes from '../requests/request-details.module.css'
import { formatDuration } from '../shared/format.ts'
import { RotateCw } from '../shared/icons.tsx'
import { ErrorState } from '../shared/states.tsx'
import { StatusBadge } from '../shared/status-badge.tsx'
import { Time } from '../shared/time.tsx'

interface Props {
  /** Or a batch, which is done when it has ended, or an event, which is done. */
  request: Pick<RequestView, 'id' | 'status'>
  of?: 'requests' | 'batches' | 'events'
  webhook: NonNullable<RequestView['webhook']>
  /** It is the upload of the file, which cannot be started again. */
  isUpload?: boolean
}

const firstAttempts = {
  requests: 'when the result is ready',
  batches: 'when all requests have ended',
  events: 'in a moment',
} as const

/** The attempts to deliver the webhook of a request, a batch or an event, and a button that starts again. */
export const WebhookAttempts = ({ request, of = 'requests', webhook, isUpload = false }: Props) => {
  const redelivery = useRedelivery(of, request.id)
  const deliver = () =>
    redelivery.mutate(undefined, {
      onSuccess: () => notifications.show({ message: 'The webhook is being sent again.' }),
    })
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Group gap="xs">
          <Title order={3} size="h5">
            {isUpload ? 'Upload' : 'Webhook'}
          </Title>
          <StatusBadge status={webhook.status}>
            {webhook.status === 'pending' && webhook.attempts.length > 0 ? 'retrying' : webhook.status}
          </StatusBadge>
        </Group>
        {request.status !== 'queued' && !isUpload && (
          <Button
            variant="default"
            size="xs"
            leftSection={<RotateCw size={14} aria-hidden />}
            loading={redelivery.isPending}
            onClick={deliver}
          >
            Deliver again
          </Button>
        )}
      </Group>
      <Text size="sm" className={classes.id}>
        {webhook.url}
      </Text>
      {webhook.next_attempt !== null && webhook.attempts.length > 0 && (
        <Text size="sm" c="dimmed">
          Next attempt: <Time seconds={webhook.next_attempt} />
        </Text>
      )}
      {redelivery.error && <ErrorState error={redelivery.error} />}
      {webhook.attempts.length === 0 ? (
        <Text size="sm" c="dimmed">
          {webhook.status === 'pending'
            ? `No attempt yet. The first follows ${firstAttempts[of]}.`
            : 'Nothing was sent, because the request failed.'}
        </Text>
      ) : (
        <div className={classes.attempts}>
          <Table withTableBorder>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Attempt</Table.Th>
                <Table.Th>Response</Table.Th>
                <Table.Th>Took</Table.Th>
                <Table.Th>Error</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {webhook.attempts.map(({ time, status, duration_ms, error }) => (
                <Table.Tr key={`${time}-${duration_ms}`}>
                  <Table.Td>
                    <Time seconds={time} />
                  </Table.Td>
                  <Table.Td>{status ?? 'none'}</Table.Td>
                  <Table.Td>{formatDuration(duration_ms)}</Table.Td>
                  <Table.Td>{error ?? '–'}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </Stack>
  )
}
