import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { SchedulerClient } from '@aws-sdk/client-scheduler'
import { SQSClient } from '@aws-sdk/client-sqs'
import { onTestFinished } from 'vitest'
import { createDataDir } from './test-aws.ts'
import { clientSettings, sqsCalls } from './test-sqs.ts'

export const newDataDir = () => {
  const { dataDir, removeDataDir } = createDataDir()
  onTestFinished(removeDataDir)
  return dataDir
}

/** SQS and Scheduler in a separate process, which can be killed. */
export const spawnQueues = async (dataDir: string, { release = false } = {}) => {
  const script = fileURLToPath(new URL('./queues-process.ts', import.meta.url))
  const child = fork(script, [dataDir, release ? 'release' : ''], { execArgv: [] })
  const exited = once(child, 'exit')
  const kill = async () => {
    child.kill('SIGKILL')
    await exited
  }
  const failed = exited.then(([code]) => {
    throw new Error(`The process of the queues ended with ${code}`)
  })
  const [url] = (await Promise.race([once(child, 'message'), failed])) as [string]
  failed.catch(() => {
    // Its end is what the tests want from here on.
  })
  const sqs = new SQSClient(clientSettings(url))
  const scheduler = new SchedulerClient(clientSettings(url))
  onTestFinished(async () => {
    sqs.destroy()
    scheduler.destroy()
    await kill()
  })
  return { ...sqsCalls(sqs), url, sqs, scheduler, kill }
}
