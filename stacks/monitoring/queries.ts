import { apiFunctions, functions, queueFunctions, sweep } from '../../infra/functions.ts'
import { toLogGroup, toName } from '../names.ts'

interface Query {
  /** `A Service errors`: docs/operate/runbook.md refers to it by its letter. */
  name: string
  functions: readonly { name: string }[]
  text: string
}

const { renderWorker, webhookWorker, renderDeadLetters, webhookDeadLetters } = queueFunctions
/** For callers and in the background. */
const renders = functions.filter((fn) => fn.renders)

/** The queries of the runbook. Lambda's own lines have a `type` and a `record`: https://docs.aws.amazon.com/lambda/latest/dg/telemetry-schema-reference.html */
export const queries: readonly Query[] = [
  {
    name: 'A Service errors',
    functions: apiFunctions,
    text: `filter message = "request" and status >= 500
| fields @timestamp, requestId, account, operation, outcome, totalMs, cause
| sort @timestamp desc | limit 100`,
  },
  {
    name: 'B Functions that ended unexpectedly',
    functions: functions,
    text: `filter type = "platform.report" and record.status != "success"
| stats count(*) as invocations, max(record.metrics.maxMemoryUsedMB) as usedMB by @log, record.status, record.errorType, bin(5m)`,
  },
  {
    name: 'C Slow renders by account, and their phases',
    functions: renders,
    text: `filter message = "request" and outcome = "ok" and ispresent(phasesMs.capture)
| fields totalMs - phasesMs.navigate - phasesMs.wait as ownMs
| stats count(*) as renders, pct(ownMs, 95), avg(phasesMs.launch), avg(phasesMs.settle), avg(phasesMs.capture) by account, operation
| sort renders desc | limit 50`,
  },
  {
    name: 'D Outcomes of background requests',
    functions: [renderWorker, renderDeadLetters],
    text: `filter message = "message" and queue like /render/ and outcome != "done"
| fields @timestamp, outcome, reason, requestId, taskId, account, operation, attempts, receiveCount, totalMs, cause
| sort @timestamp desc | limit 100`,
  },
  {
    name: 'E Accounts with the most requests',
    functions: renders,
    text: `filter message = "request" | stats count(*) as requests, sum(totalMs) as ms by account, operation | sort ms desc | limit 50`,
  },
  {
    name: 'F Undelivered webhooks',
    functions: [webhookWorker, webhookDeadLetters],
    text: `filter message = "message" and queue like /webhook/ and outcome in ["retry", "failed", "error"]
| fields @timestamp, outcome, account, requestId, attempt, status, durationMs, error, cause
| sort @timestamp desc | limit 100`,
  },
  {
    name: 'G Failing consumers',
    functions: [renderDeadLetters, webhookDeadLetters],
    text: `filter message = "message" and outcome = "error" | fields @timestamp, queue, requestId, cause | sort @timestamp desc | limit 50`,
  },
  {
    name: 'H The sweep',
    functions: [sweep],
    text: `filter message in ["sweep", "not swept", "not postponed", "schedules not repaired"] or level = "ERROR"
or (type = "platform.report" and record.status != "success")
| fields @timestamp, message, requests.expired, requests.errors, schedules.repaired, schedules.left, totalMs, cause, errorMessage, record.status
| sort @timestamp desc | limit 50`,
  },
  {
    name: 'I Lost browsers, and what they wrote last',
    functions: renders,
    text: `filter message in ["browser recycled", "environment replaced"] or outcome = "browser_lost" or reason = "browser_lost"
or cause like /The browser (stopped|could not be started)/
| fields @timestamp, @log, outcome, reason, renders, stderr, cause | sort @timestamp desc | limit 50`,
  },
  {
    name: 'J Accounts whose pages tried to reach internal targets',
    functions: renders,
    text: `filter ispresent(blockedTargets.link_local) or ispresent(blockedTargets.private) or ispresent(blockedTargets.loopback)
or ispresent(blockedTargets.reserved) or ispresent(blockedTargets.service_host) or ispresent(blockedTargets.reserved_name)
| stats count(*) as renders, sum(blockedTargets.link_local) as link_local, sum(blockedTargets.private) as private,
sum(blockedTargets.loopback) as loopback by account | sort renders desc | limit 50`,
  },
  {
    name: 'K Codes of failed renders, and how many accounts have them',
    functions: renders,
    text: `filter message = "request" and status >= 400
| stats count(*) as failures, count_distinct(account) as accounts by outcome, operation | sort failures desc | limit 50`,
  },
]

/** Saves the queries in CloudWatch Logs Insights, in a folder of the stage. */
export const createQueries = () => {
  for (const { name, functions: queried, text } of queries)
    new aws.cloudwatch.QueryDefinition(`Query${name.slice(0, 1)}`, {
      name: `${toName('queries')}/${name}`,
      logGroupNames: queried.map((fn) => toLogGroup(fn.name)),
      queryString: text,
    })
}
