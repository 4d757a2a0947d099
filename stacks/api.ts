import { apiFunctions, apiRoutes, type FunctionEntry } from '../infra/functions.ts'
import { clientAddressHeader } from '../lib/core/network/client-address.ts'
import { createFunction, type FunctionOptions } from './function.ts'
import { gatewayResponses, gatewayResponsesHash } from './gateway-responses.ts'
import { toComponentName, toName } from './names.ts'
import type { Settings } from './settings.ts'

export type Api = ReturnType<typeof createApi>

/** Creates the REST API. Its routes are created later, because their functions need the URL of the edge. */
export const createApi = ({ edgeKeys: keyNames }: Settings) => {
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
        args.accessLogSettings = $util.output(args.accessLogSettings).apply((log) => ({
          destinationArn: log?.destinationArn ?? '',
          format: toLogFormat(log?.format ?? '{}'),
        }))
      },
    },
  })
  const { id } = api.nodes.api
  responses.push(...createGatewayResponses(id))
  const host = $interpolate`${id}.execute-api.${aws.getRegionOutput({}).region}.amazonaws.com`
  // AWS generates the values. Only CloudFront sends one, the first, so requests to the API's own URL fail, free of charge:
  // https://aws.amazon.com/api-gateway/pricing/
  const edgeKeys = keyNames.map(
    (name) => new aws.apigateway.ApiKey(toKeyName(name), { name: toName(`edge-${name}`) }),
  )
  return { api, host, edgeKeys }
}

/**
 * Returns SST's format of the access log with the stage, which is a dimension of the metric that a filter of the log counts. SST 4.17.1
 * quotes the values twice, so that `status` would be `"429"` with the quotation marks in it.
 */
const toLogFormat = (format: string) => {
  const fields = Object.entries({ ...JSON.parse(format), stage: '$context.stage' })
  return JSON.stringify(
    Object.fromEntries(fields.map(([name, value]) => [name, String(value).replaceAll('"', '')])),
  )
}

const toKeyName = (name: string) => `EdgeKey${toComponentName(name)}`

/** Time between the function's timeout and the gateway's. The client then receives the function's error. */
const gatewaySlackSeconds = 5

/** Creates the routes of the API with their functions. */
export const createRoutes = ({ api, edgeKeys }: Api, options: FunctionOptions) => {
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
      apiKey: true,
      transform: {
        integration: (args) => {
          args.timeoutMilliseconds = (entry.timeoutSeconds + gatewaySlackSeconds) * 1000
        },
      },
    })
  for (const { path, functionName } of apiRoutes) route(path, find(functionName), toRouteName(path))
  api.deploy()
  const stage = api.nodes.stage as aws.apigateway.Stage
  const plan = new aws.apigateway.UsagePlan('EdgePlan', {
    name: toName('edge'),
    apiStages: [{ apiId: api.nodes.api.id, stage: stage.stageName }],
  })
  for (const [index, key] of edgeKeys.entries())
    new aws.apigateway.UsagePlanKey(`${toKeyName(settings.edgeKeys[index] ?? '')}Plan`, {
      keyId: key.id,
      keyType: 'API_KEY',
      usagePlanId: plan.id,
    })
  throttle(stage, settings)
  if (settings.wafRatePer5Minutes !== undefined) limitRate(stage, edgeKeys, settings.wafRatePer5Minutes)
  return functions
}

const find = (name: string): FunctionEntry => {
  const entry = apiFunctions.find((candidate) => candidate.name === name)
  if (!entry) throw new Error(`infra/functions.ts has no function ${name}.`)
  return entry
}

/** The name under which the route of all other paths was first deployed. With another one, its method would be created a second time. */
const otherPathsName = 'NotFoundRest'

/** `/v1/tasks/{id}` → `TasksId` */
const toRouteName = (path: string) =>
  path === '/{proxy+}'
    ? otherPathsName
    : toComponentName(
        path
          .replace('/v1/', '')
          .replace(/[^a-z]+/g, '-')
          .replace(/-$/, ''),
      )

/**
 * Settings name a path with `~1` for each slash, and every method that `ANY` stands for, because `ANY` itself is refused:
 * https://github.com/hashicorp/terraform-provider-aws/issues/9738, https://github.com/hashicorp/terraform-provider-aws/issues/15855
 */
const unknownPathMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map(
  (method) => `~1{proxy+}/${method}`,
)

/** Unknown paths below /v1/ and missing results. Each such request invokes a function. */
const unknownPathLimits = { throttlingRateLimit: 5, throttlingBurstLimit: 10 }

/** Throttles the callers of each path together. The functions enforce the limits of each account. */
const throttle = ({ restApi, stageName }: aws.apigateway.Stage, settings: Settings) => {
  const stageSettings = new aws.apigateway.MethodSettings('ApiSettings', {
    restApi,
    stageName,
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
  // One after another, because API Gateway refuses concurrent changes of a stage.
  let previous = stageSettings
  for (const methodPath of unknownPathMethods)
    previous = new aws.apigateway.MethodSettings(
      `ApiUnknownPath${methodPath.split('/').at(-1)}`,
      { restApi, stageName, methodPath, settings: unknownPathLimits },
      { dependsOn: previous },
    )
}

/**
 * Limits the requests of each IP address. Requests with the edge's key are counted by the address in a header that an edge function sets.
 * `X-Forwarded-For` would not do, because WAF reads its first address, which a client can choose
 * (https://docs.aws.amazon.com/waf/latest/APIReference/API_ForwardedIPConfig.html). All others are counted by their own address: WAF runs
 * before the key is checked, so a direct caller could otherwise use up the limit of another client.
 */
const limitRate = (stage: aws.apigateway.Stage, edgeKeys: aws.apigateway.ApiKey[], limit: number) => {
  const visibilityConfig = (metricName: string) => ({
    cloudwatchMetricsEnabled: true,
    // A sample would contain the access key and the edge's key. WAF redacts no fields of samples:
    // https://docs.aws.amazon.com/waf/latest/APIReference/API_VisibilityConfig.html
    sampledRequestsEnabled: false,
    metricName,
  })
  const isKey = ({ value }: aws.apigateway.ApiKey) => ({
    byteMatchStatement: {
      fieldToMatch: { singleHeader: { name: 'x-api-key' } },
      positionalConstraint: 'EXACTLY',
      searchString: value,
      textTransformations: [{ priority: 0, type: 'NONE' }],
    },
  })
  const [first, ...others] = edgeKeys.map(isKey)
  // WAF requires at least two statements in an OR.
  const hasKey = others.length > 0 ? { orStatement: { statements: [first, ...others] } } : first
  const rule = (name: string, priority: number, statement: object) => ({
    name,
    priority,
    action: { block: {} },
    statement: { rateBasedStatement: { limit, evaluationWindowSec: 300, ...statement } },
    visibilityConfig: visibilityConfig(name),
  })
  const acl = new aws.wafv2.WebAcl('ApiWebAcl', {
    name: toName('api'),
    scope: 'REGIONAL',
    defaultAction: { allow: {} },
    rules: [
      rule('rate-through-edge', 0, {
        aggregateKeyType: 'FORWARDED_IP',
        forwardedIpConfig: { headerName: clientAddressHeader, fallbackBehavior: 'MATCH' },
        scopeDownStatement: hasKey,
      }),
      rule('rate-direct', 1, {
        aggregateKeyType: 'IP',
        scopeDownStatement: { notStatement: { statements: [hasKey] } },
      }),
    ],
    visibilityConfig: visibilityConfig('api'),
  })
  new aws.wafv2.WebAclAssociation('ApiWebAclAssociation', { resourceArn: stage.arn, webAclArn: acl.arn })
}

/** Returns the gateway's own errors in the service's error format. */
const createGatewayResponses = (restApiId: $util.Input<string>) =>
  gatewayResponses.map(
    (response) =>
      new aws.apigateway.Response(`GatewayResponse${response.responseType.replace(/_/g, '')}`, {
        restApiId,
        ...response,
      }),
  )
