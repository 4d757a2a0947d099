import { tableNames, toTableVariable } from '../infra/tables.ts'
import type { Resources } from './grants.ts'
import { type Settings, toFreeTexts } from './settings.ts'

interface ServiceUrls {
  publicUrl: $util.Input<string>
  /** All host names of the service. Rendered pages must not reach them. */
  hosts: $util.Input<string>[]
}

/**
 * Returns the variables that lib/config.ts reads. They are the same for every function, because a name grants no permission. The
 * secret is not one of them: lib/linked-secrets.ts reads it from the package.
 */
export const createEnvironment = (
  { storage, queues, tasks }: Resources,
  { publicUrl, hosts }: ServiceUrls,
  settings: Settings,
): Record<string, $util.Input<string>> => ({
  STAGE: $app.stage,
  LOG_LEVEL: settings.logLevel,
  ...toFreeTexts(settings),
  ...(settings.tryAccount && { TRY_ACCOUNT: settings.tryAccount }),
  PUBLIC_URL: publicUrl,
  SERVICE_HOSTS: $util.all(hosts).apply((names) => names.join(',')),
  ...Object.fromEntries(tableNames.map((name) => [toTableVariable(name), storage.tables[name].name])),
  RESULTS_BUCKET: storage.results.bucket,
  STORAGE_KEY: storage.key.arn,
  RENDER_QUEUE_URL: queues.render.url,
  RENDER_QUEUE_ARN: queues.render.arn,
  WEBHOOK_QUEUE_URL: queues.webhook.url,
  SCHEDULE_GROUP: tasks.group.name,
  SCHEDULER_ROLE_ARN: tasks.role.arn,
  SCHEDULE_DEAD_LETTER_ARN: queues.scheduleDeadLetters.arn,
})
