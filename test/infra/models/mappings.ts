import type { Properties } from '../synth/graph.ts'

interface Mapping {
  type: string
  /** Returns the inputs in CloudFormation's form where more than names differ. Comes before `names`. */
  shape?: (inputs: Properties) => Properties
  /** CloudFormation's names where they differ from Pulumi's, at any depth. Null: only the provider knows the input. */
  names?: Record<string, string | null>
  /** The property that contains all inputs. */
  within?: string
}

const each = (value: unknown, change: (item: Properties) => Properties) =>
  Array.isArray(value) ? value.map(change) : value

const toKeySchema = (hashKey: unknown, rangeKey: unknown) => [
  { attributeName: hashKey, keyType: 'HASH' },
  ...(rangeKey === undefined ? [] : [{ attributeName: rangeKey, keyType: 'RANGE' }]),
]

const toIndex = ({ name, hashKey, rangeKey, projectionType, nonKeyAttributes, ...rest }: Properties) => ({
  ...rest,
  indexName: name,
  keySchema: toKeySchema(hashKey, rangeKey),
  projection: { projectionType, nonKeyAttributes },
})

const toRecovery = (recovery: unknown) => {
  const { enabled, ...rest } = (recovery ?? {}) as Properties
  return { ...rest, pointInTimeRecoveryEnabled: enabled }
}

const toLifecycleRule = ({ expiration, filter, ...rest }: Properties) => {
  const { days, ...otherExpiration } = (expiration ?? {}) as Properties
  return { ...rest, ...otherExpiration, ...(filter as Properties), expirationInDays: days }
}

const toDimensions = (dimensions: unknown) =>
  dimensions && Object.entries(dimensions).map(([name, value]) => ({ name, value }))

const toMetric = ({ metric, ...rest }: Properties) => {
  if (!metric) return rest
  const { period, stat, unit, dimensions, ...named } = metric as Properties
  const metricStat = { period, stat, unit, metric: { ...named, dimensions: toDimensions(dimensions) } }
  return { ...rest, metricStat }
}

/** The path of `methodPath` has no leading slash, and `~1` for every other one. */
const toMethodSetting = (methodPath: unknown, settings: unknown) => {
  const [, path, httpMethod] = /^(.+)\/([^/]*)$/.exec(String(methodPath)) ?? []
  return { ...(settings as Properties), resourcePath: `/${path}`, httpMethod }
}

export const mapped: Readonly<Record<string, Mapping>> = {
  'aws:lambda/function:Function': {
    type: 'AWS::Lambda::Function',
    shape: ({ name, s3Bucket, s3Key, ...rest }) => ({
      ...rest,
      functionName: name,
      code: { s3Bucket, s3Key },
    }),
    names: { publish: null },
  },
  'aws:lambda/eventSourceMapping:EventSourceMapping': { type: 'AWS::Lambda::EventSourceMapping' },
  'aws:lambda/permission:Permission': {
    type: 'AWS::Lambda::Permission',
    names: { function: 'FunctionName', qualifier: null },
  },
  'aws:kms/key:Key': { type: 'AWS::KMS::Key', names: { deletionWindowInDays: 'pendingWindowInDays' } },
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
    shape: ({ name, dimensions, metricQueries, ...rest }) => ({
      ...rest,
      alarmName: name,
      dimensions: toDimensions(dimensions),
      metrics: each(metricQueries, toMetric),
    }),
    names: { evaluateLowSampleCountPercentiles: 'EvaluateLowSampleCountPercentile' },
  },
  'aws:sns/topic:Topic': { type: 'AWS::SNS::Topic', names: { name: 'TopicName' } },
  'aws:sns/topicSubscription:TopicSubscription': {
    type: 'AWS::SNS::Subscription',
    names: { topic: 'TopicArn' },
  },
  'aws:sns/topicPolicy:TopicPolicy': {
    type: 'AWS::SNS::TopicPolicy',
    shape: ({ arn, policy, ...rest }) => ({ ...rest, topics: [arn], policyDocument: policy }),
  },
  'aws:cloudwatch/queryDefinition:QueryDefinition': { type: 'AWS::Logs::QueryDefinition' },
  'aws:cloudwatch/logMetricFilter:LogMetricFilter': {
    type: 'AWS::Logs::MetricFilter',
    shape: ({ metricTransformation, pattern, name, ...rest }) => {
      const { name: metricName, namespace, value, dimensions, ...other } = metricTransformation as Properties
      return {
        ...rest,
        filterName: name,
        filterPattern: pattern,
        metricTransformations: [
          {
            ...other,
            metricName,
            metricNamespace: namespace,
            metricValue: value,
            dimensions: Object.entries(dimensions as object).map(([key, from]) => ({ key, value: from })),
          },
        ],
      }
    },
  },
  'aws:budgets/budget:Budget': {
    type: 'AWS::Budgets::Budget',
    shape: ({ notifications, limitAmount, limitUnit, name, ...rest }) => ({
      budget: { ...rest, budgetName: name, budgetLimit: { amount: Number(limitAmount), unit: limitUnit } },
      notificationsWithSubscribers: each(notifications, ({ subscriberEmailAddresses, ...notification }) => ({
        notification,
        subscribers: (subscriberEmailAddresses as string[]).map((address) => ({
          subscriptionType: 'EMAIL',
          address,
        })),
      })),
    }),
  },
  'aws:cloudwatch/dashboard:Dashboard': { type: 'AWS::CloudWatch::Dashboard' },
  'aws:dynamodb/table:Table': {
    type: 'AWS::DynamoDB::Table',
    shape: ({ name, hashKey, rangeKey, attributes, ttl, pointInTimeRecovery, ...rest }) => ({
      ...rest,
      tableName: name,
      keySchema: toKeySchema(hashKey, rangeKey),
      attributeDefinitions: each(attributes, ({ name, type, ...other }) => ({
        ...other,
        attributeName: name,
        attributeType: type,
      })),
      globalSecondaryIndexes: each(rest['globalSecondaryIndexes'], toIndex),
      localSecondaryIndexes: each(rest['localSecondaryIndexes'], toIndex),
      timeToLiveSpecification: ttl,
      pointInTimeRecoverySpecification: toRecovery(pointInTimeRecovery),
    }),
    // No table has a stream.
    names: { streamEnabled: null },
  },
  'aws:s3/bucket:Bucket': {
    type: 'AWS::S3::Bucket',
    names: { bucket: 'BucketName', forceDestroy: null },
  },
  'aws:s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration': {
    type: 'AWS::S3::Bucket',
    shape: ({ bucket: _, rules, ...rest }) => ({
      lifecycleConfiguration: { ...rest, rules: each(rules, toLifecycleRule) },
    }),
  },
  'aws:s3/bucketOwnershipControls:BucketOwnershipControls': {
    type: 'AWS::S3::Bucket',
    shape: ({ bucket: _, rule, ...rest }) => ({ ownershipControls: { ...rest, rules: [rule] } }),
  },
  'aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock': {
    type: 'AWS::S3::Bucket',
    shape: ({ bucket: _, ...rest }) => ({ publicAccessBlockConfiguration: rest }),
  },
  'aws:s3/bucketServerSideEncryptionConfiguration:BucketServerSideEncryptionConfiguration': {
    type: 'AWS::S3::Bucket',
    shape: ({ bucket: _, rules, ...rest }) => ({
      bucketEncryption: { ...rest, serverSideEncryptionConfiguration: rules },
    }),
    names: { applyServerSideEncryptionByDefault: 'ServerSideEncryptionByDefault' },
  },
  'aws:s3/bucketPolicy:BucketPolicy': { type: 'AWS::S3::BucketPolicy', names: { policy: 'PolicyDocument' } },
  'aws:iam/role:Role': {
    type: 'AWS::IAM::Role',
    shape: ({ name, assumeRolePolicy, inlinePolicies, ...rest }) => ({
      ...rest,
      roleName: name,
      assumeRolePolicyDocument: assumeRolePolicy,
      policies: each(inlinePolicies, ({ name, policy, ...other }) => ({
        ...other,
        policyName: name,
        policyDocument: policy,
      })),
    }),
  },
  'aws:cloudfront/function:Function': {
    type: 'AWS::CloudFront::Function',
    shape: ({ code, runtime, comment = '', publish, ...rest }) => ({
      ...rest,
      functionCode: code,
      functionConfig: { runtime, comment },
      autoPublish: publish,
    }),
  },
  'aws:acm/certificate:Certificate': { type: 'AWS::CertificateManager::Certificate' },
  'aws:route53/record:Record': {
    type: 'AWS::Route53::RecordSet',
    shape: ({ ttl, records, aliases, zoneId, ...rest }) => ({
      ...rest,
      ttl: ttl && String(ttl),
      hostedZoneId: zoneId,
      resourceRecords: records,
      aliasTarget: each(aliases, ({ name, zoneId, ...other }) => ({
        ...other,
        dnsName: name,
        hostedZoneId: zoneId,
      })),
    }),
  },
  'aws:cloudfront/originAccessControl:OriginAccessControl': {
    type: 'AWS::CloudFront::OriginAccessControl',
    within: 'OriginAccessControlConfig',
  },
  'aws:cloudfront/cachePolicy:CachePolicy': {
    type: 'AWS::CloudFront::CachePolicy',
    within: 'CachePolicyConfig',
    names: { minTtl: 'MinTTL', defaultTtl: 'DefaultTTL', maxTtl: 'MaxTTL' },
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
  'aws:apigateway/account:Account': { type: 'AWS::ApiGateway::Account' },
  'aws:apigateway/restApi:RestApi': {
    type: 'AWS::ApiGateway::RestApi',
    shape: ({ endpointConfiguration, ...rest }) => {
      const { types, ...other } = (endpointConfiguration ?? {}) as Properties
      return { ...rest, endpointConfiguration: { ...other, types: [types] } }
    },
  },
  'aws:apigateway/apiKey:ApiKey': { type: 'AWS::ApiGateway::ApiKey' },
  'aws:apigateway/usagePlan:UsagePlan': {
    type: 'AWS::ApiGateway::UsagePlan',
    names: { name: 'UsagePlanName', throttleSettings: 'Throttle', quotaSettings: 'Quota' },
  },
  'aws:apigateway/deployment:Deployment': {
    type: 'AWS::ApiGateway::Deployment',
    names: { restApi: 'RestApiId', triggers: null },
  },
  'aws:apigateway/integration:Integration': {
    type: 'AWS::ApiGateway::Method',
    shape: ({ restApi, resourceId, httpMethod, timeoutMilliseconds, ...integration }) => ({
      restApiId: restApi,
      resourceId,
      httpMethod,
      integration: { ...integration, timeoutInMillis: timeoutMilliseconds },
    }),
  },
  'aws:apigateway/methodSettings:MethodSettings': {
    type: 'AWS::ApiGateway::Stage',
    shape: ({ restApi, methodPath, settings, ...rest }) => ({
      ...rest,
      restApiId: restApi,
      methodSettings: [toMethodSetting(methodPath, settings)],
    }),
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

/** Resources that only the provider has: an upload, a wait, and a setting of a function. */
export const providerTypes = [
  'aws:s3/bucketObjectv2:BucketObjectv2',
  'aws:acm/certificateValidation:CertificateValidation',
  'aws:lambda/runtimeManagementConfig:RuntimeManagementConfig',
]
