import { apiFunctions, type FunctionEntry } from '../functions/list.ts'
import { operations } from '../lib/schema/operations.ts'
import { createFunction, type FunctionOptions } from './function.ts'
import { createGatewayResponses } from './gateway-responses.ts'
import { toComponentName } from './names.ts'
import type { Settings } from './settings.ts'

export type Api = ReturnType<typeof createApi>

/** The REST API as the edge addresses it; its routes come later, because their functions are told the edge's address. */
export const createApi = () => {
  const gatewayResponses: aws.apigateway.Response[] = []
  const api = new sst.aws.ApiGatewayV1('Api', {
    // An edge-optimised API ends a stream after 30 idle seconds, and would stand behind a CloudFront of its own.
    endpoint: { type: 'regional' },
    // Keys are not for browsers of other sites.
    cors: false,
    accessLog: { retention: '1 month' },
    transform: {
      // The deployment is a picture of the API: it must be taken when all of it is there.
      deployment: (_args, options) => {
        options.dependsOn = gatewayResponses
      },
      stage: (args) => {
        args.xrayTracingEnabled = true
      },
    },
  })
  const { id } = api.nodes.api
  gatewayResponses.push(...createGatewayResponses(id))
  const host = $interpolate`${id}.execute-api.${aws.getRegionOutput({}).region}.amazonaws.com`
  return { api, host }
}

/** Between a function's own end and the gateway's: its error should be the one that arrives. */
const gatewaySlackSeconds = 5

/** Every path of the operations table has its function, every other path the one that says so. */
export const createRoutes = ({ api }: Api, options: FunctionOptions) => {
  const { settings } = options
  const functions = Object.fromEntries(
    apiFunctions.map((entry) => [
      entry.name,
      createFunction(entry, {
        ...options,
        reservedConcurrency: entry.renders ? settings.renderReservedConcurrency : undefined,
      }),
    ]),
  )
  const route = (path: string, entry: FunctionEntry, name: string) =>
    // The function, not the gateway, says which methods a path has, because the answer has the service's error shape.
    api.route(`ANY ${path}`, functions[entry.name].arn, {
      name,
      // All handlers stream: buffered, an answer ends at 6 MB and 29 s.
      streaming: true,
      transform: {
        integration: (args) => {
          args.timeoutMilliseconds = (entry.timeoutSeconds + gatewaySlackSeconds) * 1000
        },
      },
    })
  for (const { path, functionName } of uniquePaths()) route(path, find(functionName), toRouteName(path))
  for (const [name, path] of Object.entries({ NotFoundRoot: '/', NotFoundRest: '/{proxy+}' }))
    route(path, find('not-found'), name)
  api.deploy()
  throttle(api, settings)
  return functions
}

const uniquePaths = () =>
  new Map(Object.values(operations).map((operation) => [operation.path, operation])).values()

const find = (name: string): FunctionEntry => {
  const entry = apiFunctions.find((candidate) => candidate.name === name)
  if (!entry) throw new Error(`functions/list.ts has no function ${name}.`)
  return entry
}

/** `/v1/tasks/{id}` → `TasksId` */
const toRouteName = (path: string) =>
  toComponentName(
    path
      .replace('/v1/', '')
      .replace(/[^a-z]+/g, '-')
      .replace(/-$/, ''),
  )

/** Of all callers together; what one account may is counted in the functions. */
const throttle = (api: sst.aws.ApiGatewayV1, settings: Settings) =>
  new aws.apigateway.MethodSettings('ApiSettings', {
    restApi: api.nodes.api.id,
    stageName: api.nodes.stage?.stageName ?? $app.stage,
    methodPath: '*/*',
    settings: {
      // Metrics of each method cost extra; the stage's own are what the dashboard reads.
      metricsEnabled: false,
      // The gateway's own log would hold access keys and pages; the access log does not.
      loggingLevel: 'OFF',
      dataTraceEnabled: false,
      throttlingRateLimit: settings.apiRequestsPerSecond,
      throttlingBurstLimit: settings.apiRequestsBurst,
    },
  })
