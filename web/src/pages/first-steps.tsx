import { Anchor, Text } from '@mantine/core'
import { Circle, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useRequestList } from '../api/requests.ts'
import { useUsage } from '../api/usage.ts'
import { CodeBlock } from '../shared/code-block.tsx'
import { Panel } from '../shared/panel.tsx'
import classes from './overview.module.css'

/** What a new account does first. The card is gone when everything is done. */
export const FirstSteps = () => {
  const { data: usage } = useUsage()
  const { data: list } = useRequestList({ limit: '5' })
  if (!usage || !list) return null
  const hasRendered = usage.hits.used > 0 || list.requests.some(({ status }) => status === 'done')
  const hasBackground = list.requests.length > 0
  const hasWebhook = list.requests.some(({ webhook }) => webhook?.status === 'delivered')
  // Later requests may have no webhook. An account that renders for a while needs no first steps.
  const isSettled = list.cursor !== null
  if ((hasRendered && hasBackground && hasWebhook) || isSettled) return null
  return (
    <Panel title="First steps">
      <ol className={classes.steps}>
        <Step isDone={hasRendered} title="Take a screenshot">
          <CodeBlock
            language="bash"
            what="the command"
            code={`curl -o demo.jpeg -H "X-Access-Key: $ACCESS_KEY" \\\n  "${location.origin}/v1/screenshot?url=http://demo.stillframe.example/"`}
          />
        </Step>
        <Step isDone={hasBackground} title="Render in the background">
          Add <code>async=true</code>. The request then appears under{' '}
          <Anchor component={Link} href="/requests" size="sm" underline="always">
            Requests
          </Anchor>
          , with its result.
        </Step>
        <Step isDone={hasWebhook} title="Receive a webhook">
          <Anchor component={Link} href="/webhooks" size="sm" underline="always">
            Start a receiver
          </Anchor>{' '}
          in your language, and send it a test.
        </Step>
      </ol>
    </Panel>
  )
}

interface StepProps {
  isDone: boolean
  title: string
  children: ReactNode
}

const Step = ({ isDone, title, children }: StepProps) => (
  <li className={classes.step}>
    <span className={classes.mark} data-done={isDone || undefined}>
      {isDone ? (
        <CircleCheck size={20} aria-label="Done" role="img" />
      ) : (
        <Circle size={20} aria-label="Open" role="img" />
      )}
    </span>
    <div className={classes.body}>
      <Text fw={600} size="sm">
        {title}
      </Text>
      {!isDone && (
        <Text size="sm" c="dimmed" component="div">
          {children}
        </Text>
      )}
    </div>
  </li>
)
