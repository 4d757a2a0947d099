import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { originReadTimeoutSeconds } from '../../infra/edge.ts'
import { functions } from '../../infra/functions.ts'
import { clientAddressHeader } from '../../lib/core/network/client-address.ts'
import { renderSeconds } from '../../lib/core/plan/budgets.ts'
import { operations } from '../../lib/schema/operations.ts'
import { gatewayResponses } from '../../stacks/gateway-responses.ts'
import { readGraph } from './read-graph.ts'
import { createStack } from './stack.ts'

const stack = createStack(await readGraph())
const routes = stack.routes()

const expectedRoutes = [
  ...new Map(Object.values(operations).map(({ path, functionName }) => [path, functionName])),
  ['/mcp', 'mcp'],
  ['/v1/try', 'try'],
  ['/{proxy+}', 'not-found'],
].map(([path, name]) => [path, `stillframe-production-${name}`])

describe('routes', () => {
  test('every path of the operations table, the MCP server and the landing page have their own function, and other paths share one', () => {
    expect(routes.map(({ path, fn }) => [path, fn.inputs['name']]).sort()).toEqual(expectedRoutes.sort())
  })

  test('a route passes every method to the function, streams, and has the longer timeout', () => {
    for (const { path, integration, fn } of routes) {
      expect(integration, path).toMatchObject({
        httpMethod: 'ANY',
        type: 'AWS_PROXY',
        integrationHttpMethod: 'POST',
        responseTransferMode: 'STREAM',
      })
      expect(integration['uri']).toMatch(/:lambda:path\/2021-11-15\/.*\/response-streaming-invocations$/)
      const timeoutMs = Number(integration['timeoutMilliseconds'])
      expect(timeoutMs, path).toBeGreaterThan(Number(fn.inputs['timeout']) * 1000)
      expect(timeoutMs, path).toBeLessThanOrEqual(900_000)
    }
  })

  test('the timeout of a render covers the longest video, and for callers its delivery at Lambda’s rate', () => {
    for (const { name } of functions.filter(({ renders }) => renders)) {
      const timeoutSeconds = Number(stack.functionNamed(name).inputs['timeout'])
      // For callers timeout, delay and duration of 30 s each, and 5 s; at 2 MB/s, 200 MB take 100 s. In the background 300, 30, 120 and 5 s.
      expect(timeoutSeconds).toBeGreaterThan(name === 'render-worker' ? 455 : 95 + 100)
    }
  })

  test('the MCP server waits for the longest render, and the edge for the MCP server', () => {
    const timeoutSeconds = Number(stack.functionNamed('mcp').inputs['timeout'])
    expect(timeoutSeconds).toBeGreaterThan(renderSeconds)
    expect(timeoutSeconds).toBeLessThan(originReadTimeoutSeconds)
  })

  test('only this API may call the functions', () => {
    const permissions = stack.all('lambda/permission')
    expect(permissions).toHaveLength(routes.length)
    for (const { inputs } of permissions)
      expect(inputs).toMatchObject({
        principal: 'apigateway.amazonaws.com',
        sourceArn: 'arn:aws:execute-api:eu-central-1:123456789012:api-ApiApi/*',
      })
  })
})

describe('the API', () => {
  test('is regional and allows no cross-origin calls', () => {
    expect(stack.one('apigateway/restApi', 'ApiApi').inputs['endpointConfiguration']).toEqual({
      types: 'REGIONAL',
    })
    expect(stack.all('apigateway/method').map(({ inputs }) => inputs['httpMethod'])).not.toContain('OPTIONS')
  })

  test('is throttled and measured, and does not log requests', () => {
    expect(stack.one('apigateway/methodSettings', 'ApiSettings').inputs).toMatchObject({
      methodPath: '*/*',
      settings: {
        metricsEnabled: false,
        dataTraceEnabled: false,
        throttlingRateLimit: 100,
        throttlingBurstLimit: 200,
      },
    })
  })

  test('accepts few requests to unknown paths, and its stage is changed once at a time', () => {
    const [general, ...unknown] = stack.all('apigateway/methodSettings')
    // Settings of a method called ANY do not exist.
    expect(unknown.map(({ inputs }) => inputs['methodPath'])).toEqual(
      ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].map((method) => `~1{proxy+}/${method}`),
    )
    for (const [index, { inputs, dependsOn }] of unknown.entries()) {
      expect(inputs['settings']).toEqual({ throttlingRateLimit: 5, throttlingBurstLimit: 10 })
      expect(dependsOn).toContain((unknown[index - 1] ?? general)?.urn)
    }
  })

  test('requires a key that only the edge sends', () => {
    const methods = stack.all('apigateway/method')
    expect(methods).toHaveLength(routes.length)
    for (const { inputs } of methods) expect(inputs['apiKeyRequired']).toBe(true)
    const key = stack.one('apigateway/apiKey', 'EdgeKey1')
    const plan = stack.one('apigateway/usagePlan', 'EdgePlan')
    expect(plan.inputs['apiStages']).toEqual([{ apiId: 'api-ApiApi', stage: 'production' }])
    expect(stack.one('apigateway/usagePlanKey', 'EdgeKey1Plan').inputs).toMatchObject({
      keyId: key.id,
      usagePlanId: plan.id,
    })
  })

  test('limits the requests of an IP address: that in the edge’s header if the edge’s key proves it, else the caller’s own', () => {
    const { origins } = stack.one('cloudfront/distribution', 'EdgeDistribution').inputs as {
      origins: { originId: string; customHeaders?: { value: string }[] }[]
    }
    const hasKey = {
      byteMatchStatement: {
        fieldToMatch: { singleHeader: { name: 'x-api-key' } },
        positionalConstraint: 'EXACTLY',
        searchString: origins.find(({ originId }) => originId === 'api')?.customHeaders?.[0]?.value,
      },
    }
    const acl = stack.one('wafv2/webAcl', 'ApiWebAcl')
    expect(acl.inputs).toMatchObject({
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      rules: [
        {
          action: { block: {} },
          statement: {
            rateBasedStatement: {
              limit: 3000,
              evaluationWindowSec: 300,
              aggregateKeyType: 'FORWARDED_IP',
              forwardedIpConfig: { headerName: clientAddressHeader, fallbackBehavior: 'MATCH' },
              scopeDownStatement: hasKey,
            },
          },
        },
        {
          action: { block: {} },
          statement: {
            rateBasedStatement: {
              limit: 3000,
              aggregateKeyType: 'IP',
              scopeDownStatement: { notStatement: { statements: [hasKey] } },
            },
          },
        },
      ],
    })
    const { rules, visibilityConfig } = acl.inputs as { rules: object[]; visibilityConfig: object }
    for (const part of [...rules, { visibilityConfig }])
      expect(part).toMatchObject({ visibilityConfig: { sampledRequestsEnabled: false } })
    expect(stack.one('wafv2/webAclAssociation', 'ApiWebAclAssociation').inputs).toEqual({
      resourceArn: 'arn:aws:apigateway:eu-central-1::/restapis/api-ApiApi/stages/production',
      webAclArn: 'arn:aws:wafv2:eu-central-1:123456789012:regional/webacl/ApiWebAcl/0a1b',
    })
  })

  test('is traced, and its access log has a retention', () => {
    const { xrayTracingEnabled, accessLogSettings } = stack.one('apigateway/stage', 'ApiStage').inputs
    expect(xrayTracingEnabled).toBe(true)
    const { destinationArn, format } = accessLogSettings as Record<string, string>
    expect(format).not.toMatch(/query|header|body/i)
    const group = stack.all('cloudwatch/logGroup').find(({ id }) => destinationArn?.endsWith(`:${id}`))
    expect(group?.inputs['retentionInDays']).toBe(30)
  })

  test('returns the service’s error body for its own errors', () => {
    const responses = stack.all('apigateway/response')
    expect(responses.map(({ inputs }) => [inputs['responseType'], inputs['statusCode']]).sort()).toEqual([
      ['DEFAULT_4XX', '400'],
      ['DEFAULT_5XX', '500'],
      ['INVALID_API_KEY', '404'],
      ['MISSING_AUTHENTICATION_TOKEN', '404'],
      ['QUOTA_EXCEEDED', '429'],
      ['REQUEST_TOO_LARGE', '400'],
      ['RESOURCE_NOT_FOUND', '404'],
      ['THROTTLED', '429'],
      ['WAF_FILTERED', '429'],
    ])
    for (const { inputs } of responses) {
      const template = (inputs['responseTemplates'] as Record<string, string>)['application/json'] ?? ''
      const body = JSON.parse(template)
      expect(Object.keys(body)).toEqual(['statusCode', 'error', 'message', 'code'])
      expect(String(body.statusCode)).toBe(inputs['statusCode'])
      expect(inputs['responseParameters']).toMatchObject({
        'gatewayresponse.header.X-Service-Error': `'${body.code}'`,
        'gatewayresponse.header.X-Service-Request-Id': 'context.requestId',
        'gatewayresponse.header.Cache-Control': "'no-store'",
      })
    }
  })

  test('tells callers to wait after an overload', () => {
    const waits = stack
      .all('apigateway/response')
      .filter(({ inputs }) => JSON.stringify(inputs['responseParameters']).includes('Retry-After'))
    expect(waits.map(({ inputs }) => inputs['responseType']).sort()).toEqual([
      'DEFAULT_5XX',
      'QUOTA_EXCEEDED',
      'THROTTLED',
      'WAF_FILTERED',
    ])
  })

  test('is deployed again when a gateway response changes', () => {
    const { triggers } = stack.one('apigateway/deployment', 'ApiDeployment').inputs
    const deployed = stack.all('apigateway/response').map(({ inputs: { restApiId: _, ...rest } }) => rest)
    expect(deployed).toHaveLength(gatewayResponses.length)
    expect(deployed).toEqual(expect.arrayContaining(gatewayResponses))
    const hash = createHash('sha256').update(JSON.stringify(gatewayResponses)).digest('hex')
    expect(triggers).toMatchObject({ gatewayResponses: hash })
    // SST's own triggers are the routes.
    expect(Object.keys(triggers as object).length).toBeGreaterThan(routes.length)
  })

  test('is deployed after its error responses exist', () => {
    const { dependsOn } = stack.one('apigateway/deployment', 'ApiDeployment')
    for (const { urn } of stack.all('apigateway/response')) expect(dependsOn).toContain(urn)
  })
})
