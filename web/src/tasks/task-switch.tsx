import { Switch } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Task } from '../../../lib/schema/tasks.ts'
import { useTaskChange } from '../api/tasks.ts'
import { CodeWords } from '../shared/code-words.tsx'

/** Turns the runs of a task on and off. */
export const TaskSwitch = ({ task }: { task: Task }) => {
  const change = useTaskChange(task.id)
  const shown = change.isPending ? change.variables.enabled === true : task.enabled
  const toggle = (enabled: boolean) =>
    change.mutate(
      { enabled },
      {
        onError: ({ message }) =>
          notifications.show({
            color: 'red',
            title: 'The task was not changed',
            message: <CodeWords text={message} />,
          }),
      },
    )
  return (
    <Switch
      checked={shown}
      disabled={change.isPending}
      onChange={(event) => toggle(event.currentTarget.checked)}
      aria-label={`${task.name} is on`}
      withThumbIndicator={false}
    />
  )
}
