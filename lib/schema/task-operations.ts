import { NotFoundError, PlanRequiredError, QuotaExceededError, RunNotLatestError } from '../base/errors.ts'
import { type AppErrorClass, json, noContent, noOptions, signed } from './operation-rows.ts'
import { Acknowledgement, ListRunsOptions, RequestList } from './requests.ts'
import { AcceptBaselineOptions, Task, TaskChanges, TaskList, TaskOptions } from './tasks.ts'

const tasks = { functionName: 'tasks', path: '/v1/tasks' } as const

const pathParameter = { description: 'The `id` of the task.', example: '244891732049920' }

const task = { functionName: 'task', path: '/v1/tasks/{id}', pathParameter } as const

const runs = { functionName: 'task-runs', path: '/v1/tasks/{id}/runs', pathParameter } as const

const ofTasks = (...own: AppErrorClass[]) =>
  ({ ...signed(PlanRequiredError, ...own), feature: 'tasks' }) as const

/** The rows of scheduled tasks in the operations table. */
export const taskOperations = {
  create_task: {
    ...tasks,
    methods: ['POST'],
    summary: 'Create a task',
    description:
      'A task runs one of the rendering operations on a schedule. Each run is an asynchronous request that counts against the quota. Creating, changing and deleting tasks does not count. Requires the scale plan. With the header `Idempotency-Key`, a repeated request returns the task that the first one created.',
    input: TaskOptions,
    ...json(Task, 201),
    ...ofTasks(),
  },
  list_tasks: {
    ...tasks,
    methods: ['GET'],
    summary: 'List tasks',
    description: 'Returns all tasks of the account, newest first. Requires the scale plan.',
    input: noOptions,
    ...json(TaskList),
    ...ofTasks(),
  },
  get_task: {
    ...task,
    methods: ['GET'],
    summary: 'Get a task',
    description:
      'Returns the current definition of the task and its number of runs. Requires the scale plan.',
    input: noOptions,
    ...json(Task),
    ...ofTasks(NotFoundError),
  },
  update_task: {
    ...task,
    methods: ['PATCH'],
    summary: 'Update a task',
    description:
      'Updates the given fields and leaves the others unchanged. A `frequency` other than custom removes the `crontab`. Requires the scale plan.',
    input: TaskChanges,
    ...json(Task),
    ...ofTasks(NotFoundError),
  },
  delete_task: {
    ...task,
    methods: ['DELETE'],
    summary: 'Delete a task',
    description:
      'Deletes the task and the runs that have not started. The requests of earlier runs are kept. Requires the scale plan.',
    input: noOptions,
    ...noContent,
    ...ofTasks(NotFoundError),
  },
  list_runs: {
    ...runs,
    methods: ['GET'],
    summary: 'List the runs of a task',
    description:
      'Returns the runs of the task, newest first: their requests, with `change` if the task watches its page. A page can have fewer runs than `limit`, or none, although more follow: the list ends where `cursor` is null. Requires the scale plan.',
    input: ListRunsOptions,
    ...json(RequestList),
    ...ofTasks(NotFoundError),
  },
  start_run: {
    ...runs,
    methods: ['POST'],
    summary: 'Run a task now',
    description:
      'Starts a run of the task in addition to those of its schedule, even if the task is not enabled. The run counts against the quota like every other. Returns 202 with the `id` and the `url` of its request. With the header `Idempotency-Key`, a repeated request returns the run that the first one started. Requires the scale plan.',
    input: noOptions,
    ...json(Acknowledgement, 202),
    ...ofTasks(NotFoundError, QuotaExceededError),
  },
  accept_baseline: {
    functionName: 'task-baseline',
    methods: ['POST'],
    path: '/v1/tasks/{id}/baseline',
    pathParameter,
    summary: 'Accept the latest run as the baseline',
    description:
      'Makes the latest run that is done the baseline of a task with `watch`. The next run is compared with it. Returns the task. Requires the scale plan.',
    input: AcceptBaselineOptions,
    ...json(Task),
    ...ofTasks(NotFoundError, RunNotLatestError),
  },
} as const
