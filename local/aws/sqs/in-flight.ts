import type { Queue } from './database.ts'
import { missingParameter, prefixedError, SqsError } from './errors.ts'
import { visibilityBounds } from './queue-attributes.ts'
import type { SqsStore } from './store.ts'
import { checkNumber, type ReceiptRequest } from './wire.ts'

/** Deletes a message, if it exists and was not received again since. The caller wakes the long polls. */
export const deleteMessage = (
  { database, fairness }: SqsStore,
  queue: Queue,
  request: ReceiptRequest,
): undefined => {
  if (!request.ReceiptHandle) throw missingParameter('ReceiptHandle')
  const message = database.findByReceipt(request.ReceiptHandle)
  if (message?.queue !== queue.name) return
  fairness.observe(queue.name)
  database.deleteMessage(message.position)
}

/** Changes when a message in flight becomes visible again. The caller wakes the long polls. */
export const changeVisibility = (store: SqsStore, queue: Queue, request: ReceiptRequest): undefined => {
  const { ReceiptHandle: receipt, VisibilityTimeout: seconds } = request
  if (!receipt) throw missingParameter('ReceiptHandle')
  if (seconds === undefined) throw missingParameter('VisibilityTimeout')
  checkNumber('VisibilityTimeout', seconds, visibilityBounds)
  const { database } = store
  const message = database.findByReceipt(receipt)
  if (message?.queue !== queue.name) {
    throw new SqsError('ReceiptHandleIsInvalid', 'The input receipt handle is invalid.')
  }
  const now = store.nowMs()
  if (message.visibleMs <= now) {
    throw prefixedError(
      'MessageNotInflight',
      'Message does not exist or is not available for visibility timeout change.',
    )
  }
  database.setVisible(message.position, now + seconds * 1000)
}
