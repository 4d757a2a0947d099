import { createHash } from 'node:crypto'
import type { Properties } from './graph.ts'
import { policyDocument } from './policy-document.ts'

export interface MockArguments {
  type: string
  name: string
  inputs: Properties
  id?: string
  custom?: boolean
}

export const account = '123456789012'

const toUuid = (name: string) =>
  createHash('sha256')
    .update(name)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5')

type Mock = (name: string, inputs: Properties) => Properties

/**
 * Returns what AWS would return: ids, ARNs and URLs, computed from the inputs, because tests follow references through
 * the graph. A type without an entry gets a generic id and ARN and is listed as unmocked, which reveals a missing output.
 */
export const createAwsMocks = (region: string) => {
  const mocks = createMocks(region)
  const unmocked = new Set<string>()
  return {
    unmocked: () => [...unmocked],
    newResource: ({ type, name, inputs, id, custom }: MockArguments) => {
      const mock = mocks[type]
      const isComponent = mock === undefined && (custom === false || /^(sst|pulumi):/.test(type))
      if (!mock && !isComponent) unmocked.add(type)
      const computed = mock?.(name, inputs) ?? { arn: `arn:aws:mock:${region}:${account}:${type}/${name}` }
      const state = { ...inputs, ...(isComponent ? {} : computed), id: undefined }
      return {
        id: isComponent ? undefined : id || ((computed['id'] as string | undefined) ?? `${name}-id`),
        state,
      }
    },
    call: ({ token, inputs }: { token: string; inputs: Properties }): Properties => {
      const call = calls[token]
      if (!call) throw new Error(`There is no mock for the call ${token} ${JSON.stringify(inputs)}`)
      return call(inputs, region)
    },
  }
}

const calls: Record<string, (inputs: Properties, region: string) => Properties> = {
  'aws:index/getRegion:getRegion': (_, region) => ({ id: region, name: region, region, endpoint: '' }),
  'aws:index/getPartition:getPartition': () => ({
    id: 'aws',
    partition: 'aws',
    dnsSuffix: 'amazonaws.com',
    reverseDnsPrefix: 'com.amazonaws',
  }),
  'aws:index/getCallerIdentity:getCallerIdentity': () => ({
    id: account,
    accountId: account,
    arn: `arn:aws:iam::${account}:user/test`,
    userId: 'AIDATEST',
  }),
  'aws:iam/getPolicyDocument:getPolicyDocument': policyDocument,
  // An established account.
  'aws:servicequotas/getServiceQuota:getServiceQuota': (inputs) => ({ ...inputs, id: 'quota', value: 1000 }),
  'aws:route53/getZone:getZone': (inputs) => ({
    ...inputs,
    id: 'ZONE',
    zoneId: 'ZONE',
    name: inputs['name'] ?? 'example.com',
  }),
}

const createMocks = (region: string): Record<string, Mock> => {
  const arn = (service: string, rest: string) => `arn:aws:${service}:${region}:${account}:${rest}`
  const named =
    (service: string, prefix = ''): Mock =>
    (name, inputs) => {
      const ownName = (inputs['name'] ?? name) as string
      return { id: ownName, name: ownName, arn: arn(service, `${prefix}${ownName}`) }
    }
  const idOnly: Mock = () => ({})
  return {
    ...Object.fromEntries(typesWithIdOnly.map((type) => [type, idOnly])),
    ...lambdaMocks(region),
    ...gatewayMocks(region),
    ...cloudFrontMocks,
    'aws:iam/role:Role': (name, inputs) => {
      const ownName = (inputs['name'] ?? name) as string
      return { id: ownName, name: ownName, arn: `arn:aws:iam::${account}:role/${ownName}` }
    },
    'aws:sqs/queue:Queue': (name, inputs) => {
      const ownName = (inputs['name'] ?? name) as string
      const url = `https://sqs.${region}.amazonaws.com/${account}/${ownName}`
      return { id: url, url, name: ownName, arn: arn('sqs', ownName) }
    },
    'aws:sns/topic:Topic': (name, inputs) => {
      const ownName = (inputs['name'] ?? name) as string
      return { id: arn('sns', ownName), name: ownName, arn: arn('sns', ownName) }
    },
    'aws:s3/bucket:Bucket': (name, inputs) => {
      const bucket = (inputs['bucket'] ?? name.toLowerCase()) as string
      return {
        id: bucket,
        bucket,
        arn: `arn:aws:s3:::${bucket}`,
        bucketDomainName: `${bucket}.s3.amazonaws.com`,
        bucketRegionalDomainName: `${bucket}.s3.${region}.amazonaws.com`,
      }
    },
    'aws:s3/bucketObjectv2:BucketObjectv2': (_, { key, bucket }) => ({
      id: key,
      key,
      bucket,
      versionId: 'v1',
    }),
    'aws:kms/key:Key': (name) => {
      const id = toUuid(name)
      return { id, keyId: id, arn: arn('kms', `key/${id}`) }
    },
    'aws:backup/vault:Vault': (_, { name, region: own = region }) => ({
      id: name,
      arn: `arn:aws:backup:${own}:${account}:backup-vault:${name}`,
    }),
    'aws:cloudwatch/logDeliverySource:LogDeliverySource': named('logs', 'delivery-source:'),
    'aws:cloudwatch/logDeliveryDestination:LogDeliveryDestination': named('logs', 'delivery-destination:'),
    'aws:dynamodb/table:Table': named('dynamodb', 'table/'),
    'aws:cloudwatch/logGroup:LogGroup': named('logs', 'log-group:'),
    'aws:cloudwatch/metricAlarm:MetricAlarm': named('cloudwatch', 'alarm:'),
    'aws:cloudwatch/dashboard:Dashboard': (_, inputs) => ({ id: inputs['dashboardName'] }),
    'aws:scheduler/scheduleGroup:ScheduleGroup': named('scheduler', 'schedule-group/'),
    'aws:scheduler/schedule:Schedule': named('scheduler', 'schedule/default/'),
    'aws:acm/certificate:Certificate': (name, inputs) => ({
      id: name,
      arn: `arn:aws:acm:us-east-1:${account}:certificate/${name}`,
      domainValidationOptions: [
        {
          domainName: inputs['domainName'],
          resourceRecordName: '_x',
          resourceRecordType: 'CNAME',
          resourceRecordValue: '_y',
        },
      ],
    }),
    'aws:acm/certificateValidation:CertificateValidation': (_, { certificateArn }) => ({ certificateArn }),
    'random:index/randomBytes:RandomBytes': (_, inputs) => {
      const bytes = Buffer.alloc(inputs['length'] as number, 7)
      return { base64: bytes.toString('base64'), hex: bytes.toString('hex') }
    },
    // SST's own providers: of their outputs only the deployment waiter's is waited for.
    'pulumi-nodejs:dynamic:Resource': () => ({ isDone: true }),
  }
}

const lambdaMocks = (region: string): Record<string, Mock> => ({
  'aws:lambda/function:Function': (_, inputs) => {
    const arn = `arn:aws:lambda:${region}:${account}:function:${inputs['name']}`
    const path = (date: string, verb: string) =>
      `arn:aws:apigateway:${region}:lambda:path/${date}/functions/${arn}/${verb}`
    return {
      id: inputs['name'],
      arn,
      version: '$LATEST',
      qualifiedArn: `${arn}:$LATEST`,
      invokeArn: path('2015-03-31', 'invocations'),
      responseStreamingInvokeArn: path('2021-11-15', 'response-streaming-invocations'),
    }
  },
  'aws:lambda/eventSourceMapping:EventSourceMapping': (name) => ({ id: `esm-${name}`, uuid: `esm-${name}` }),
})

const gatewayMocks = (region: string): Record<string, Mock> => ({
  'aws:apigateway/restApi:RestApi': (name, inputs) => ({
    id: `api-${name}`,
    name: inputs['name'] ?? name,
    arn: `arn:aws:apigateway:${region}::/restapis/api-${name}`,
    rootResourceId: `root-${name}`,
    executionArn: `arn:aws:execute-api:${region}:${account}:api-${name}`,
  }),
  'aws:apigateway/stage:Stage': (_, { restApi, stageName }) => ({
    id: `${restApi}-${stageName}`,
    arn: `arn:aws:apigateway:${region}::/restapis/${restApi}/stages/${stageName}`,
    invokeUrl: `https://${restApi}.execute-api.${region}.amazonaws.com/${stageName}`,
  }),
  'aws:apigateway/apiKey:ApiKey': (name) => ({ id: `key-${name}`, value: `value-of-${name}` }),
  'aws:wafv2/webAcl:WebAcl': (name) => ({
    id: name,
    arn: `arn:aws:wafv2:${region}:${account}:regional/webacl/${name}/0a1b`,
  }),
  // An AWS account that has not let API Gateway write logs before: SST makes the role.
  'aws:apigateway/account:Account': (_, inputs) => ({
    id: 'api-gateway-account',
    cloudwatchRoleArn: inputs['cloudwatchRoleArn'] ?? '',
  }),
})

const cloudFrontMocks: Record<string, Mock> = {
  'aws:cloudfront/distribution:Distribution': (name) => ({
    id: `E${name.toUpperCase()}`,
    arn: `arn:aws:cloudfront::${account}:distribution/E${name.toUpperCase()}`,
    domainName: `${name.toLowerCase()}.cloudfront.net`,
    hostedZoneId: 'Z2FDTNDATAQYW2',
    etag: 'E1',
  }),
  'aws:cloudfront/function:Function': (name, inputs) => ({
    id: inputs['name'] ?? name,
    arn: `arn:aws:cloudfront::${account}:function/${inputs['name'] ?? name}`,
    etag: 'E1',
  }),
}

/** Only the id of these is read. */
const typesWithIdOnly = [
  'aws:apigateway/deployment:Deployment',
  'aws:apigateway/integration:Integration',
  'aws:apigateway/method:Method',
  'aws:apigateway/methodSettings:MethodSettings',
  'aws:apigateway/resource:Resource',
  'aws:apigateway/response:Response',
  'aws:apigateway/usagePlan:UsagePlan',
  'aws:apigateway/usagePlanKey:UsagePlanKey',
  'aws:budgets/budget:Budget',
  'aws:cloudfront/cachePolicy:CachePolicy',
  'aws:cloudfront/originAccessControl:OriginAccessControl',
  'aws:cloudfront/responseHeadersPolicy:ResponseHeadersPolicy',
  'aws:iam/rolePolicy:RolePolicy',
  'aws:lambda/permission:Permission',
  'aws:cloudwatch/logMetricFilter:LogMetricFilter',
  'aws:cloudwatch/queryDefinition:QueryDefinition',
  'aws:backup/plan:Plan',
  'aws:backup/selection:Selection',
  'aws:cloudwatch/logDelivery:LogDelivery',
  'aws:lambda/functionRecursionConfig:FunctionRecursionConfig',
  'aws:lambda/runtimeManagementConfig:RuntimeManagementConfig',
  'aws:route53/record:Record',
  'aws:s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration',
  'aws:s3/bucketOwnershipControls:BucketOwnershipControls',
  'aws:s3/bucketPolicy:BucketPolicy',
  'aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock',
  'aws:s3/bucketServerSideEncryptionConfiguration:BucketServerSideEncryptionConfiguration',
  'aws:sns/topicPolicy:TopicPolicy',
  'aws:sns/topicSubscription:TopicSubscription',
  'aws:sqs/queuePolicy:QueuePolicy',
  'aws:wafv2/webAclAssociation:WebAclAssociation',
  'pulumi:providers:aws',
]
