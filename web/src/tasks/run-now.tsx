import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Task } from '../../../lib/schema/tasks.ts'
import { useRunNow } from '../api/tasks.ts'
import { CodeWords } from '../shared/code-words.tsx'
import { Play } from '../shared/icons.tsx'

/** Starts a run of a task in addition to those of its schedule. */
export const RunNow = ({ task }: { task: Task }) => {
  const run = useRunNow(task.id)
  const start = () =>
    run.mutate(undefined, {
      onError: ({ message }) =>
        notifications.show({
          color: 'red',
          title: 'The task was not run',
          message: <CodeWords text={message} />,
        }),
    })
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<Play size={14} aria-hidden />}
      onClick={start}
      loading={run.isPending}
    >
      Run now
    </Button>
  )
}
