import { createRunTask } from '../lib/jobs/tasks/run-task.ts'
import { createTaskStore } from '../lib/store/tasks.ts'
import { config, deps, dynamo } from './deps.ts'
import { hits } from './hit-deps.ts'
import { queues } from './queue-deps.ts'
import { requests } from './request-deps.ts'

/** The composition root of what runs tasks. */
export const tasks = createTaskStore({ dynamo, tableName: config.tasksTable })

/** For the render worker. */
export const runTask = createRunTask({ ...deps, tasks, requests, hits, queues })
