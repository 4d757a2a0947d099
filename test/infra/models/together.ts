import type { Properties } from '../synth/graph.ts'

/** Returns whether the inputs of one object contradict the sentence. */
type Rule = [sentence: string, contradicts: (inputs: Properties) => boolean]

const has = (inputs: Properties, ...names: string[]) => names.every((name) => inputs[name] !== undefined)

const all = (...names: string[]): Rule => [
  `${names.join(', ')} are required together.`,
  (inputs) => names.some((name) => has(inputs, name)) && !has(inputs, ...names),
]

const one = (...names: string[]): Rule => [
  `Exactly one of ${names.join(', ')} is required.`,
  (inputs) => names.filter((name) => has(inputs, name)).length !== 1,
]

const listOf = (value: unknown) => (value ?? []) as Properties[]

const keysOf = ({ keySchema }: Properties) => listOf(keySchema).map(({ attributeName }) => attributeName)

const keysMatchAttributes: Rule = [
  'AttributeDefinitions must be the keys of the table and its indexes.',
  ({ AttributeDefinitions, KeySchema, GlobalSecondaryIndexes, LocalSecondaryIndexes }) => {
    const indexes = [...listOf(GlobalSecondaryIndexes), ...listOf(LocalSecondaryIndexes)]
    const keys = [{ keySchema: KeySchema }, ...indexes].flatMap(keysOf)
    const attributes = listOf(AttributeDefinitions).map(({ attributeName }) => attributeName)
    return (
      new Set([...keys, ...attributes]).size !== attributes.length ||
      attributes.some((a) => !keys.includes(a))
    )
  },
]

const isWithinEvaluation: Rule = [
  'Period times EvaluationPeriods must be at most a day, or seven days if Period is at least an hour.',
  ({ Period, EvaluationPeriods }) =>
    Number(Period) * Number(EvaluationPeriods) > (Number(Period) < 3600 ? 86_400 : 604_800),
]

/** The quota counts characters other than white space. */
const inlineCharactersMax = 10_240
const textOf = (policy: unknown) => (typeof policy === 'string' ? policy : JSON.stringify(policy))

const cacheBehavior: Rule[] = [
  one('CachePolicyId', 'ForwardedValues'),
  [
    'AllowedMethods must contain CachedMethods.',
    ({ AllowedMethods, CachedMethods }) =>
      listOf(CachedMethods).some((method) => !listOf(AllowedMethods).includes(method)),
  ],
]

const projection: Rule[] = [
  [
    'NonKeyAttributes is required with ProjectionType INCLUDE only.',
    (inputs) => has(inputs, 'NonKeyAttributes') !== (inputs['ProjectionType'] === 'INCLUDE'),
  ],
]

/**
 * Rules about several inputs of one object, which AWS's definitions of types do not contain, from the API references in ranges.ts and
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_CreateTable.html,
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_LifecycleRule.html,
 * https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_iam-quotas.html,
 * https://docs.aws.amazon.com/Route53/latest/APIReference/API_ResourceRecordSet.html,
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/response-transfer-mode.html,
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/response-transfer-mode-lambda.html.
 */
export const together: Readonly<Record<string, readonly Rule[]>> = {
  'AWS::Lambda::Function': [
    [
      'Runtime and Handler are required with PackageType Zip.',
      (inputs) => inputs['PackageType'] !== 'Image' && !has(inputs, 'Runtime', 'Handler'),
    ],
  ],
  'AWS::Lambda::EventSourceMapping': [
    [
      'BatchSize above 10 requires MaximumBatchingWindowInSeconds.',
      ({ BatchSize, MaximumBatchingWindowInSeconds }) =>
        Number(BatchSize) > 10 && !MaximumBatchingWindowInSeconds,
    ],
  ],
  'AWS::SQS::Queue': [
    [
      'QueueName must end with .fifo if FifoQueue is true, and only then.',
      ({ QueueName, FifoQueue = false }) => String(QueueName).endsWith('.fifo') !== FifoQueue,
    ],
  ],
  'AWS::CloudWatch::Alarm': [
    one('MetricName', 'Metrics'),
    all('MetricName', 'Namespace', 'Period'),
    [
      'One of Statistic, ExtendedStatistic is required with MetricName.',
      (inputs) =>
        [has(inputs, 'Statistic'), has(inputs, 'ExtendedStatistic')].filter(Boolean).length !==
        (has(inputs, 'MetricName') ? 1 : 0),
    ],
    [
      'DatapointsToAlarm must be at most EvaluationPeriods.',
      ({ DatapointsToAlarm, EvaluationPeriods }) => Number(DatapointsToAlarm) > Number(EvaluationPeriods),
    ],
    isWithinEvaluation,
  ],
  'AWS::CloudWatch::Alarm.Metrics': [one('Expression', 'MetricStat')],
  'AWS::Scheduler::Schedule.FlexibleTimeWindow': [
    [
      'MaximumWindowInMinutes is required with Mode FLEXIBLE only.',
      (inputs) => has(inputs, 'MaximumWindowInMinutes') !== (inputs['Mode'] === 'FLEXIBLE'),
    ],
  ],
  'AWS::DynamoDB::Table': [
    keysMatchAttributes,
    [
      'ProvisionedThroughput is required unless BillingMode is PAY_PER_REQUEST.',
      (inputs) => has(inputs, 'ProvisionedThroughput') === (inputs['BillingMode'] === 'PAY_PER_REQUEST'),
    ],
  ],
  'AWS::DynamoDB::Table.GlobalSecondaryIndexes.Projection': projection,
  'AWS::DynamoDB::Table.LocalSecondaryIndexes.Projection': projection,
  'AWS::S3::Bucket.LifecycleConfiguration.Rules': [
    [
      'A rule needs an action.',
      (inputs) => !Object.keys(inputs).some((name) => /^(?:Abort|Expir|Noncurrent|Transition)/.test(name)),
    ],
  ],
  'AWS::IAM::Role': [
    [
      `Policies must have at most ${inlineCharactersMax} characters.`,
      ({ Policies }) =>
        listOf(Policies)
          .map(({ policyDocument }) => textOf(policyDocument).replace(/\s/g, ''))
          .join('').length > inlineCharactersMax,
    ],
  ],
  'AWS::Route53::RecordSet': [one('AliasTarget', 'ResourceRecords'), all('ResourceRecords', 'TTL')],
  'AWS::CloudFront::Distribution.DistributionConfig.DefaultCacheBehavior': cacheBehavior,
  'AWS::CloudFront::Distribution.DistributionConfig.CacheBehaviors': cacheBehavior,
  'AWS::CloudFront::Distribution.DistributionConfig.ViewerCertificate': [
    all('AcmCertificateArn', 'SslSupportMethod'),
  ],
  'AWS::ApiGateway::Method.Integration': [
    [
      'Uri and IntegrationHttpMethod are required unless Type is MOCK.',
      (inputs) => inputs['Type'] !== 'MOCK' && !has(inputs, 'Uri', 'IntegrationHttpMethod'),
    ],
    [
      'ResponseTransferMode STREAM requires a proxy, and TimeoutInMillis must be at most 900000 with it and 29000 without it.',
      ({ Type, ResponseTransferMode, TimeoutInMillis = 29_000 }) =>
        ResponseTransferMode === 'STREAM'
          ? !String(Type).endsWith('_PROXY') || Number(TimeoutInMillis) > 900_000
          : Number(TimeoutInMillis) > 29_000,
    ],
    [
      'ResponseTransferMode STREAM and a Uri that ends with response-streaming-invocations are required together.',
      ({ Uri, Type, ResponseTransferMode }) =>
        Type === 'AWS_PROXY' &&
        String(Uri).endsWith('/response-streaming-invocations') !== (ResponseTransferMode === 'STREAM'),
    ],
  ],
  'AWS::ApiGateway::Stage.MethodSettings': [all('ThrottlingRateLimit', 'ThrottlingBurstLimit')],
  'AWS::WAFv2::WebACL.Rules': [one('Action', 'OverrideAction')],
}
