import * as z from 'zod'
import { AccountReport } from './account.ts'
import { RequestList } from './requests.ts'
import { TaskList } from './tasks.ts'
import { UsageHistory, UsageReport } from './usage.ts'

/** The days of the history in an overview. */
export const overviewDays = 30

/** The requests in each list of an overview. */
export const overviewRequests = 5

/** The failed requests that an overview counts at most. */
export const overviewFailures = 100

/** The body of `GET /v1/overview`. */
export const Overview = z.strictObject({
  /** As `GET /v1/account` returns it. */
  account: AccountReport,
  /** As `GET /v1/usage` returns it. */
  usage: UsageReport,
  /** As `GET /v1/usage/history` returns it for 30 days. */
  history: UsageHistory,
  /** The latest requests, as `GET /v1/requests` returns them. */
  requests: RequestList,
  /** The latest requests that were asynchronous, runs of a task, or stored their result. */
  stored: RequestList,
  /** Failed requests of the last 7 days by the code of their error, the most frequent first. */
  failures: z.strictObject({
    codes: z.array(z.strictObject({ code: z.string(), count: z.int().min(1) })),
    /** False if there were more requests than were read, so only the latest are counted. */
    complete: z.boolean(),
  }),
  /** As `GET /v1/tasks` returns them. Null if the plan does not include tasks. */
  tasks: TaskList.shape.tasks.nullable(),
})
export type Overview = z.output<typeof Overview>
