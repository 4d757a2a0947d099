import * as z from 'zod'
import { InvalidBodyError, NotFoundError, PlanRequiredError } from '../errors.ts'
import { accessErrors, everyError } from './operation-errors.ts'
import { Task, TaskChanges, TaskList, TaskOptions } from './tasks.ts'

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
      'A task runs one of the rendering operations again and again. Each run is an asynchronous request that counts against the quota; creating, changing and deleting tasks does not. Needs the scale plan. With the header `Idempotency-Key`, a repeated request gets the task that the first one made.',
    input: TaskOptions,
    success: 201,
    produces: ['application/json'],
    output: Task,
    errors: [...everyError, InvalidBodyError, ...accessErrors, PlanRequiredError],
    renders: false,
    counted: false,
    feature: 'tasks',
    keyRequired: true,
  },
  list_tasks: {
    id: 'list_tasks',
    functionName: 'tasks',
    methods: ['GET'],
    path: '/v1/tasks',
    summary: 'List the tasks',
    description: 'All tasks of the account, newest first. Needs the scale plan.',
    input: noOptions,
    success: 200,
    produces: ['application/json'],
    output: TaskList,
    errors: [...everyError, ...accessErrors, PlanRequiredError],
    renders: false,
    counted: false,
    feature: 'tasks',
    keyRequired: true,
  },
  get_task: {
    id: 'get_task',
    functionName: 'task',
    methods: ['GET'],
    path: '/v1/tasks/{id}',
    pathParameter: taskId,
    summary: 'See a task',
    description: 'The task as it is now, with its runs so far. Needs the scale plan.',
    input: noOptions,
    success: 200,
    produces: ['application/json'],
    output: Task,
    errors: [...everyError, ...accessErrors, PlanRequiredError, NotFoundError],
    renders: false,
    counted: false,
    feature: 'tasks',
    keyRequired: true,
  },
  update_task: {
    id: 'update_task',
    functionName: 'task',
    methods: ['PATCH'],
    path: '/v1/tasks/{id}',
    pathParameter: taskId,
    summary: 'Change a task',
    description:
      'Changes what is given and leaves the rest. A `frequency` other than custom takes the old `crontab` away. Needs the scale plan.',
    input: TaskChanges,
    success: 200,
    produces: ['application/json'],
    output: Task,
    errors: [...everyError, InvalidBodyError, ...accessErrors, PlanRequiredError, NotFoundError],
    renders: false,
    counted: false,
    feature: 'tasks',
    keyRequired: true,
  },
  delete_task: {
    id: 'delete_task',
    functionName: 'task',
    methods: ['DELETE'],
    path: '/v1/tasks/{id}',
    pathParameter: taskId,
    summary: 'Delete a task',
    description:
      'The task is gone, and with it runs that have not begun. The requests of earlier runs stay. Needs the scale plan.',
    input: noOptions,
    success: 204,
    produces: [],
    errors: [...everyError, InvalidBodyError, ...accessErrors, PlanRequiredError, NotFoundError],
    renders: false,
    counted: false,
    feature: 'tasks',
    keyRequired: true,
  },
} as const
