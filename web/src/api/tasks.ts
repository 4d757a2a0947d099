import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { RequestList } from '../../../lib/schema/requests.ts'
import type { Task, TaskChanges } from '../../../lib/schema/tasks.ts'
import { callApi, readApi } from './call-api.ts'
import { readPart } from './overview.ts'
import { pollWhile } from './poll-budget.ts'
import { queryKeys } from './query-keys.ts'

/** Reads the tasks of the account, whose plan must include them. Newest first. */
export const useTasks = () =>
  useQuery({
    queryKey: queryKeys.tasks(),
    queryFn: ({ client, signal }) =>
      readPart(
        client,
        ({ tasks }) => tasks && { tasks },
        () => readApi<{ tasks: Task[] }>({ path: '/v1/tasks', signal }),
      ),
  })

const pathOf = (id: number) => `/v1/tasks/${id}`

/** Changes the list of tasks, and the pages that show it. */
const useTaskMutation = <Input, Output>(change: (input: Input) => Promise<Output>) => {
  const client = useQueryClient()
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: queryKeys.tasks() }),
  })
}

/** How many runs the page of a task reads. */
const runsRead = '50'

const statesOf = ({ requests }: RequestList) => requests.map(({ id, status }) => `${id} ${status}`).join()

/** Reads the latest runs of a task, and reads them again while one of them renders. */
export const useRuns = (id: number) =>
  useQuery({
    queryKey: queryKeys.runs(id),
    queryFn: async ({ client, signal }) => {
      const before = client.getQueryData<RequestList>(queryKeys.runs(id))
      const runs = await readApi<RequestList>({
        path: `${pathOf(id)}/runs`,
        query: { limit: runsRead },
        signal,
      })
      // The task counts a run that has begun, and one that has ended can be its baseline.
      if (before && statesOf(before) !== statesOf(runs))
        client.invalidateQueries({ queryKey: queryKeys.tasks() }).catch(() => {})
      return runs
    },
    refetchInterval: ({ state }) =>
      pollWhile(
        state.data?.requests.some(({ status }) => status === 'queued') === true,
        state.dataUpdateCount,
      ),
  })

/** Makes this run the baseline, unless a later one is done. */
export const useBaselineAcceptance = (id: number) => {
  const client = useQueryClient()
  return useTaskMutation(async (run: string) => {
    try {
      return await readApi<Task>({ method: 'POST', path: `${pathOf(id)}/baseline`, body: { run } })
    } catch (error) {
      // The page has not shown the later run yet.
      await client.invalidateQueries({ queryKey: queryKeys.runs(id) })
      throw error
    }
  })
}

/** Runs a task now, whatever its schedule says. */
export const useRunNow = (id: number) => {
  const client = useQueryClient()
  return useTaskMutation(async (_: undefined) => {
    await callApi({ method: 'POST', path: `${pathOf(id)}/runs` })
    await client.invalidateQueries({ queryKey: queryKeys.requests() })
  })
}

/** A task as the form sends it. */
export type TaskInput = Pick<Task, 'name' | 'api' | 'query' | 'frequency' | 'timezone'> &
  Pick<TaskChanges, 'crontab' | 'watch' | 'keep_runs'>

/** Creates a task. */
export const useTaskCreation = () =>
  useTaskMutation((task: TaskInput) => readApi<Task>({ method: 'POST', path: '/v1/tasks', body: task }))

/** Changes fields of a task. */
export const useTaskChange = (id: number) =>
  useTaskMutation((changes: TaskChanges) =>
    readApi<Task>({ method: 'PATCH', path: pathOf(id), body: changes }),
  )

/** Deletes a task. Its earlier runs stay. */
export const useTaskDeletion = (id: number) =>
  useTaskMutation(async (_: undefined) => {
    await callApi({ method: 'DELETE', path: pathOf(id) })
  })
