import { Checkbox, Select, Stack, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import type { EventFormat, EventTopic } from '../../../lib/schema/events.ts'
import type { SubscriptionView } from '../../../lib/schema/subscriptions.ts'
import { useSubscriptionChange, useSubscriptionCreation } from '../api/events.ts'
import { Confirm } from '../shared/confirm.tsx'
import { UrlInput } from '../shared/url-input.tsx'
import { formatNames, isTopic, topicTexts } from './alert-texts.ts'

const urls: Readonly<Record<EventFormat, { description: string; placeholder: string }>> = {
  json: {
    description: 'Receives a signed Standard Webhook.',
    placeholder: 'https://example.com/hooks/stillframe',
  },
  slack: {
    description: 'The incoming webhook of an app in Slack.',
    placeholder: 'https://hooks.slack.com/services/…',
  },
  discord: {
    description: 'Edit channel, Integrations, Webhooks.',
    placeholder: 'https://discord.com/api/webhooks/…',
  },
  teams: {
    description: 'Workflows, Send webhook alerts to a channel.',
    placeholder: 'https://….api.powerplatform.com/…',
  },
  email: {
    description: 'The operator of the service decides who may receive emails.',
    placeholder: 'ops@example.com',
  },
}

const mailto = /^mailto:/

const toWebhookUrl = (format: EventFormat, text: string) =>
  format === 'email' ? `mailto:${text.replace(mailto, '')}` : text

const entries = <Key extends string>(texts: Readonly<Record<Key, string>>) =>
  (Object.keys(texts) as Key[]).map((value) => ({ value, label: texts[value] }))

interface Props {
  /** It is changed. Without it, one is created. */
  subscription?: SubscriptionView
  /** Chosen at the beginning. */
  topics?: readonly EventTopic[]
  opened: boolean
  onClose: () => void
}

/** Asks where events are sent, how, and which. */
export const SubscriptionForm = ({ subscription, topics: chosen, opened, onClose }: Props) => {
  const start = {
    format: subscription?.format ?? ('slack' as const),
    url: subscription?.webhook_url ?? '',
    topics: subscription?.topics ?? chosen ?? [],
  }
  const [changed, setChanged] = useState<Partial<typeof start>>({})
  const [isStrict, setStrict] = useState(false)
  const { format, url, topics } = { ...start, ...changed }
  const creation = useSubscriptionCreation()
  const change = useSubscriptionChange()
  const close = () => {
    setChanged({})
    setStrict(false)
    onClose()
  }
  const save = () => {
    setStrict(true)
    if (topics.length === 0) return
    const settings = { format, topics: [...topics], webhook_url: toWebhookUrl(format, url.trim()) }
    const onSuccess = () => {
      close()
      notifications.show({
        message: subscription ? 'The subscription was changed.' : 'The subscription was created.',
      })
    }
    if (subscription) change.mutate({ id: subscription.id, ...settings }, { onSuccess })
    else creation.mutate(settings, { onSuccess })
  }
  return (
    <Confirm
      opened={opened}
      onClose={close}
      title={subscription ? 'Edit the subscription' : 'New subscription'}
      action={subscription ? 'Save' : 'Create subscription'}
      color="indigo"
      mutation={subscription ? change : creation}
      onConfirm={save}
    >
      <Select
        label="Channel"
        data={entries(formatNames)}
        value={format}
        onChange={(next) => next !== null && setChanged({ ...changed, format: next })}
        allowDeselect={false}
      />
      {format === 'email' ? (
        <TextInput
          type="email"
          label="Address"
          {...urls.email}
          value={url.replace(mailto, '')}
          onChange={(event) => setChanged({ ...changed, url: event.currentTarget.value })}
          required
          withAsterisk={false}
        />
      ) : (
        <UrlInput
          label="Webhook URL"
          {...urls[format]}
          value={url}
          onChange={(next) => setChanged({ ...changed, url: next })}
          required
          withAsterisk={false}
        />
      )}
      <Checkbox.Group
        label="Events"
        value={[...topics]}
        onChange={(next) => setChanged({ ...changed, topics: next.filter(isTopic) })}
        error={isStrict && topics.length === 0 && 'Choose at least one event.'}
      >
        <Stack gap="xs" my="xs">
          {entries(topicTexts).map(({ value, label }) => (
            <Checkbox key={value} value={value} label={label} />
          ))}
        </Stack>
      </Checkbox.Group>
    </Confirm>
  )
}
