import { Button, Group, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { crontabOf } from '../../../lib/core/tasks/crontab-of.ts'
import type { TaskInput } from '../api/tasks.ts'
import { type RenderCall, toPairs, withValue } from '../parameters/form-values.ts'
import { OperationTabs } from '../parameters/operation-tabs.tsx'
import { ParameterForm } from '../parameters/parameter-form.tsx'
import {
  findProblems,
  focusProblem,
  inBackground,
  type Problems,
  useProblems,
} from '../parameters/problems.ts'
import { SourceField, sourceNames } from '../parameters/source-field.tsx'
import { useCall } from '../parameters/use-call.ts'
import { type Schedule, scheduleProblem, toTimes } from '../schedule/schedule.ts'
import { ScheduleFields } from '../schedule/schedule-fields.tsx'
import { SchedulePreview } from '../schedule/schedule-preview.tsx'
import { Panel } from '../shared/panel.tsx'
import { ErrorState } from '../shared/states.tsx'
import classes from './tasks.module.css'
import { TrialRun } from './trial-run.tsx'
import { WatchFields } from './watch-fields.tsx'
import { toWatchInput, type Watching } from './watching.ts'
import { WebhookField } from './webhook-field.tsx'

/** What the form begins with. */
export interface TaskStart {
  name: string
  call: RenderCall
  schedule: Schedule
  watching: Watching
}

interface Props {
  start: TaskStart
  action: string
  isPending: boolean
  error: Error | null
  onSave: (task: TaskInput) => void
  onCancel: () => void
}

/** A run is always asynchronous, and the webhook has its own field. */
const ownNames = [...sourceNames, 'async', 'webhook_url']

/** The fields of a task: what it renders, when, and whom it tells. */
export const TaskForm = ({ start, action, isPending, error, onSave, onCancel }: Props) => {
  const [name, setName] = useState(start.name)
  const [schedule, setSchedule] = useState(start.schedule)
  const [watching, setWatching] = useState(start.watching)
  const [sent, setSent] = useState<string>()
  const [isTried, setTried] = useState(false)
  const form = useCall(start.call)
  const { call } = form
  const root = useRef<HTMLFormElement>(null)
  const shown = JSON.stringify([call, watching])
  const found = useProblems(inBackground(call), sent === shown ? error : null)
  // An empty form has no mistake before someone tries to render or save it. A URL has one as soon as it is entered.
  const isStrict = sent !== undefined
  const isCallStrict = isStrict || isTried
  const problems: Problems = isCallStrict ? found : new Map()
  const isValid = () =>
    findProblems(inBackground(call)).size === 0 &&
    name.trim() !== '' &&
    scheduleProblem(schedule) === undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isValid()) return focusProblem(root.current, form, () => setSent(shown))
    setSent(shown)
    onSave({ ...toInput(name.trim(), call, schedule), ...toWatchInput(watching, call, start.watching) })
  }
  return (
    <form onSubmit={submit} noValidate ref={root}>
      <div className={classes.columns}>
        <Stack>
          <Panel title="What">
            <Stack>
              <TextInput
                label="Name"
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
                maxLength={100}
                error={isStrict && name.trim() === '' && 'Give the task a name.'}
                placeholder="Front page every morning"
                autoComplete="off"
              />
              <OperationTabs form={form} />
              <SourceField
                form={form}
                problem={isCallStrict || form.source in call.values ? found.get(form.source) : undefined}
              />
            </Stack>
          </Panel>
          <Panel title="Parameters">
            <ParameterForm form={form} problems={problems} without={ownNames} />
          </Panel>
        </Stack>
        <Stack>
          <Panel title="When">
            <Stack>
              <ScheduleFields schedule={schedule} isStrict={isStrict} onChange={setSchedule} />
              <div>
                <SchedulePreview crontab={crontabOf(toTimes(schedule))} timeZone={schedule.timezone} />
              </div>
            </Stack>
          </Panel>
          <Panel title="Compare and keep">
            <WatchFields
              call={call}
              watching={watching}
              problem={problems.get('watch')}
              onChange={setWatching}
            />
          </Panel>
          <Panel title="Webhook">
            <WebhookField
              call={call}
              problem={found.get('webhook_url')}
              onChange={(parameter, value) => form.change(withValue(call.values, parameter, value))}
            />
          </Panel>
          {error && <ErrorState error={error} />}
          <Group justify="flex-end">
            <TrialRun call={call} onInvalid={() => focusProblem(root.current, form, () => setTried(true))} />
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
            <Button type="submit" loading={isPending}>
              {action}
            </Button>
          </Group>
        </Stack>
      </div>
    </form>
  )
}

const toInput = (name: string, call: RenderCall, schedule: Schedule): TaskInput => ({
  name,
  api: call.operation,
  query: new URLSearchParams(toPairs(call)).toString(),
  timezone: schedule.timezone,
  ...toTimes(schedule),
})
