import { Anchor, Button, Stack, Text } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { useRequest } from '../api/requests.ts'
import { useTestWebhook } from '../api/test-webhook.ts'
import { Send } from '../shared/icons.tsx'
import { isLocal } from '../shared/is-local.ts'
import { Page } from '../shared/page.tsx'
import { Panel } from '../shared/panel.tsx'
import { ErrorState, Loaded } from '../shared/states.tsx'
import { UrlInput } from '../shared/url-input.tsx'
import { Receivers } from './receivers.tsx'
import { WebhookAttempts } from './webhook-attempts.tsx'
import { WebhookVerifier } from './webhook-verifier.tsx'

/** How to receive webhooks, and a way to try it. */
export const Webhooks = () => (
  <Page
    title="Webhooks"
    description="The service sends the URL of a result to the webhook_url of its request as soon as the result is ready."
  >
    <TestPanel />
    <Panel title="Receive and verify">
      <Text size="sm" c="dimmed" mb="sm">
        The receiver prints what it gets, and refuses what is not signed with the secret key of the account.
        Any 2xx within 15 seconds is a success.
      </Text>
      <Receivers />
    </Panel>
    <Panel title="Check a signature">
      <WebhookVerifier />
    </Panel>
  </Page>
)

const TestPanel = () => {
  const [sent, setSent] = useState<string>()
  const test = useTestWebhook()
  const [url, setUrl] = useState('')
  const [isStrict, setStrict] = useState(false)
  const isValid = /^https?:\/\//.test(url.trim()) && URL.canParse(url.trim())
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setStrict(true)
    if (isValid) test.mutate(url.trim(), { onSuccess: setSent })
  }
  return (
    <Panel title="Send a test webhook">
      <Stack gap="sm">
        <Text size="sm" c="dimmed">
          Renders a small page in the background, which costs one hit, and sends its webhook to your receiver.
        </Text>
        <form onSubmit={submit} noValidate>
          <Stack gap="sm" align="flex-start">
            <UrlInput
              value={url}
              onChange={setUrl}
              error={(isStrict || url !== '') && !isValid && 'Enter the URL of your receiver, with https://'}
              label="URL of the receiver"
              placeholder={isLocal ? 'http://127.0.0.1:8080/' : 'https://example.com/hooks/rendered'}
              w="min(34rem, 100%)"
            />
            <Button type="submit" leftSection={<Send size={16} aria-hidden />} loading={test.isPending}>
              Send
            </Button>
          </Stack>
        </form>
        {test.error && <ErrorState error={test.error} />}
        {sent !== undefined && <Delivery id={sent} />}
      </Stack>
    </Panel>
  )
}

const Delivery = ({ id }: { id: string }) => {
  const [, navigate] = useLocation()
  return (
    <Loaded query={useRequest(id)}>
      {(request) => (
        <Stack gap="xs">
          {request.webhook && <WebhookAttempts request={request} webhook={request.webhook} />}
          <Anchor
            component="button"
            type="button"
            size="sm"
            ta="left"
            onClick={() => navigate(`/requests/${id}`)}
          >
            Show the request
          </Anchor>
        </Stack>
      )}
    </Loaded>
  )
}
