import { createHash, randomUUID } from 'node:crypto'

/** Returns a new receipt handle. Its second part tells a handle that the queue has issued from any other text. */
export const createReceipt = (queue: string): string => {
  const id = randomUUID()
  return `${id}.${checkOf(queue, id)}`
}

export const isIssued = (queue: string, receipt: string): boolean => {
  const [id = '', check] = receipt.split('.')
  return check === checkOf(queue, id)
}

const checkOf = (queue: string, id: string) =>
  createHash('sha256').update(`${queue} ${id}`).digest('base64url').slice(0, 16)
