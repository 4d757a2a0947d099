import { Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useAccount } from '../api/account.ts'
import { useSubscriptions } from '../api/events.ts'
import { useRequestList } from '../api/requests.ts'
import { useTasks } from '../api/tasks.ts'
import { useUsage } from '../api/usage.ts'
import type { RenderCall } from '../parameters/form-values.ts'
import { demoUrl } from '../shared/demo-page.ts'
import {
  Bell,
  Bot,
  CalendarClock,
  Camera,
  Circle,
  CircleCheck,
  type Icon as IconType,
  Webhook,
} from '../shared/icons.tsx'
import { Panel } from '../shared/panel.tsx'
import classes from './overview.module.css'

const demoTask: RenderCall = { operation: 'screenshot', values: { url: demoUrl } }

/** The first steps of a new account. The card disappears when all are done. */
export const FirstSteps = () => {
  const { data: account } = useAccount()
  const { data: usage } = useUsage()
  const { data: list } = useRequestList({ stored: 'true', limit: '5' }, { part: 'stored' })
  if (!account || !usage || !list) return null
  const hasRendered = usage.hits.used > 0 || list.requests.some(({ status }) => status === 'done')
  const hasWebhook = list.requests.some(({ webhook }) => webhook?.status === 'delivered')
  const hasTask = list.requests.some(({ task_id }) => task_id !== null)
  const canSchedule = account.plan.features.includes('tasks')
  // Later requests may have no webhook. An account that renders for a while needs no first steps.
  const isSettled = list.cursor !== null
  if ((hasRendered && hasWebhook && (hasTask || !canSchedule)) || isSettled) return null
  return (
    <Panel title="First steps">
      <ol className={classes.steps}>
        <Step
          isDone={hasRendered}
          title="Take a screenshot"
          action={{
            text: 'Render the demo page',
            icon: Camera,
            href: `/playground?operation=screenshot&url=${encodeURIComponent(demoUrl)}`,
          }}
        >
          The playground has every parameter, and the same call as code.
        </Step>
        {canSchedule && <TaskStep hasRun={hasTask} />}
        {canSchedule && <AlertStep />}
        <Step
          isDone={hasWebhook}
          title="Receive a webhook"
          action={{ text: 'Send a test webhook', icon: Webhook, href: '/webhooks' }}
        >
          Start a receiver in your language. It verifies the signature.
        </Step>
        <Step
          isDone={false}
          title="Connect an AI agent"
          action={{ text: 'Connect a client', icon: Bot, href: '/agents' }}
        >
          Claude Code, Cursor and VS Code take screenshots and read pages over MCP.
        </Step>
      </ol>
    </Panel>
  )
}

const TaskStep = ({ hasRun }: { hasRun: boolean }) => {
  const { data } = useTasks()
  return (
    <Step
      isDone={hasRun || (data?.tasks.length ?? 0) > 0}
      title="Schedule a task"
      action={{ text: 'Schedule the demo page', icon: CalendarClock, href: '/tasks/new', state: demoTask }}
    >
      A task renders a page on a schedule, for example every minute.
    </Step>
  )
}

/** Shown only once a task watches a page. */
const AlertStep = () => {
  const { data } = useTasks()
  return data?.tasks.some(({ watch }) => watch !== null) && <ChangeStep />
}

const ChangeStep = () => {
  const { data } = useSubscriptions()
  return (
    data && (
      <Step
        isDone={data.subscriptions.some(({ topics }) => topics.includes('task.changed'))}
        title="Get alerts"
        action={{ text: 'Choose a channel', icon: Bell, href: '/alerts?topics=task.changed' }}
      >
        Slack, Discord, Teams, an email or your own program can tell you when a watched page changes.
      </Step>
    )
  )
}

interface StepProps {
  isDone: boolean
  title: string
  action: { text: string; icon: IconType; href: string; state?: RenderCall }
  children: ReactNode
}

const Step = ({ isDone, title, action: { text, icon: Icon, href, state }, children }: StepProps) => (
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
        <>
          <Text size="sm" c="dimmed" mb="xs">
            {children}
          </Text>
          <Button
            renderRoot={(props) => <Link {...props} href={href} state={state} />}
            variant="default"
            size="xs"
            leftSection={<Icon size={14} aria-hidden />}
          >
            {text}
          </Button>
        </>
      )}
    </div>
  </li>
)
