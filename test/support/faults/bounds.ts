import { nowMs } from '../now.ts'

/** `npm run test:faults` runs the long form, `npm test` the short one. */
export const isLong = process.env.FAULTS === 'long'

/** Decides which calls fail and when the service is killed. In the title of each test: `FAULTS_SEED=<seed>` repeats a run. */
export const seed = Number(process.env.FAULTS_SEED ?? nowMs() % 1_000_000)
export const seedText = `FAULTS_SEED=${seed}`

export const bounds = {
  kill: isLong
    ? { kills: 30, orders: 100, pages: 3_000, minutes: 40 }
    : { kills: 1, orders: 8, pages: 18, minutes: 4 },
}

/** A service whose webhooks are tried again within seconds, and whose limits are out of the way. */
export const serviceSettings = {
  LOG_LEVEL: 'error',
  EGRESS_ALLOW: '127.0.0.1',
  WEBHOOK_RETRY_SECONDS: '1,1,2,2,3,3,5,5,5',
  PLANS: JSON.stringify({
    scale: { requestsPerMinute: 1_000_000, quota: 1_000_000, concurrency: 1_000_000 },
  }),
}

/** The figures of a run, on one line. */
export const printFigures = (name: string, figures: Record<string, number | string>) => {
  const text = Object.entries(figures).map(([what, value]) => `${what} ${value}`)
  process.stdout.write(`faults: ${name}: ${text.join(', ')}\n`)
}
