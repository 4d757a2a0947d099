import type { Queue } from './database.ts'
import { invalidParameter, missingParameter, prefixedError, SqsError } from './errors.ts'
import { visibilityBounds } from './queue-attributes.ts'
import { isIssued } from './receipts.ts'
import type { SqsStore } from './store.ts'
import { checkNumber, type ReceiptRequest } from './wire.ts'

/** Returns the receipt handle of a request. Throws for one that the queue has never issued. */
const requireReceipt = ({ name }: Queue, { ReceiptHandle: receipt }: ReceiptRequest): string => {
  if (!receipt) throw missingParameter('ReceiptHandle')
  if (isIssued(name, receipt)) return receipt
  throw new SqsError('ReceiptHandleIsInvalid', 'The input receipt handle is invalid.')
}

const unavailable = 'Message does not exist or is not available for visibility timeout change.'

/**
 * Deletes a message, if it exists and was not received again since. SQS documents no error otherwise, and deletes with earlier handles
 * too (https://github.com/getmoto/moto/issues/4655), so no caller may count on either. The caller wakes the long polls.
 */
export const deleteMessage = (
  { database, fairness }: SqsStore,
  queue: Queue,
  request: ReceiptRequest,
): undefined => {
  const message = database.findByReceipt(requireReceipt(queue, request))
  if (message?.queue !== queue.name) return
  fairness.observe(queue.name)
  database.deleteMessage(message.position)
}

/** Changes when a message in flight becomes visible again. The caller wakes the long polls. */
export const changeVisibility = (store: SqsStore, queue: Queue, request: ReceiptRequest): undefined => {
  const receipt = requireReceipt(queue, request)
  const { VisibilityTimeout: seconds } = request
  if (seconds === undefined) throw missingParameter('VisibilityTimeout')
  checkNumber('VisibilityTimeout', seconds, visibilityBounds)
  const { database } = store
  const message = database.findByReceipt(receipt)
  // https://github.com/aws/aws-sdk-net/issues/1927
  if (message?.queue !== queue.name) throw invalidParameter(unavailable)
  const now = store.nowMs()
  if (message.visibleMs <= now) throw prefixedError('MessageNotInflight', unavailable)
  database.setVisible(message.position, now + seconds * 1000)
}
