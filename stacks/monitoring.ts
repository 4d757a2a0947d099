import { type Alarm, describeAlarms } from './alarms.ts'
import { describeDashboard } from './dashboard.ts'
import { type Monitored, readNames } from './monitored-names.ts'
import type { Settings } from './settings.ts'

/** A dashboard, and alarms that all tell one topic. Last of the parts: it looks at the others, nobody looks at it. */
export const createMonitoring = (monitored: Monitored, settings: Settings) => {
  const names = readNames(monitored)
  const topic = createTopic(settings)
  const alarms = describeAlarms(names).map((alarm) => createAlarm(alarm, topic))
  new aws.cloudwatch.Dashboard('Dashboard', {
    dashboardName: `${$app.name}-${$app.stage}`,
    dashboardBody: $util
      .all([$util.output(names), $util.all(alarms.map(({ arn }) => arn))])
      .apply(([known, alarmArns]) => JSON.stringify(describeDashboard(known, alarmArns, settings))),
  })
  return { topic, alarms }
}

/**
 * Whoever is to hear of alarms subscribes to it; a mail address confirms by mail. Without KMS: CloudWatch cannot publish to a
 * topic under AWS's own key (https://repost.aws/knowledge-center/cloudwatch-receive-sns-for-alarm-trigger), and what it says is no secret.
 */
const createTopic = ({ alarmEmail }: Settings) => {
  const topic = new aws.sns.Topic('Alarms', { name: `${$app.name}-${$app.stage}-alarms` })
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
    name: `${$app.name}-${$app.stage}-${alarm.name}`,
    alarmDescription: `${alarm.meaning} What to do: docs/runbook.md#${alarm.section}`,
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

/** An alarm on a percentile of one metric must be a plain one: of metric math it cannot say what few samples mean. */
const toMetrics = ({ sources, expression, periodSeconds }: Alarm) => {
  const [single] = Object.values(sources)
  if (expression === undefined && single) {
    const { stat, ...metric } = single
    const isPercentile = stat.startsWith('p')
    return {
      ...metric,
      period: periodSeconds,
      ...(isPercentile
        ? { extendedStatistic: stat, evaluateLowSampleCountPercentiles: 'ignore' }
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
