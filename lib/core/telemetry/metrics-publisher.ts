import type { MetricPoint } from './metrics.ts'

/** Where metrics go. An argument like the logger. */
export interface Metrics {
  /**
   * Once at the end of a call, with all of its points: up to some dozens. Never throws, never waits.
   * @param atMs by default now
   */
  publish(points: readonly MetricPoint[], atMs?: number): void
}

export const silentMetrics: Metrics = { publish() {} }
