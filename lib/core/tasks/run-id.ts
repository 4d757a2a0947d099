import { createHash } from 'node:crypto'
import { createRequestId } from '../requests/request-id.ts'

/** The request id of a task's run: the same for the same minute, so that a message that comes twice meets the record of the first. */
export const createRunId = (taskId: number, minuteMs: number): string =>
  createRequestId(minuteMs, createHash('sha256').update(`${taskId}:${minuteMs}`).digest())
