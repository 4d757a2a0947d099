import { toGlobalName, toName } from '../names.ts'
import type { Settings } from '../settings.ts'
import type { Alarm } from './alarm.ts'
import { apiAlarms } from './api-alarms.ts'
import { backgroundAlarms } from './background-alarms.ts'
import { describeDashboard } from './dashboard.ts'
import { type Monitored, readNames } from './monitored-names.ts'

/** Creates the dashboard, the alarms and the topic that all alarms publish to. No other part depends on this one. */
export const createMonitoring = (monitored: Monitored, settings: Settings) => {
  const names = readNames(monitored)
  const topic = createTopic(settings)
  const { value: executionsMax } = aws.servicequotas.getServiceQuotaOutput({
    serviceCode: 'lambda',
    quotaCode: 'L-B99A9384',
  })
  const described = [...apiAlarms(names, executionsMax), ...backgroundAlarms(names)]
  const alarms = described.map((alarm) => createAlarm(alarm, topic))
  new aws.cloudwatch.Dashboard('Dashboard', {
    dashboardName: toGlobalName(settings.region),
    dashboardBody: $util
      .all([$util.output(names), $util.all(alarms.map(({ arn }) => arn))])
      .apply(([known, alarmArns]) => JSON.stringify(describeDashboard(known, alarmArns, settings))),
  })
  return { topic, alarms }
}

/**
 * Creates the topic that sends the alarms. An email address must be confirmed by email. The topic is not encrypted with KMS, because
 * CloudWatch cannot publish to a topic with the AWS managed key
 * (https://repost.aws/knowledge-center/cloudwatch-receive-sns-for-alarm-trigger). Alarm texts contain no secrets.
 */
const createTopic = ({ alarmEmail }: Settings) => {
  const topic = new aws.sns.Topic('Alarms', { name: toName('alarms') })
  new aws.sns.TopicPolicy('AlarmsPolicy', {
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
  })
  if (alarmEmail)
    new aws.sns.TopicSubscription('AlarmsEmail', {
      topic: topic.arn,
      protocol: 'email',
      endpoint: alarmEmail,
    })
  return topic
}

const createAlarm = (alarm: Alarm, topic: aws.sns.Topic) => {
  const [breaching, of] = alarm.periods
  return new aws.cloudwatch.MetricAlarm(`${alarm.name}Alarm`, {
    name: toName(alarm.name),
    alarmDescription: `${alarm.meaning} What to do: docs/operate/runbook.md#${alarm.section}`,
    comparisonOperator: alarm.comparison,
    threshold: alarm.threshold,
    datapointsToAlarm: breaching,
    evaluationPeriods: of,
    treatMissingData: alarm.missing,
    alarmActions: [topic.arn],
    okActions: [topic.arn],
    ...toMetrics(alarm),
  })
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
