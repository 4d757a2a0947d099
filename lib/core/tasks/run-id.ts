import { createHash } from 'node:crypto'
import { createRequestId } from '../requests/request-id.ts'

/** Returns the request id of a task's run. It is the same for the same minute, so a duplicate message finds the record of the first. */
export const createRunId = (taskId: number, minuteMs: number): string =>
  createRequestId(minuteMs, createHash('sha256').update(`${taskId}:${minuteMs}`).digest())
