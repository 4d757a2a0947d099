/** Returns what is allowed if a value is not. */
type Check = (value: never) => string | undefined

const between =
  (min: number, max: number): Check =>
  (value: number) =>
    value >= min && value <= max ? undefined : `${value} must be from ${min} to ${max}.`

const matching =
  (pattern: RegExp): Check =>
  (value: string) =>
    pattern.test(value) ? undefined : `${value} must match ${pattern}.`

const atMostBytes =
  (max: number): Check =>
  (value: string) => {
    const bytes = Buffer.byteLength(value)
    return bytes <= max ? undefined : `${bytes} bytes must be at most ${max}.`
  }

const oneOf = (...values: string[]): Check => matching(new RegExp(`^(?:${values.join('|')})$`))

const dynamoName = matching(/^[a-zA-Z0-9_.-]{3,255}$/)
const keyType = oneOf('HASH', 'RANGE')
const projectionType = oneOf('ALL', 'KEYS_ONLY', 'INCLUDE')
const iamName = (max: number) => matching(new RegExp(`^[\\w+=,.@-]{1,${max}}$`))
const httpMethod = oneOf('ANY', 'DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT')

/**
 * Ranges, patterns and enumerations that AWS's definitions of types do not contain, from the API references:
 * https://docs.aws.amazon.com/lambda/latest/api/API_CreateFunction.html and API_CreateEventSourceMapping.html,
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SetQueueAttributes.html,
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_PutMetricAlarm.html,
 * https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_CreateLogGroup.html,
 * https://docs.aws.amazon.com/scheduler/latest/APIReference/API_CreateSchedule.html,
 * https://docs.aws.amazon.com/apigateway/latest/api/API_PutGatewayResponse.html,
 * https://docs.aws.amazon.com/cloudfront/latest/APIReference/API_DistributionConfig.html,
 * https://docs.aws.amazon.com/waf/latest/APIReference/API_RateBasedStatement.html,
 * https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_CreateTable.html,
 * https://docs.aws.amazon.com/AmazonS3/latest/API/API_LifecycleRule.html,
 * https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucket-policies.html,
 * https://docs.aws.amazon.com/IAM/latest/APIReference/API_CreateRole.html and API_PutRolePolicy.html,
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html,
 * https://docs.aws.amazon.com/apigateway/latest/api/API_PutIntegration.html, API_MethodSetting.html and API_EndpointConfiguration.html,
 * https://docs.aws.amazon.com/Route53/latest/APIReference/API_ResourceRecordSet.html,
 * https://docs.aws.amazon.com/acm/latest/APIReference/API_RequestCertificate.html.
 */
export const ranges: Readonly<Record<string, Check>> = {
  'AWS::Lambda::Function.FunctionName': matching(/^[a-zA-Z0-9-_]{1,64}$/),
  'AWS::Lambda::Function.Runtime': matching(/^nodejs2[24]\.x$/),
  'AWS::Lambda::Function.MemorySize': between(128, 10_240),
  'AWS::Lambda::Function.Timeout': between(1, 900),
  'AWS::Lambda::Function.EphemeralStorage.Size': between(512, 10_240),
  'AWS::Lambda::Function.TracingConfig.Mode': oneOf('Active', 'PassThrough'),
  'AWS::Lambda::Function.LoggingConfig.LogFormat': oneOf('JSON', 'Text'),
  'AWS::Lambda::EventSourceMapping.BatchSize': between(1, 10_000),
  'AWS::Lambda::EventSourceMapping.MaximumBatchingWindowInSeconds': between(0, 300),
  'AWS::Lambda::EventSourceMapping.ScalingConfig.MaximumConcurrency': between(2, 1000),
  'AWS::SQS::Queue.QueueName': matching(/^[a-zA-Z0-9-_]{1,80}$/),
  'AWS::SQS::Queue.VisibilityTimeout': between(0, 43_200),
  'AWS::SQS::Queue.MessageRetentionPeriod': between(60, 1_209_600),
  'AWS::SQS::Queue.DelaySeconds': between(0, 900),
  'AWS::CloudWatch::Alarm.AlarmName': matching(/^.{1,255}$/),
  'AWS::CloudWatch::Alarm.AlarmDescription': matching(/^.{0,1024}$/s),
  'AWS::CloudWatch::Alarm.ComparisonOperator': oneOf(
    'GreaterThanThreshold',
    'GreaterThanOrEqualToThreshold',
    'LessThanThreshold',
    'LessThanOrEqualToThreshold',
  ),
  'AWS::CloudWatch::Alarm.TreatMissingData': oneOf('breaching', 'notBreaching', 'ignore', 'missing'),
  'AWS::CloudWatch::Alarm.EvaluateLowSampleCountPercentile': oneOf('evaluate', 'ignore'),
  'AWS::CloudWatch::Alarm.Statistic': oneOf('SampleCount', 'Average', 'Sum', 'Minimum', 'Maximum'),
  'AWS::CloudWatch::Alarm.ExtendedStatistic': matching(/^p(?:\d{1,2}(?:\.\d{1,10})?|100)$/),
  'AWS::CloudWatch::Alarm.Period': (value: number) =>
    [10, 20, 30].includes(value) || value % 60 === 0 ? undefined : `${value} must be a multiple of 60.`,
  'AWS::Logs::LogGroup.LogGroupName': matching(/^[.\-_/#A-Za-z0-9]{1,512}$/),
  'AWS::Scheduler::Schedule.Name': matching(/^[0-9a-zA-Z-_.]{1,64}$/),
  'AWS::Scheduler::Schedule.ScheduleExpression': matching(/^(?:rate|cron|at)\(.+\)$/),
  'AWS::Scheduler::Schedule.Target.RetryPolicy.MaximumRetryAttempts': between(0, 185),
  'AWS::Scheduler::ScheduleGroup.Name': matching(/^[0-9a-zA-Z-_.]{1,64}$/),
  'AWS::ApiGateway::GatewayResponse.ResponseType': matching(/^[A-Z_]+(?:4XX|5XX)?$/),
  'AWS::ApiGateway::GatewayResponse.StatusCode': matching(/^[1-5]\d\d$/),
  'AWS::ApiGateway::Method.HttpMethod': httpMethod,
  'AWS::ApiGateway::Method.Integration.IntegrationHttpMethod': httpMethod,
  'AWS::ApiGateway::Method.Integration.TimeoutInMillis': between(50, 900_000),
  'AWS::ApiGateway::Method.AuthorizationType': oneOf('NONE', 'AWS_IAM', 'CUSTOM', 'COGNITO_USER_POOLS'),
  'AWS::ApiGateway::Stage.StageName': matching(/^\w[\w-]{0,127}$/),
  'AWS::ApiGateway::Stage.MethodSettings.LoggingLevel': oneOf('OFF', 'ERROR', 'INFO'),
  'AWS::ApiGateway::Stage.MethodSettings.HttpMethod': matching(/^(?:\*|[A-Z]+)$/),
  'AWS::ApiGateway::Stage.MethodSettings.ResourcePath': matching(/^\/(?:\*|(?:~1[^/]*)+)$/),
  'AWS::ApiGateway::Stage.MethodSettings.ThrottlingBurstLimit': between(0, 2_147_483_647),
  'AWS::ApiGateway::RestApi.EndpointConfiguration.Types': oneOf('EDGE', 'REGIONAL', 'PRIVATE'),
  'AWS::ApiGateway::UsagePlan.Quota.Period': oneOf('DAY', 'WEEK', 'MONTH'),
  'AWS::DynamoDB::Table.TableName': dynamoName,
  'AWS::DynamoDB::Table.BillingMode': oneOf('PROVISIONED', 'PAY_PER_REQUEST'),
  'AWS::DynamoDB::Table.AttributeDefinitions.AttributeType': oneOf('S', 'N', 'B'),
  'AWS::DynamoDB::Table.AttributeDefinitions.AttributeName': matching(/^.{1,255}$/),
  'AWS::DynamoDB::Table.KeySchema.KeyType': keyType,
  'AWS::DynamoDB::Table.GlobalSecondaryIndexes.IndexName': dynamoName,
  'AWS::DynamoDB::Table.GlobalSecondaryIndexes.KeySchema.KeyType': keyType,
  'AWS::DynamoDB::Table.GlobalSecondaryIndexes.Projection.ProjectionType': projectionType,
  'AWS::DynamoDB::Table.TimeToLiveSpecification.AttributeName': matching(/^.{1,255}$/),
  'AWS::DynamoDB::Table.PointInTimeRecoverySpecification.RecoveryPeriodInDays': between(1, 35),
  'AWS::S3::Bucket.BucketName': matching(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/),
  'AWS::S3::Bucket.LifecycleConfiguration.Rules.Id': matching(/^.{1,255}$/),
  'AWS::S3::Bucket.LifecycleConfiguration.Rules.ExpirationInDays': between(1, 2_147_483_647),
  'AWS::S3::Bucket.LifecycleConfiguration.Rules.AbortIncompleteMultipartUpload.DaysAfterInitiation': between(
    1,
    2_147_483_647,
  ),
  'AWS::S3::BucketPolicy.PolicyDocument': atMostBytes(20 * 1024),
  'AWS::IAM::Role.RoleName': iamName(64),
  'AWS::IAM::Role.MaxSessionDuration': between(3600, 43_200),
  'AWS::IAM::Role.Policies.PolicyName': iamName(128),
  'AWS::Route53::RecordSet.Type': oneOf('A', 'AAAA', 'CAA', 'CNAME', 'MX', 'NS', 'SRV', 'TXT'),
  'AWS::Route53::RecordSet.TTL': (value: string) => between(0, 2_147_483_647)(Number(value) as never),
  'AWS::CertificateManager::Certificate.ValidationMethod': oneOf('DNS', 'EMAIL', 'HTTP'),
  'AWS::CertificateManager::Certificate.DomainName': matching(/^(?:\*\.)?[a-zA-Z0-9.-]{1,251}$/),
  'AWS::CloudWatch::Dashboard.DashboardName': matching(/^[a-zA-Z0-9-_]{1,255}$/),
  'AWS::CloudFront::Function.Name': matching(/^[a-zA-Z0-9-_]{1,64}$/),
  'AWS::CloudFront::Function.FunctionConfig.Runtime': oneOf('cloudfront-js-1.0', 'cloudfront-js-2.0'),
  'AWS::CloudFront::Function.FunctionCode': atMostBytes(10 * 1024),
  'AWS::SNS::Topic.TopicName': matching(/^[a-zA-Z0-9-_]{1,256}$/),
  'AWS::SNS::Subscription.Protocol': oneOf('email', 'https', 'sqs', 'lambda'),
  'AWS::CloudFront::OriginAccessControl.OriginAccessControlConfig.Name': matching(/^[\w-]{1,64}$/),
  'AWS::CloudFront::CachePolicy.CachePolicyConfig.Name': matching(/^[\w-]{1,128}$/),
  'AWS::CloudFront::ResponseHeadersPolicy.ResponseHeadersPolicyConfig.Name': matching(/^[\w-]{1,128}$/),
  'AWS::CloudFront::Distribution.DistributionConfig.HttpVersion': oneOf(
    'http1.1',
    'http2',
    'http3',
    'http2and3',
  ),
  'AWS::CloudFront::Distribution.DistributionConfig.Origins.ConnectionAttempts': between(1, 3),
  'AWS::CloudFront::Distribution.DistributionConfig.Origins.CustomOriginConfig.OriginReadTimeout': between(
    1,
    120,
  ),
  'AWS::CloudFront::Distribution.DistributionConfig.Origins.CustomOriginConfig.OriginKeepaliveTimeout':
    between(1, 60),
  'AWS::CloudFront::Distribution.DistributionConfig.CacheBehaviors.ViewerProtocolPolicy': oneOf(
    'allow-all',
    'https-only',
    'redirect-to-https',
  ),
  'AWS::WAFv2::WebACL.Rules.Statement.RateBasedStatement.Limit': between(10, 2_000_000_000),
}
