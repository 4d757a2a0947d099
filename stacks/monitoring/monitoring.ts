import { type MetricName, namespace } from '../../lib/core/telemetry/metrics.ts'
import type { Api } from '../api.ts'
import { toGlobalName, toName } from '../names.ts'
import type { Settings } from '../settings.ts'
import type { Alarm } from './alarm.ts'
import { apiAlarms } from './api-alarms.ts'
import { backgroundAlarms } from './background-alarms.ts'
import { describeDashboard } from './dashboard.ts'
import { createEdgeLogs } from './edge-logs.ts'
import { edgeErrors, failureAlarms } from './failure-alarms.ts'
import { type Monitored, readNames } from './monitored-names.ts'
import { createQueries } from './queries.ts'

interface Context {
  runbookUrl: $util.Output<string>
  settings: Settings
}

/** The region, if it is not the stage's. */
type Options = Pick<$util.CustomResourceOptions, 'provider'>

/** Creates the dashboard, the saved queries, the alarms and the topics that they publish to. No other part depends on this one. */
export const createMonitoring = (monitored: Monitored, settings: Settings) => {
  const names = readNames(monitored)
  const topic = createTopic('Alarms', toName('alarms'), settings)
  const { value: executionsMax } = aws.servicequotas.getServiceQuotaOutput({
    serviceCode: 'lambda',
    quotaCode: 'L-B99A9384',
  })
  const described = [
    ...apiAlarms(names, executionsMax),
    ...failureAlarms(settings),
    ...backgroundAlarms(names),
  ]
  const runbookUrl = $interpolate`${monitored.edge.url}/docs/operate/runbook`
  const alarms = described.map((alarm) => createAlarm(alarm, topic, { runbookUrl, settings }))
  new aws.cloudwatch.Dashboard('Dashboard', {
    dashboardName: toGlobalName(settings.region),
    dashboardBody: $util
      .all([$util.output(names), $util.all(alarms.map(({ arn }) => arn)), runbookUrl])
      .apply(([known, alarmArns, url]) =>
        JSON.stringify(describeDashboard(known, { alarmArns, runbookUrl: url }, settings)),
      ),
  })
  createQueries()
  countThrottles(monitored.api)
  if (settings.budgetUsd !== undefined) createBudget(settings.budgetUsd, settings)
  // Metrics of CloudFront exist in us-east-1 only, and an alarm and its topic must be in the region of the metric.
  const provider = new aws.Provider('EdgeMonitoring', { region: 'us-east-1' })
  if (settings.edgeLogs) createEdgeLogs(monitored.edge, settings, provider)
  const edgeTopic = createTopic('EdgeAlarms', toName('edge-alarms'), settings, { provider })
  createAlarm(edgeErrors(names), edgeTopic, { runbookUrl, settings }, { provider })
  return { topic, edgeTopic }
}

/** Counts what API Gateway refuses itself. A function that returns 429 for an account's own rate has a status of its own. */
const countThrottles = ({ api }: Api) => {
  const { logGroup } = api.nodes
  if (!logGroup) throw new Error('The API is not deployed yet: its routes must be added first.')
  new aws.cloudwatch.LogMetricFilter('GatewayThrottles', {
    name: toName('gateway-throttles'),
    logGroupName: logGroup.name,
    pattern: '{ ($.status = "429") && ($.functionResponseStatus = "-") }',
    metricTransformation: {
      name: 'GatewayThrottles' satisfies MetricName,
      namespace,
      value: '1',
      unit: 'Count',
      dimensions: { stage: '$.stage' },
    },
  })
}

/** Of the whole AWS account, because costs can be separated by stage only after the tag `sst:stage` was activated for them. */
const createBudget = (usd: number, { alarmEmail }: Settings) => {
  const notification = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
    comparisonOperator: 'GREATER_THAN',
    notificationType,
    threshold,
    thresholdType: 'PERCENTAGE',
    subscriberEmailAddresses: alarmEmail ? [alarmEmail] : [],
  })
  new aws.budgets.Budget('Budget', {
    name: toName('budget'),
    budgetType: 'COST',
    limitAmount: String(usd),
    limitUnit: 'USD',
    timeUnit: 'MONTHLY',
    notifications: [notification('ACTUAL', 80), notification('FORECASTED', 100)],
  })
}

/**
 * Creates the topic that sends the alarms. An email address must be confirmed by email. The topic is not encrypted with KMS, because
 * CloudWatch cannot publish to a topic with the AWS managed key
 * (https://repost.aws/knowledge-center/cloudwatch-receive-sns-for-alarm-trigger). Alarm texts contain no secrets.
 */
const createTopic = (component: string, name: string, { alarmEmail }: Settings, options: Options = {}) => {
  const topic = new aws.sns.Topic(component, { name }, options)
  new aws.sns.TopicPolicy(
    `${component}Policy`,
    {
      arn: topic.arn,
      policy: aws.iam.getPolicyDocumentOutput({
        statements: [
          {
            actions: ['sns:Publish'],
            resources: [topic.arn],
            principals: [{ type: 'Service', identifiers: ['cloudwatch.amazonaws.com'] }],
            conditions: [
              {
                test: 'StringEquals',
                variable: 'aws:SourceAccount',
                values: [aws.getCallerIdentityOutput({}).accountId],
              },
            ],
          },
        ],
      }).json,
    },
    options,
  )
  if (alarmEmail)
    new aws.sns.TopicSubscription(
      `${component}Email`,
      {
        topic: topic.arn,
        protocol: 'email',
        endpoint: alarmEmail,
      },
      options,
    )
  return topic
}

const createAlarm = (
  alarm: Alarm,
  topic: aws.sns.Topic,
  { runbookUrl, settings: { region } }: Context,
  options: Options = {},
) => {
  const [breaching, of] = alarm.periods
  const dashboardUrl = `https://${region}.console.aws.amazon.com/cloudwatch/home?region=${region}#dashboards/dashboard/${toGlobalName(region)}`
  return new aws.cloudwatch.MetricAlarm(
    `${alarm.name}Alarm`,
    {
      name: toName(alarm.name),
      alarmDescription: $interpolate`${alarm.meaning} What to do: ${runbookUrl}#${alarm.section} Dashboard: ${dashboardUrl}`,
      comparisonOperator: alarm.comparison,
      threshold: alarm.threshold,
      datapointsToAlarm: breaching,
      evaluationPeriods: of,
      treatMissingData: alarm.missing,
      alarmActions: [topic.arn],
      okActions: [topic.arn],
      ...toMetrics(alarm),
    },
    options,
  )
}

/** With `ignore`, a p95 of fewer than 200 values would keep the alarm's state. Few values are covered by the number of periods instead. */
const toMetrics = ({ sources, expression, periodSeconds }: Alarm) => {
  const [single] = Object.values(sources)
  if (expression === undefined && single) {
    const { stat, ...metric } = single
    const isPercentile = stat.startsWith('p')
    return {
      ...metric,
      period: periodSeconds,
      ...(isPercentile
        ? { extendedStatistic: stat, evaluateLowSampleCountPercentiles: 'evaluate' }
        : { statistic: stat }),
    }
  }
  const metrics = Object.entries(sources).map(([id, { stat, ...metric }]) => ({
    id,
    returnData: false,
    metric: { ...metric, stat, period: periodSeconds },
  }))
  return { metricQueries: [...metrics, { id: 'alarm', expression, returnData: true }] }
}
