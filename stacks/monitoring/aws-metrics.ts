/** AWS's own metrics that the dashboard and the alarms use, with their sets of dimensions and AWS's documentation. */
export const awsMetrics = {
  'AWS/ApiGateway': {
    source:
      'https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-metrics-and-dimensions.html',
    dimensions: [['ApiName', 'Stage']],
    names: ['Count', '4XXError', '5XXError', 'Latency'],
  },
  'AWS/CloudFront': {
    source:
      'https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/programming-cloudwatch-metrics.html',
    dimensions: [['DistributionId', 'Region']],
    names: ['5xxErrorRate', '4xxErrorRate', 'Requests', 'BytesDownloaded'],
  },
  'AWS/Lambda': {
    source: 'https://docs.aws.amazon.com/lambda/latest/dg/monitoring-metrics-types.html',
    // Without a dimension: all functions of the account in the region.
    dimensions: [['FunctionName'], []],
    names: [
      'Invocations',
      'Errors',
      'Throttles',
      'Duration',
      'ConcurrentExecutions',
      'RecursiveInvocationsDropped',
    ],
  },
  'AWS/SQS': {
    source:
      'https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/sqs-available-cloudwatch-metrics.html',
    dimensions: [['QueueName']],
    names: [
      'ApproximateAgeOfOldestMessage',
      'ApproximateNumberOfMessagesVisible',
      'ApproximateNumberOfMessagesNotVisible',
      'NumberOfMessagesReceived',
    ],
  },
  'AWS/Scheduler': {
    source: 'https://docs.aws.amazon.com/scheduler/latest/UserGuide/monitoring-cloudwatch.html',
    dimensions: [['ScheduleGroup']],
    names: [
      'InvocationAttemptCount',
      'TargetErrorCount',
      'InvocationDroppedCount',
      'InvocationsFailedToBeSentToDeadLetterCount',
    ],
  },
  'AWS/DynamoDB': {
    source: 'https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/metrics-dimensions.html',
    dimensions: [['TableName'], ['TableName', 'GlobalSecondaryIndexName']],
    names: [
      'ConsumedReadCapacityUnits',
      'ConsumedWriteCapacityUnits',
      'WriteThrottleEvents',
      'ReadThrottleEvents',
    ],
  },
  'AWS/S3': {
    source: 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/metrics-dimensions.html',
    dimensions: [['BucketName', 'StorageType']],
    names: ['BucketSizeBytes'],
  },
  'AWS/Logs': {
    source:
      'https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/CloudWatch-Logs-Monitoring-CloudWatch-Metrics.html',
    dimensions: [['LogGroupName']],
    names: ['IncomingBytes'],
  },
} as const

export type AwsNamespace = keyof typeof awsMetrics

export type AwsMetricName<Namespace extends AwsNamespace> = (typeof awsMetrics)[Namespace]['names'][number]

/** One of the sets of dimensions. */
export type AwsDimensions<
  Namespace extends AwsNamespace,
  Value,
  Names = (typeof awsMetrics)[Namespace]['dimensions'][number],
> = Names extends readonly string[] ? { [Name in Names[number]]: Value } : never
