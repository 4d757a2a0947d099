import { backgroundSeconds, deliverySeconds, renderSeconds } from '../lib/core/plan/budgets.ts'
import { operations } from '../lib/schema/operations.ts'

/** One Lambda function. The build, the local cloud and the stacks iterate `functions`. */
export interface FunctionEntry {
  name: string
  /** Module with the export `handler`, relative to the project's root. */
  file: string
  /** Includes Chromium, the fonts, the filter engines and the image library; the others are code only, unless they have `images`. */
  renders: boolean
  /** Includes the image library, without rendering. */
  images?: true
  /** Ends with a message to the queue that invoked it. Lambda otherwise takes this for a loop, and stops it after 16 messages. */
  recurses?: true
  timeoutSeconds: number
  /** When its handler has ended. The rest of the timeout is for sending a response. */
  deadlineSeconds: number
  memoryMb: number
}

/** One core of Lambda is 1,769 MB; Chromium uses most of two. New AWS accounts allow no more. */
const renderMemoryMb = 3008

const lightMemoryMb = 512

const heavy = { renders: true, memoryMb: renderMemoryMb }
const heavyApi = {
  ...heavy,
  timeoutSeconds: renderSeconds + deliverySeconds,
  deadlineSeconds: renderSeconds,
}
const light = { renders: false, timeoutSeconds: 29, deadlineSeconds: 29, memoryMb: lightMemoryMb }

/** Two decoded images of the largest size are 600 MB. */
const imaging = { ...light, images: true, memoryMb: 2048 } as const

const renderNames = new Set<string>(
  Object.values(operations).flatMap(({ renders, functionName }) => (renders ? [functionName] : [])),
)

/** Waits for the render of another function, whose response begins before its deadline. */
const waiting = { ...light, timeoutSeconds: renderSeconds + 10, deadlineSeconds: renderSeconds + 10 }

/** Starts Node in the functions that render, from the package, which Lambda unpacks to /var/task. Hides the credentials. */
export const execWrapper = '/var/task/exec-wrapper.sh'

interface ApiRoute {
  /** `{id}` matches one segment, `{proxy+}` the rest of the path. */
  path: string
  functionName: string
}

/** Every path of the API with its function: the operations, the MCP server, the landing page's, and one for every other path. */
export const apiRoutes: readonly ApiRoute[] = [
  ...new Map(
    Object.values(operations).map(({ path, functionName }) => [path, { path, functionName }]),
  ).values(),
  { path: '/mcp', functionName: 'mcp' },
  { path: '/v1/try', functionName: 'try' },
  { path: '/{proxy+}', functionName: 'not-found' },
]

/** Reads sitemaps and checks 10,000 pages, which a third of a core does not do in 29 s. Work of the processor costs the same on a whole one. */
const computing = { ...light, memoryMb: 1769 }

const limitsOf = (name: string) => {
  if (renderNames.has(name)) return heavyApi
  if (name === operations.create_batch.functionName) return computing
  if (name === operations.compare.functionName) return imaging
  return name === 'mcp' ? waiting : light
}

/** The functions of the API: one for all rows of one path, one for the MCP server, one for the landing page, and one for every other path. */
export const apiFunctions: readonly FunctionEntry[] = [
  ...new Set(apiRoutes.map(({ functionName }) => functionName)),
].map((name) => ({ name, file: `functions/api/${name}.ts`, ...limitsOf(name) }))

const queueFunction = (name: string, file: string, limits: Omit<FunctionEntry, 'name' | 'file'> = light) => ({
  name,
  file: `functions/queues/${file}.ts`,
  ...limits,
})

/** The functions that the queues invoke, by role. */
export const queueFunctions = {
  // The end of a request sends the message of the next one. The list, the time of a batch and one conditional write for each step bound the chain.
  renderWorker: queueFunction('render-worker', 'render', {
    ...heavy,
    recurses: true,
    timeoutSeconds: backgroundSeconds,
    deadlineSeconds: backgroundSeconds,
  }),
  // It begins deliveries for 20 s. Each takes at most the 45 s of `neededMs` in lib/jobs/deliver.ts.
  webhookWorker: queueFunction('webhook-worker', 'webhook', {
    ...light,
    timeoutSeconds: 65,
    deadlineSeconds: 65,
  }),
  renderDeadLetters: queueFunction('render-dead-letters', 'render-dead-letters'),
  webhookDeadLetters: queueFunction('webhook-dead-letters', 'webhook-dead-letters'),
} as const satisfies Record<string, FunctionEntry>

/** The functions that timers invoke. */
export const sweep: FunctionEntry = queueFunction('sweep', 'sweep', {
  ...light,
  timeoutSeconds: 120,
  deadlineSeconds: 120,
})

/** Renders through the public URL. Each of its two attempts takes at most 40 s. */
export const canary: FunctionEntry = queueFunction('canary', 'canary', {
  ...light,
  timeoutSeconds: 90,
  deadlineSeconds: 90,
})

export const functions: readonly FunctionEntry[] = [
  ...apiFunctions,
  ...Object.values(queueFunctions),
  sweep,
  canary,
]
