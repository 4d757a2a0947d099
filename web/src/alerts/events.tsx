import { Anchor, Drawer, Stack, Table, Text, Title } from '@mantine/core'
import { Link, useLocation, useParams, useSearchParams } from 'wouter'
import { toEventText } from '../../../lib/core/events/event-text.ts'
import type { EventView } from '../../../lib/schema/events.ts'
import { useEvent, useEventList } from '../api/events.ts'
import classes from '../keys/keys.module.css'
import { Paging } from '../requests/paging.tsx'
import { Bell } from '../shared/icons.tsx'
import { Panel } from '../shared/panel.tsx'
import { EmptyState, Loaded } from '../shared/states.tsx'
import { StatusBadge } from '../shared/status-badge.tsx'
import { Time } from '../shared/time.tsx'
import { WebhookAttempts } from '../webhooks/webhook-attempts.tsx'
import { receiverName } from './alert-texts.ts'

const pageSize = '25'

/** What was sent to subscriptions, newest first. One event can be open. */
export const Events = () => {
  const { id } = useParams<{ id?: string }>()
  const [, navigate] = useLocation()
  const [search] = useSearchParams()
  const cursor = search.get('cursor')
  const suffix = cursor === null ? '' : `?${new URLSearchParams({ cursor })}`
  const query = { limit: pageSize, ...(cursor && { cursor }) }
  return (
    <Panel title="Events">
      <Loaded query={useEventList(query)}>
        {({ events, cursor: next }) => (
          <>
            {events.length === 0 ? (
              <EmptyState icon={Bell} title="No events yet">
                The events of the last 30 days appear here, with how their messages were delivered.
              </EmptyState>
            ) : (
              <ul className={classes.list}>
                {events.map((event) => (
                  <Row key={event.id} event={event} search={suffix} />
                ))}
              </ul>
            )}
            <Paging cursor={next} />
          </>
        )}
      </Loaded>
      <Drawer
        opened={id !== undefined}
        onClose={() => navigate(`/alerts${suffix}`)}
        position="right"
        size="min(40rem, 100vw)"
        title="Event"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {id !== undefined && <Details id={id} />}
      </Drawer>
    </Panel>
  )
}

const Row = ({ event, search }: { event: EventView; search: string }) => {
  const { id, created, webhook } = event
  const { title, facts } = toEventText(event)
  return (
    <li className={classes.row}>
      <div className={classes.grow}>
        <Anchor component={Link} href={`/alerts/${id}${search}`} size="sm" className={classes.name}>
          {title}
        </Anchor>
        <Text size="sm" c="dimmed" className={classes.name}>
          {facts[0]?.[1]} · {receiverOf(event)} · <Time seconds={created} inRow />
        </Text>
      </div>
      <StatusBadge status={webhook.status} />
    </li>
  )
}

const receiverOf = ({ webhook: { url } }: EventView) =>
  url === '' ? 'to a deleted subscription' : `to ${receiverName(url)}`

const Details = ({ id }: { id: string }) => (
  <Loaded query={useEvent(id)}>
    {(event) => {
      const { title, facts, path } = toEventText(event)
      const rows = [...facts, ['Event', event.type] as const]
      return (
        <Stack>
          <div>
            <Title order={3} size="h5">
              {title}
            </Title>
            <Text size="sm" c="dimmed">
              <Time seconds={event.created} />
            </Text>
          </div>
          <Table>
            <Table.Tbody>
              {rows.map(([label, value]) => (
                <Table.Tr key={label}>
                  <Table.Th>{label}</Table.Th>
                  <Table.Td className={classes.name}>{value}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
          {event.type !== 'test' && (
            <Anchor component={Link} href={path} size="sm">
              Show what it is about
            </Anchor>
          )}
          <WebhookAttempts request={{ id, status: 'done' }} of="events" webhook={event.webhook} />
        </Stack>
      )
    }}
  </Loaded>
)
