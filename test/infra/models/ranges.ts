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

const oneOf = (...values: string[]): Check => matching(new RegExp(`^(?:${values.join('|')})$`))

/**
 * Ranges, patterns and enumerations that AWS's definitions of types do not contain, from the API references:
 * https://docs.aws.amazon.com/lambda/latest/api/API_CreateFunction.html and API_CreateEventSourceMapping.html,
 * https://docs.aws.amazon.com/AWSSimpleQueueService/latest/APIReference/API_SetQueueAttributes.html,
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/APIReference/API_PutMetricAlarm.html,
 * https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_CreateLogGroup.html,
 * https://docs.aws.amazon.com/scheduler/latest/APIReference/API_CreateSchedule.html,
 * https://docs.aws.amazon.com/apigateway/latest/api/API_PutGatewayResponse.html,
 * https://docs.aws.amazon.com/cloudfront/latest/APIReference/API_DistributionConfig.html,
 * https://docs.aws.amazon.com/waf/latest/APIReference/API_RateBasedStatement.html.
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
  'AWS::ApiGateway::Method.HttpMethod': oneOf(
    'ANY',
    'DELETE',
    'GET',
    'HEAD',
    'OPTIONS',
    'PATCH',
    'POST',
    'PUT',
  ),
  'AWS::ApiGateway::Method.AuthorizationType': oneOf('NONE', 'AWS_IAM', 'CUSTOM', 'COGNITO_USER_POOLS'),
  'AWS::ApiGateway::Stage.StageName': matching(/^\w[\w-]{0,127}$/),
  'AWS::SNS::Topic.TopicName': matching(/^[a-zA-Z0-9-_]{1,256}$/),
  'AWS::SNS::Subscription.Protocol': oneOf('email', 'https', 'sqs', 'lambda'),
  'AWS::CloudFront::OriginAccessControl.OriginAccessControlConfig.Name': matching(/^[\w-]{1,64}$/),
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
