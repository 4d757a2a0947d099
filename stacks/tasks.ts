import { toGlobalName, toName } from './names.ts'
import type { Queues } from './queues.ts'
import type { Settings } from './settings.ts'

export type Tasks = ReturnType<typeof createTasks>

/** Creates the group for the schedules of users' tasks, and their role, which may send to two queues only. */
export const createTasks = ({ render, scheduleDeadLetters }: Queues, { region }: Settings) => {
  const group = new aws.scheduler.ScheduleGroup('TaskSchedules', { name: toName('tasks') })
  const role = new aws.iam.Role('TaskScheduler', {
    name: toGlobalName(region, 'task-scheduler'),
    assumeRolePolicy: schedulerTrust(group.arn),
    inlinePolicies: [
      {
        name: 'send',
        policy: aws.iam.getPolicyDocumentOutput({
          // EventBridge Scheduler uses the same role for its dead letters.
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
