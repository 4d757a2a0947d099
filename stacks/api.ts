import { apiFunctions, type FunctionEntry } from '../functions/list.ts'
import { operations } from '../lib/schema/operations.ts'
import { createFunction, type FunctionOptions } from './function.ts'
import { gatewayResponses, gatewayResponsesHash } from './gateway-responses.ts'
import { toComponentName } from './names.ts'
import type { Settings } from './settings.ts'

export type Api = ReturnType<typeof createApi>

/** Creates the REST API. Its routes are created later, because their functions need the URL of the edge. */
export const createApi = () => {
  const responses: aws.apigateway.Response[] = []
  const api = new sst.aws.ApiGatewayV1('Api', {
    // An edge-optimized API ends a stream after 30 idle seconds, and adds a second CloudFront distribution.
    endpoint: { type: 'regional' },
    // Access keys must not be used in browsers, so no other site may call the API.
    cors: false,
    accessLog: { retention: '1 month' },
    transform: {
      // A deployment is a snapshot of the API, so it must be created after all routes.
      deployment: (args, options) => {
        options.dependsOn = responses
        // SST's triggers contain the routes only. Without this one, a changed gateway response would not reach the stage.
        args.triggers = $util
          .output(args.triggers)
          .apply((triggers) => ({ ...triggers, gatewayResponses: gatewayResponsesHash }))
      },
      stage: (args) => {
        args.xrayTracingEnabled = true
      },
    },
  })
  const { id } = api.nodes.api
  responses.push(...createGatewayResponses(id))
  const host = $interpolate`${id}.execute-api.${aws.getRegionOutput({}).region}.amazonaws.com`
  return { api, host }
}

/** Time between the function's timeout and the gateway's. The client then receives the function's error. */
const gatewaySlackSeconds = 5

/** Creates one function for each path of the operations table, and one that returns 404 for all other paths. */
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
    // The function, not the gateway, rejects methods, because its response has the service's error body.
    api.route(`ANY ${path}`, functions[entry.name].arn, {
      name,
      // All handlers stream. A buffered response is limited to 6 MB and 29 s.
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

/** Throttles all callers together. The functions enforce the limits of each account. */
const throttle = (api: sst.aws.ApiGatewayV1, settings: Settings) =>
  new aws.apigateway.MethodSettings('ApiSettings', {
    restApi: api.nodes.api.id,
    stageName: api.nodes.stage?.stageName ?? $app.stage,
    methodPath: '*/*',
    settings: {
      // Metrics for each method cost extra. The dashboard uses the metrics of the stage.
      metricsEnabled: false,
      // The execution log would contain access keys and pages. The access log does not.
      loggingLevel: 'OFF',
      dataTraceEnabled: false,
      throttlingRateLimit: settings.apiRequestsPerSecond,
      throttlingBurstLimit: settings.apiRequestsBurst,
    },
  })

/** Returns the gateway's own errors in the service's error format. */
const createGatewayResponses = (restApiId: $util.Input<string>) =>
  gatewayResponses.map(
    (response) =>
      new aws.apigateway.Response(`GatewayResponse${response.responseType.replace(/_/g, '')}`, {
        restApiId,
        ...response,
      }),
  )
