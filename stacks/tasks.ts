import type { Queues } from './queues.ts'

export type Tasks = ReturnType<typeof createTasks>

/** Where the API puts the schedules of its users' tasks, and the role that they send with: to the render queue, and nowhere else. */
export const createTasks = ({ render, scheduleDeadLetters }: Queues) => {
  const group = new aws.scheduler.ScheduleGroup('TaskSchedules', { name: `${$app.name}-${$app.stage}-tasks` })
  const role = new aws.iam.Role('TaskScheduler', {
    assumeRolePolicy: schedulerTrust(group.arn),
    inlinePolicies: [
      {
        name: 'send',
        policy: aws.iam.getPolicyDocumentOutput({
          // EventBridge Scheduler reaches its dead letters with the same role.
          statements: [{ actions: ['sqs:SendMessage'], resources: [render.arn, scheduleDeadLetters.arn] }],
        }).json,
      },
    ],
  })
  return { group, role }
}

/** Only schedules of this group in this account: https://docs.aws.amazon.com/scheduler/latest/UserGuide/cross-service-confused-deputy-prevention.html */
export const schedulerTrust = (groupArn: $util.Input<string>) =>
  aws.iam.getPolicyDocumentOutput({
    statements: [
      {
        actions: ['sts:AssumeRole'],
        principals: [{ type: 'Service', identifiers: ['scheduler.amazonaws.com'] }],
        conditions: [
          {
            test: 'StringEquals',
            variable: 'aws:SourceAccount',
            values: [aws.getCallerIdentityOutput({}).accountId],
          },
          { test: 'ArnEquals', variable: 'aws:SourceArn', values: [groupArn] },
        ],
      },
    ],
  }).json
