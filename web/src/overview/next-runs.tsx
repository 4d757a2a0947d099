import { Text } from '@mantine/core'
import type { Task } from '../../../lib/schema/tasks.ts'
import { useAccount } from '../api/account.ts'
import { useTasks } from '../api/tasks.ts'
import { Panel } from '../shared/panel.tsx'
import { Loaded } from '../shared/states.tsx'
import { Time, useNowSeconds } from '../shared/time.tsx'
import { nextRunMs } from '../tasks/task-times.tsx'
import classes from './overview.module.css'

const shown = 4

/** The tasks that run next. An account whose plan has no tasks does not see the card. */
export const NextRuns = () => {
  const { data: account } = useAccount()
  return account?.plan.features.includes('tasks') ? <NextRunsCard /> : null
}

const NextRunsCard = () => {
  const now = useNowSeconds()
  return (
    <Panel title="Next runs">
      <Loaded query={useTasks()}>
        {({ tasks }) => {
          const runs = tasks
            .flatMap((task) => findNextRun(task, now))
            .sort((first, second) => first.at - second.at)
          if (runs.length === 0)
            return (
              <Text size="sm" c="dimmed">
                No task is scheduled.
              </Text>
            )
          return (
            <ul className={classes.failures}>
              {runs.slice(0, shown).map(({ id, name, at }) => (
                <li key={id}>
                  <Text size="sm" span truncate className={classes.run}>
                    {name}
                  </Text>
                  <Text size="sm" c="dimmed" span>
                    <Time seconds={at} />
                  </Text>
                </li>
              ))}
            </ul>
          )
        }}
      </Loaded>
    </Panel>
  )
}

const findNextRun = (task: Task, nowSeconds: number) => {
  const runMs = nextRunMs(task, nowSeconds * 1000)
  return runMs === undefined ? [] : [{ id: task.id, name: task.name, at: runMs / 1000 }]
}
