import { endpoints } from '../../lib/http/endpoint.ts'
import { taskRoutes } from '../../lib/http/tasks.ts'
import { deps } from '../deps.ts'
import { scheduleDeps } from '../schedules.ts'

export const handler = endpoints(taskRoutes(scheduleDeps), deps)
