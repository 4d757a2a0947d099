import { pino } from 'pino'
import type { Logger } from './logger.ts'

/**
 * One JSON line an event on standard output, which CloudWatch Logs takes as it is.
 * @param level `debug`, `info`, `warn`, `error` or `silent`
 */
export const createLogger = (level: string): Logger =>
  pino(
    {
      level,
      base: null,
      messageKey: 'message',
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
    },
    // Synchronous: a line must not be lost when the environment freezes after its answer.
    pino.destination({ dest: 1, sync: true }),
  )
