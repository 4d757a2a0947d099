import { ActionIcon, Button, Menu, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import type { SubscriptionView } from '../../../lib/schema/subscriptions.ts'
import { useSubscriptionDeletion, useSubscriptions, useSubscriptionTest } from '../api/events.ts'
import classes from '../keys/keys.module.css'
import { Confirm } from '../shared/confirm.tsx'
import { Bell, Ellipsis, Pencil, Plus, Trash2 } from '../shared/icons.tsx'
import { Panel } from '../shared/panel.tsx'
import { EmptyState, ErrorState, Loaded } from '../shared/states.tsx'
import { formatNames, isTopic, receiverName, topicTexts } from './alert-texts.ts'
import { SubscriptionForm } from './subscription-form.tsx'

type Dialog = 'new' | 'edit' | 'delete'

/** The subscriptions of the account, with what changes and tests them. `?topics=` opens the form with these topics. */
export const Subscriptions = () => {
  const [, navigate] = useLocation()
  const [search, setSearch] = useSearchParams()
  const asked = search.get('topics')
  const [dialog, setDialog] = useState<Dialog | undefined>(asked === null ? undefined : 'new')
  // Stays when a dialog closes, and when its subscription is no longer listed.
  const [selected, setSelected] = useState<SubscriptionView>()
  const test = useSubscriptionTest()
  const close = () => {
    setDialog(undefined)
    if (asked !== null) setSearch({}, { replace: true })
  }
  const props = (name: Dialog) => ({ opened: dialog === name, onClose: close })
  return (
    <Panel
      title="Subscriptions"
      aside={
        <Button size="xs" leftSection={<Plus size={14} aria-hidden />} onClick={() => setDialog('new')}>
          New subscription
        </Button>
      }
    >
      {test.error && <ErrorState error={test.error} />}
      <Loaded query={useSubscriptions()}>
        {({ subscriptions }) =>
          subscriptions.length === 0 ? (
            <EmptyState icon={Bell} title="No subscriptions yet">
              A subscription sends the events that you choose to one channel or program. Until then, nothing
              is sent.
            </EmptyState>
          ) : (
            <ul className={classes.list}>
              {subscriptions.map((subscription) => (
                <Row
                  key={subscription.id}
                  subscription={subscription}
                  isTesting={test.isPending && test.variables === subscription.id}
                  onTest={() =>
                    test.mutate(subscription.id, { onSuccess: ({ id }) => navigate(`/alerts/${id}`) })
                  }
                  onAct={(name) => {
                    setSelected(subscription)
                    setDialog(name)
                  }}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      <SubscriptionForm {...props('new')} topics={(asked ?? '').split(',').filter(isTopic)} />
      {selected && (
        <>
          <SubscriptionForm key={selected.id} {...props('edit')} subscription={selected} />
          <DeleteSubscription {...props('delete')} subscription={selected} />
        </>
      )}
    </Panel>
  )
}

interface RowProps {
  subscription: SubscriptionView
  isTesting: boolean
  onTest: () => void
  onAct: (dialog: Dialog) => void
}

const Row = ({ subscription, isTesting, onTest, onAct }: RowProps) => {
  const { format, webhook_url, topics } = subscription
  const name = nameOf(subscription)
  return (
    <li className={classes.row}>
      <div className={classes.grow}>
        <Text size="sm" fw={600} className={classes.name}>
          {formatNames[format]}{' '}
          <Text span c="dimmed" size="sm">
            {receiverName(webhook_url)}
          </Text>
        </Text>
        <Text size="sm" c="dimmed">
          {listTopics(topics)}
        </Text>
      </div>
      <Button variant="default" size="xs" loading={isTesting} onClick={onTest} aria-label={`Test ${name}`}>
        Test
      </Button>
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`Actions of ${name}`}>
            <Ellipsis size={18} aria-hidden />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Pencil size={16} />} onClick={() => onAct('edit')}>
            Edit
          </Menu.Item>
          <Menu.Item leftSection={<Trash2 size={16} />} color="red" onClick={() => onAct('delete')}>
            Delete
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </li>
  )
}

/** Returns the topics as one sentence. */
const listTopics = (topics: SubscriptionView['topics']) => {
  const text = topics.map((topic) => topicTexts[topic].toLowerCase()).join(', ')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const nameOf = ({ format, webhook_url }: SubscriptionView) =>
  `${formatNames[format]} at ${receiverName(webhook_url)}`

interface DeleteProps {
  subscription: SubscriptionView
  opened: boolean
  onClose: () => void
}

const DeleteSubscription = ({ subscription, opened, onClose }: DeleteProps) => {
  const deletion = useSubscriptionDeletion()
  const remove = () =>
    deletion.mutate(subscription.id, {
      onSuccess: () => {
        onClose()
        notifications.show({ message: 'The subscription was deleted.' })
      },
    })
  return (
    <Confirm
      opened={opened}
      onClose={onClose}
      title="Delete the subscription?"
      action="Delete subscription"
      mutation={deletion}
      onConfirm={remove}
    >
      <Text size="sm">
        {nameOf(subscription)} receives no further events. Messages that are waiting for another attempt are
        not sent.
      </Text>
    </Confirm>
  )
}
