import { loadAwsServiceSpecSync } from '@aws-cdk/aws-service-spec'
import type { Properties, Resource } from '../synth/graph.ts'
import { ranges } from './ranges.ts'

/** The part of AWS's type definitions that is used here. They contain no ranges and patterns. */
interface PropertyType {
  type: string
  allowedValues?: (string | number)[]
  element?: PropertyType
  reference?: { $ref: string }
  types?: PropertyType[]
}

interface Property {
  type: PropertyType
  required?: boolean
}

type PropertiesOf = Record<string, Property>

interface Mapping {
  type: string
  /** CloudFormation's names where they differ from Pulumi's, at any depth. Null: only the provider knows the input. */
  names?: Record<string, string | null>
  /** Required properties that the provider makes of other inputs. */
  given?: string[]
  /** The property that contains all inputs. */
  within?: string
}

const mapped: Readonly<Record<string, Mapping>> = {
  'aws:lambda/function:Function': {
    type: 'AWS::Lambda::Function',
    names: { name: 'FunctionName', s3Bucket: null, s3Key: null, publish: null },
    given: ['Code'],
  },
  'aws:lambda/eventSourceMapping:EventSourceMapping': { type: 'AWS::Lambda::EventSourceMapping' },
  'aws:lambda/permission:Permission': {
    type: 'AWS::Lambda::Permission',
    names: { function: 'FunctionName', qualifier: null },
  },
  'aws:sqs/queue:Queue': {
    type: 'AWS::SQS::Queue',
    names: {
      name: 'QueueName',
      visibilityTimeoutSeconds: 'VisibilityTimeout',
      messageRetentionSeconds: 'MessageRetentionPeriod',
    },
  },
  'aws:scheduler/schedule:Schedule': { type: 'AWS::Scheduler::Schedule' },
  'aws:scheduler/scheduleGroup:ScheduleGroup': { type: 'AWS::Scheduler::ScheduleGroup' },
  'aws:cloudwatch/logGroup:LogGroup': { type: 'AWS::Logs::LogGroup', names: { name: 'LogGroupName' } },
  'aws:cloudwatch/metricAlarm:MetricAlarm': {
    type: 'AWS::CloudWatch::Alarm',
    names: {
      name: 'AlarmName',
      okActions: 'OKActions',
      evaluateLowSampleCountPercentiles: 'EvaluateLowSampleCountPercentile',
      // The provider's form of these two differs. monitoring.test.ts checks them.
      metricQueries: null,
      dimensions: null,
    },
  },
  'aws:sns/topic:Topic': { type: 'AWS::SNS::Topic', names: { name: 'TopicName' } },
  'aws:sns/topicSubscription:TopicSubscription': {
    type: 'AWS::SNS::Subscription',
    names: { topic: 'TopicArn' },
  },
  'aws:cloudfront/originAccessControl:OriginAccessControl': {
    type: 'AWS::CloudFront::OriginAccessControl',
    within: 'OriginAccessControlConfig',
  },
  'aws:cloudfront/responseHeadersPolicy:ResponseHeadersPolicy': {
    type: 'AWS::CloudFront::ResponseHeadersPolicy',
    within: 'ResponseHeadersPolicyConfig',
  },
  'aws:cloudfront/distribution:Distribution': {
    type: 'AWS::CloudFront::Distribution',
    within: 'DistributionConfig',
    names: {
      orderedCacheBehaviors: 'CacheBehaviors',
      isIpv6Enabled: 'IPV6Enabled',
      customHeaders: 'OriginCustomHeaders',
      name: 'HeaderName',
      value: 'HeaderValue',
      originId: 'Id',
      // The provider's form differs. edge.test.ts checks it.
      originGroups: null,
      waitForDeployment: null,
    },
  },
  'aws:apigateway/resource:Resource': { type: 'AWS::ApiGateway::Resource', names: { restApi: 'RestApiId' } },
  'aws:apigateway/response:Response': { type: 'AWS::ApiGateway::GatewayResponse' },
  'aws:apigateway/method:Method': {
    type: 'AWS::ApiGateway::Method',
    names: { restApi: 'RestApiId', authorization: 'AuthorizationType' },
  },
  'aws:apigateway/stage:Stage': {
    type: 'AWS::ApiGateway::Stage',
    names: {
      restApi: 'RestApiId',
      deployment: 'DeploymentId',
      accessLogSettings: 'AccessLogSetting',
      xrayTracingEnabled: 'TracingEnabled',
    },
  },
  'aws:apigateway/usagePlanKey:UsagePlanKey': { type: 'AWS::ApiGateway::UsagePlanKey' },
  'aws:wafv2/webAcl:WebAcl': { type: 'AWS::WAFv2::WebACL', names: { statements: 'Statement' } },
  'aws:wafv2/webAclAssociation:WebAclAssociation': {
    type: 'AWS::WAFv2::WebACLAssociation',
    names: { webAclArn: 'WebACLArn' },
  },
}

export const mappedTypes = Object.keys(mapped)

const rename = (value: unknown, names: Record<string, string | null>): unknown => {
  if (Array.isArray(value)) return value.map((item) => rename(item, names))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      const name = Object.hasOwn(names, key) ? names[key] : key
      return name ? [[name, rename(inner, names)]] : []
    }),
  )
}

const primitives: Readonly<Record<string, (value: unknown) => boolean>> = {
  integer: Number.isInteger,
  number: (value) => typeof value === 'number',
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
}

const checkPrimitive = ({ type, allowedValues }: PropertyType, value: unknown, at: string) => {
  if (primitives[type]?.(value) === false) return [`${at} must be of the type ${type}.`]
  if (!allowedValues || allowedValues.map(String).includes(String(value))) return []
  return [`${at} is ${value}. It must be one of ${allowedValues.join(', ')}.`]
}

/** Returns a check of resources against AWS's definitions. It returns one sentence for each problem. */
export const createModelCheck = () => {
  const database = loadAwsServiceSpecSync()
  const propertiesOf = (type: string) =>
    database.lookup('resource', 'cloudFormationType', 'equals', type).only()
      .properties as unknown as PropertiesOf
  const definitionOf = (reference: string) =>
    database.get('typeDefinition', reference as never).properties as unknown as PropertiesOf

  const checkObject = (properties: PropertiesOf, inputs: Properties, at: string): string[] => {
    const known = Object.keys(properties)
    return Object.entries(inputs).flatMap(([key, value]) => {
      // Names differ in the case of abbreviations, such as Arn and ARN.
      const name = known.find((other) => other.toLowerCase() === key.toLowerCase())
      const property = name === undefined ? undefined : properties[name]
      if (value === null || value === undefined) return []
      return property ? checkValue(property.type, value, `${at}.${name}`) : [`${at}.${key} does not exist.`]
    })
  }

  const checkRequired = (properties: PropertiesOf, inputs: Properties, at: string) => {
    const given = new Set(Object.keys(inputs).map((key) => key.toLowerCase()))
    return Object.entries(properties).flatMap(([name, { required }]) =>
      required && !given.has(name.toLowerCase()) ? [`${at}.${name} is required.`] : [],
    )
  }

  const checkReference = (reference: string, value: unknown, at: string) => {
    if (typeof value !== 'object') return [`${at} must be an object.`]
    const definition = definitionOf(reference)
    // The provider has a list where a statement contains a single one.
    const inputs = (Array.isArray(value) && value.length === 1 ? value[0] : value) as Properties
    return [...checkObject(definition, inputs, at), ...checkRequired(definition, inputs, at)]
  }

  const checkValue = (type: PropertyType, value: unknown, at: string): string[] => {
    const problem = ranges[at]?.(value as never)
    if (problem !== undefined) return [`${at}: ${problem}`]
    if (type.types) {
      const results = type.types.map((option) => checkValue(option, value, at))
      return results.find((problems) => problems.length === 0) ?? results[0] ?? []
    }
    if (type.reference) return checkReference(type.reference.$ref, value, at)
    if (type.type === 'array') {
      const element = type.element as PropertyType
      return Array.isArray(value)
        ? value.flatMap((item) => checkValue(element, item, at))
        : [`${at} must be an array.`]
    }
    return checkPrimitive(type, value, at)
  }

  return ({ type, inputs }: Pick<Resource, 'type' | 'inputs'>): string[] => {
    const mapping = mapped[type]
    if (!mapping) return []
    const properties = propertiesOf(mapping.type)
    const named = rename(inputs, mapping.names ?? {}) as Properties
    const renamed = mapping.within ? { [mapping.within]: named } : named
    const given = Object.fromEntries((mapping.given ?? []).map((name) => [name, {}]))
    return [
      ...checkObject(properties, renamed, mapping.type),
      ...checkRequired(properties, { ...renamed, ...given }, mapping.type),
    ]
  }
}
