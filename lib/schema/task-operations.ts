import * as z from 'zod'
import { NotFoundError, PlanRequiredError, QuotaExceededError, RunNotLatestError } from '../base/errors.ts'
import { json, signed } from './operation-rows.ts'
import { Acknowledgement, ListRunsOptions, RequestList } from './requests.ts'
import { AcceptBaselineOptions, Task, TaskChanges, TaskList, TaskOptions } from './tasks.ts'

const noOptions = z.strictObject({})

const taskId = { description: 'The `id` of the task.', example: '244891732049920' }

/** The rows of scheduled tasks in the operations table. */
export const taskOperations = {
  create_task: {
    id: 'create_task',
    functionName: 'tasks',
    methods: ['POST'],
    path: '/v1/tasks',
    summary: 'Create a task',
    description:
      'A task runs one of the rendering operations on a schedule. Each run is an asynchronous request that counts against the quota. Creating, changing and deleting tasks does not count. Requires the scale plan. With the header `Idempotency-Key`, a repeated request returns the task that the first one created.',
    input: TaskOptions,
    success: 201,
    produces: ['application/json'],
    output: Task,
    ...signed(PlanRequiredError),
    feature: 'tasks',
  },
  list_tasks: {
    id: 'list_tasks',
    functionName: 'tasks',
    methods: ['GET'],
    path: '/v1/tasks',
    summary: 'List tasks',
    description: 'Returns all tasks of the account, newest first. Requires the scale plan.',
    input: noOptions,
    ...json(TaskList),
    ...signed(PlanRequiredError),
    feature: 'tasks',
  },
  get_task: {
    id: 'get_task',
    functionName: 'task',
    methods: ['GET'],
    path: '/v1/tasks/{id}',
    pathParameter: taskId,
    summary: 'Get a task',
    description:
      'Returns the current definition of the task and its number of runs. Requires the scale plan.',
    input: noOptions,
    ...json(Task),
    ...signed(PlanRequiredError, NotFoundError),
    feature: 'tasks',
  },
  update_task: {
    id: 'update_task',
    functionName: 'task',
    methods: ['PATCH'],
    path: '/v1/tasks/{id}',
    pathParameter: taskId,
    summary: 'Update a task',
    description:
      'Updates the given fields and leaves the others unchanged. A `frequency` other than custom removes the `crontab`. Requires the scale plan.',
    input: TaskChanges,
    ...json(Task),
    ...signed(PlanRequiredError, NotFoundError),
    feature: 'tasks',
  },
  delete_task: {
    id: 'delete_task',
    functionName: 'task',
    methods: ['DELETE'],
    path: '/v1/tasks/{id}',
    pathParameter: taskId,
    summary: 'Delete a task',
    description:
      'Deletes the task and the runs that have not started. The requests of earlier runs are kept. Requires the scale plan.',
    input: noOptions,
    success: 204,
    produces: [],
    ...signed(PlanRequiredError, NotFoundError),
    feature: 'tasks',
  },
  list_runs: {
    id: 'list_runs',
    functionName: 'task-runs',
    methods: ['GET'],
    path: '/v1/tasks/{id}/runs',
    pathParameter: taskId,
    summary: 'List the runs of a task',
    description:
      'Returns the runs of the task, newest first: their requests, with `change` if the task watches its page. A page can have fewer runs than `limit`, or none, although more follow: the list ends where `cursor` is null. Requires the scale plan.',
    input: ListRunsOptions,
    ...json(RequestList),
    ...signed(PlanRequiredError, NotFoundError),
    feature: 'tasks',
  },
  start_run: {
    id: 'start_run',
    functionName: 'task-runs',
    methods: ['POST'],
    path: '/v1/tasks/{id}/runs',
    pathParameter: taskId,
    summary: 'Run a task now',
    description:
      'Starts a run of the task in addition to those of its schedule, even if the task is not enabled. The run counts against the quota like every other. Returns 202 with the `id` and the `url` of its request. With the header `Idempotency-Key`, a repeated request returns the run that the first one started. Requires the scale plan.',
    input: noOptions,
    success: 202,
    produces: ['application/json'],
    output: Acknowledgement,
    ...signed(PlanRequiredError, NotFoundError, QuotaExceededError),
    feature: 'tasks',
  },
  accept_baseline: {
    id: 'accept_baseline',
    functionName: 'task-baseline',
    methods: ['POST'],
    path: '/v1/tasks/{id}/baseline',
    pathParameter: taskId,
    summary: 'Accept the latest run as the baseline',
    description:
      'Makes the latest run that is done the baseline of a task with `watch`. The next run is compared with it. Returns the task. Requires the scale plan.',
    input: AcceptBaselineOptions,
    ...json(Task),
    ...signed(PlanRequiredError, NotFoundError, RunNotLatestError),
    feature: 'tasks',
  },
} as const
