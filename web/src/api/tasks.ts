import { useQuery } from '@tanstack/react-query'
import type { Task } from '../../../lib/schema/tasks.ts'
import { readApi } from './call-api.ts'
import { queryKeys } from './query-keys.ts'

/** Reads the tasks of the account, whose plan must include them. */
export const useTasks = () =>
  useQuery({
    queryKey: queryKeys.tasks(),
    queryFn: ({ signal }) => readApi<{ tasks: Task[] }>({ path: '/v1/tasks', signal }),
  })
