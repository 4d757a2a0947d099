import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { workQueues } from '../../../infra/queues.ts'

const renderSeconds = 3.04
const sentPerSecond = 1_000

/** Workers at the start, and how many are added each minute: https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-scaling.html */
const standard = { first: 5, perMinute: 300 }
const provisioned = { first: 1_000, perMinute: 1_000 }

/** Returns how long so many renders take, in seconds. */
const toSeconds = (tasks: number, workers: number, { first, perMinute } = standard) => {
  const work = tasks * renderSeconds
  const growth = perMinute / 60
  const start = Math.min(first, workers)
  const growthSeconds = (workers - start) / growth
  const doneWhileGrowing = ((start + workers) / 2) * growthSeconds
  const rendering =
    work >= doneWhileGrowing
      ? growthSeconds + (work - doneWhileGrowing) / workers
      : (Math.sqrt(start ** 2 + 2 * growth * work) - start) / growth
  return Math.max(rendering, tasks / sentPerSecond)
}

const toText = (seconds: number) => {
  if (seconds > workQueues.render.retentionSeconds)
    return `**${(seconds / 3600).toFixed(1)} h: longer than the message retention of ${workQueues.render.retentionSeconds / 3600} h**`
  return seconds < 120 ? `${Math.ceil(seconds)} s` : `${(seconds / 60).toFixed(seconds < 600 ? 1 : 0)} min`
}

test('docs/operate/limits.md says how long the tasks of one minute take', async () => {
  const file = join(import.meta.dirname, '..', '..', '..', 'docs', 'operate', 'limits.md')
  const rows = [1_000, 10_000, 100_000].map((tasks) => {
    const times = [
      ...[10, 100, 1_000].map((workers) => toSeconds(tasks, workers)),
      toSeconds(tasks, 1_000, provisioned),
    ]
    return `| ${tasks.toLocaleString('en-US')} | ${toText(tasks / sentPerSecond)} | ${times.map(toText).join(' | ')} |`
  })
  const head = '| Tasks in one minute |'
  const [before, after = ''] = readFileSync(file, 'utf8').split(head)
  const table = `${head} sent within | with 10 workers | 100 | 1,000 | 1,000 with \`RENDER_POLLERS_MIN=100\` |\n|---|---|---|---|---|---|\n${rows.join('\n')}\n`
  await expect(`${before}${table}${after.slice(after.indexOf('\n\n') + 1)}`).toMatchFileSnapshot(file)
})
