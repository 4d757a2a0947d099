import { inlineStatements, listOf } from './stack.ts'
import type { Resource, Statement } from './synth/graph.ts'

/** Part of a policy, and the types of resources that need it. A type belongs to one part. */
interface Part {
  sid: string
  types: readonly string[]
  actions: readonly string[]
  resources: readonly string[]
  condition?: Statement['Condition']
}

const stage = 'stillframe-<stage>'
const boundary = `arn:aws:iam::<account>:policy/${stage}-boundary`
const roles = `arn:aws:iam::<account>:role/${stage}-*`
const inAccount = (service: string, resource: string) => `arn:aws:${service}:<region>:<account>:${resource}`

/** Each verb with each noun: `CreateRole`. */
const verbs = (service: string, ...names: string[]) => names.map((name) => `${service}:${name}`)

/** SST gives them to every resource. */
const stageTags = (key: 'aws:RequestTag' | 'aws:ResourceTag') => ({
  [`${key}/sst:app`]: 'stillframe',
  [`${key}/sst:stage`]: '<stage>',
})

/** What SST's provider of AWS calls to create, read, change and delete the resources of the stacks. No part reads tables, queues, results or logs. */
const parts: readonly Part[] = [
  {
    sid: 'Functions',
    types: [
      'lambda/function',
      'lambda/functionRecursionConfig',
      'lambda/permission',
      'lambda/runtimeManagementConfig',
    ],
    actions: ['lambda:*'],
    resources: [inAccount('lambda', `function:${stage}-*`)],
  },
  {
    sid: 'EventSources',
    types: ['lambda/eventSourceMapping'],
    actions: verbs(
      'lambda',
      'GetEventSourceMapping',
      'UpdateEventSourceMapping',
      'DeleteEventSourceMapping',
      'ListTags',
      'TagResource',
      'UntagResource',
    ),
    resources: [inAccount('lambda', 'event-source-mapping:*')],
  },
  {
    sid: 'Tables',
    types: ['dynamodb/table'],
    actions: verbs(
      'dynamodb',
      'CreateTable',
      'DescribeTable',
      'UpdateTable',
      'DeleteTable',
      'DescribeContinuousBackups',
      'UpdateContinuousBackups',
      'DescribeTimeToLive',
      'UpdateTimeToLive',
      'ListTagsOfResource',
      'TagResource',
      'UntagResource',
    ),
    resources: [inAccount('dynamodb', `table/${stage}-*`)],
  },
  {
    sid: 'Queues',
    types: ['sqs/queue'],
    actions: verbs(
      'sqs',
      'CreateQueue',
      'GetQueueUrl',
      'GetQueueAttributes',
      'SetQueueAttributes',
      'DeleteQueue',
      'ListQueueTags',
      'TagQueue',
      'UntagQueue',
    ),
    resources: [inAccount('sqs', `${stage}-*`)],
  },
  {
    sid: 'Buckets',
    types: [
      's3/bucket',
      's3/bucketPolicy',
      's3/bucketLifecycleConfiguration',
      's3/bucketOwnershipControls',
      's3/bucketPublicAccessBlock',
      's3/bucketServerSideEncryptionConfiguration',
    ],
    actions: verbs(
      's3',
      'CreateBucket',
      'DeleteBucket',
      'ListBucket',
      'GetBucket*',
      'PutBucket*',
      'DeleteBucketPolicy',
      'GetLifecycleConfiguration',
      'PutLifecycleConfiguration',
      'GetEncryptionConfiguration',
      'PutEncryptionConfiguration',
      'GetAccelerateConfiguration',
      'GetReplicationConfiguration',
    ),
    resources: [`arn:aws:s3:::${stage}-*`],
  },
  {
    sid: 'SiteFiles',
    types: ['s3/bucketObjectv2'],
    actions: verbs('s3', 'GetObject', 'GetObjectTagging', 'PutObject', 'PutObjectTagging', 'DeleteObject'),
    resources: [`arn:aws:s3:::${stage}-site-*/*`],
  },
  // On every key, because the provider calls them as soon as the key exists, and tags can take five minutes to count:
  // https://docs.aws.amazon.com/kms/latest/developerguide/tag-authorization.html
  {
    sid: 'NewKeys',
    types: ['kms/key'],
    actions: verbs(
      'kms',
      'DescribeKey',
      'GetKeyPolicy',
      'GetKeyRotationStatus',
      'EnableKeyRotation',
      'ListResourceTags',
    ),
    resources: [inAccount('kms', 'key/*')],
  },
  {
    sid: 'KeysOfStage',
    types: [],
    actions: verbs('kms', 'PutKeyPolicy', 'UpdateKeyDescription', 'ScheduleKeyDeletion', 'UntagResource'),
    resources: [inAccount('kms', 'key/*')],
    condition: { StringEquals: stageTags('aws:ResourceTag') },
  },
  // A key is created with its tags, which needs this permission on every key:
  // https://docs.aws.amazon.com/kms/latest/developerguide/tag-permissions.html
  {
    sid: 'KeyTags',
    types: [],
    actions: ['kms:TagResource'],
    resources: [inAccount('kms', 'key/*')],
    condition: {
      StringEquals: stageTags('aws:RequestTag'),
      StringEqualsIfExists: stageTags('aws:ResourceTag'),
    },
  },
  {
    sid: 'RolesWithinBoundary',
    types: [],
    actions: verbs('iam', 'CreateRole', 'PutRolePolicy', 'PutRolePermissionsBoundary'),
    resources: [roles],
    condition: { StringEquals: { 'iam:PermissionsBoundary': boundary } },
  },
  {
    sid: 'Roles',
    types: ['iam/role'],
    actions: verbs(
      'iam',
      'GetRole',
      'DeleteRole',
      'UpdateRole',
      'UpdateAssumeRolePolicy',
      'GetRolePolicy',
      'DeleteRolePolicy',
      'ListRolePolicies',
      'ListAttachedRolePolicies',
      'ListInstanceProfilesForRole',
      'TagRole',
      'UntagRole',
      'PassRole',
    ),
    resources: [roles],
  },
  {
    sid: 'Logs',
    types: ['cloudwatch/logGroup', 'cloudwatch/logMetricFilter'],
    actions: verbs(
      'logs',
      'CreateLogGroup',
      'DeleteLogGroup',
      'PutRetentionPolicy',
      'ListTagsForResource',
      'TagResource',
      'UntagResource',
      'PutMetricFilter',
      'DeleteMetricFilter',
      'DescribeMetricFilters',
    ),
    resources: [
      inAccount('logs', `log-group:/aws/lambda/${stage}-*`),
      inAccount('logs', `log-group:/aws/vendedlogs/apis/${stage}-*`),
      `arn:aws:logs:us-east-1:<account>:log-group:/aws/vendedlogs/edge/${stage}-*`,
    ],
  },
  {
    sid: 'Alarms',
    types: ['cloudwatch/metricAlarm', 'sns/topic', 'sns/topicPolicy', 'sns/topicSubscription'],
    actions: [
      ...verbs(
        'cloudwatch',
        'PutMetricAlarm',
        'DescribeAlarms',
        'DeleteAlarms',
        'ListTagsForResource',
        'TagResource',
        'UntagResource',
      ),
      'sns:*',
    ],
    resources: [`arn:aws:cloudwatch:*:<account>:alarm:${stage}-*`, `arn:aws:sns:*:<account>:${stage}-*`],
  },
  {
    sid: 'Dashboard',
    types: ['cloudwatch/dashboard'],
    actions: verbs('cloudwatch', 'PutDashboard', 'GetDashboard', 'DeleteDashboards'),
    resources: [`arn:aws:cloudwatch::<account>:dashboard/${stage}-*`],
  },
  {
    sid: 'Budget',
    types: ['budgets/budget'],
    actions: verbs(
      'budgets',
      'ViewBudget',
      'ModifyBudget',
      'ListTagsForResource',
      'TagResource',
      'UntagResource',
    ),
    resources: [`arn:aws:budgets::<account>:budget/${stage}-*`],
  },
  {
    sid: 'Schedules',
    types: ['scheduler/schedule', 'scheduler/scheduleGroup'],
    actions: verbs(
      'scheduler',
      'CreateSchedule',
      'GetSchedule',
      'UpdateSchedule',
      'DeleteSchedule',
      'CreateScheduleGroup',
      'GetScheduleGroup',
      'DeleteScheduleGroup',
      'ListTagsForResource',
      'TagResource',
      'UntagResource',
    ),
    resources: [
      inAccount('scheduler', `schedule/default/${stage}-*`),
      inAccount('scheduler', `schedule-group/${stage}-*`),
    ],
  },
  {
    sid: 'WithoutNames',
    types: [
      'apigateway/account',
      'apigateway/apiKey',
      'apigateway/deployment',
      'apigateway/integration',
      'apigateway/method',
      'apigateway/methodSettings',
      'apigateway/resource',
      'apigateway/response',
      'apigateway/restApi',
      'apigateway/stage',
      'apigateway/usagePlan',
      'apigateway/usagePlanKey',
      'cloudfront/distribution',
      'cloudfront/function',
      'cloudfront/originAccessControl',
      'cloudfront/cachePolicy',
      'cloudfront/responseHeadersPolicy',
      'acm/certificate',
      'acm/certificateValidation',
      'route53/record',
      'wafv2/webAcl',
      'wafv2/webAclAssociation',
      'cloudwatch/queryDefinition',
      'cloudwatch/logDelivery',
      'cloudwatch/logDeliverySource',
      'cloudwatch/logDeliveryDestination',
      'backup/vault',
      'backup/plan',
      'backup/selection',
    ],
    actions: [
      ...verbs('apigateway', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'SetWebACL'),
      'cloudfront:*',
      'acm:*',
      ...verbs(
        'route53',
        'ListHostedZones',
        'ListHostedZonesByName',
        'GetHostedZone',
        'ListResourceRecordSets',
        'ChangeResourceRecordSets',
        'GetChange',
        'ListTagsForResource',
      ),
      'wafv2:*',
      ...verbs(
        'logs',
        'PutQueryDefinition',
        'DescribeQueryDefinitions',
        'DeleteQueryDefinition',
        'DescribeLogGroups',
        'CreateLogDelivery',
        'GetLogDelivery',
        'UpdateLogDelivery',
        'DeleteLogDelivery',
        'ListLogDeliveries',
        'PutResourcePolicy',
        'DescribeResourcePolicies',
        'PutDelivery*',
        'GetDelivery*',
        'CreateDelivery',
        'DeleteDelivery*',
        'UpdateDeliveryConfiguration',
      ),
      'backup:*',
      'backup-storage:MountCapsule',
      ...verbs('servicequotas', 'GetServiceQuota', 'GetAWSDefaultServiceQuota'),
      'sts:GetCallerIdentity',
      'kms:CreateKey',
      'lambda:CreateEventSourceMapping',
      ...verbs('ec2', 'DescribeSecurityGroups', 'DescribeSubnets', 'DescribeVpcs'),
    ],
    resources: ['*'],
  },
  // The key that AWS makes for the vaults of `BACKUP_REGION`.
  {
    sid: 'BackupKeys',
    types: [],
    actions: verbs('kms', 'CreateGrant', 'Decrypt', 'GenerateDataKey', 'RetireGrant'),
    resources: ['*'],
    condition: { StringLike: { 'kms:ViaService': 'backup.*.amazonaws.com' } },
  },
  // https://sst.dev/docs/iam-credentials
  {
    sid: 'SstState',
    types: [],
    actions: ['s3:*'],
    resources: ['arn:aws:s3:::sst-state-*', 'arn:aws:s3:::sst-asset-*'],
  },
  {
    sid: 'SstBootstrap',
    types: [],
    actions: [
      ...verbs('ssm', 'GetParameter', 'GetParameters', 'PutParameter', 'DeleteParameter'),
      ...verbs('ecr', 'CreateRepository', 'DescribeRepositories'),
    ],
    resources: [inAccount('ssm', 'parameter/sst/*'), inAccount('ecr', 'repository/sst-asset')],
  },
]

export const partOf = (type: string) => parts.find(({ types }) => types.includes(type))

export const typesOfParts = parts.flatMap(({ types }) => types)

const toPolicy = (statements: readonly object[]) => ({ Version: '2012-10-17', Statement: statements })

export const deployPolicy = toPolicy(
  parts.map(({ sid, actions, resources, condition }) => ({
    Sid: sid,
    Effect: 'Allow',
    Action: actions,
    Resource: resources,
    ...(condition && { Condition: condition }),
  })),
)

/** `arn:aws:sqs:eu-central-1:123456789012:stillframe-production-RenderQueue-x` → `arn:aws:sqs:<region>:<account>:stillframe-<stage>-*` */
const toPattern = (arn: string) =>
  arn
    .replace('eu-central-1', '<region>')
    // `BACKUP_REGION`.
    .replace('arn:aws:backup:eu-west-1', 'arn:aws:backup:*')
    .replace('123456789012', '<account>')
    .replace(/stillframe-production-[^/:]*/, `${stage}-*`)
    .replace(/(log-group:[^:]*):\*/, '$1:*')
    // The id of a key is known only after it was made.
    .replace(/:key\/[^/]+$/, ':key/*')

/** Of the functions in `VPC_SUBNETS`: stacks/grants.ts. */
const forVpc = {
  Effect: 'Allow',
  Action: verbs(
    'ec2',
    'CreateNetworkInterface',
    'DeleteNetworkInterface',
    'DescribeNetworkInterfaces',
    'DescribeSubnets',
    'AssignPrivateIpAddresses',
    'UnassignPrivateIpAddresses',
  ),
  Resource: '*',
}

/** Returns the most that a role of the stage may ever do: everything that the roles of its functions and timers do together, and nothing that they are denied. */
export const boundaryOf = (rolesOfStage: readonly Resource[]) => {
  const statements = rolesOfStage.flatMap(inlineStatements)
  return toPolicy([...grouped(statements, 'Allow'), forVpc, ...grouped(statements, 'Deny')])
}

/** Returns one statement for each resource. */
const grouped = (statements: readonly Statement[], effect: 'Allow' | 'Deny') => {
  const byResource = new Map<string, Set<string>>()
  for (const { Effect, Action, Resource } of statements)
    if (Effect === effect)
      for (const resource of listOf(Resource).map(toPattern))
        for (const action of listOf(Action)) {
          const actions = byResource.get(resource) ?? new Set()
          byResource.set(resource, actions.add(action))
        }
  return [...byResource]
    .sort()
    .map(([resource, actions]) => ({ Effect: effect, Action: [...actions].sort(), Resource: resource }))
}
