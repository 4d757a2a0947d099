import type { DatabaseSync } from 'node:sqlite'

export interface NewRow {
  queue: string
  id: string
  body: string
  /** JSON, as the caller gave them. */
  attributes: string | null
  systemAttributes: string | null
  sentMs: number
  visibleMs: number
  groupId: string | null
  deduplicationId: string | null
  sequenceNumber: string | null
}

export interface MessageRow extends NewRow {
  /** Smaller is older. */
  position: number
  receives: number
  firstReceivedMs: number | null
  /** Of the last receive; stays when the visibility timeout is over. */
  receipt: string | null
  /** The queue that a dead letter came from. */
  sourceArn: string | null
}

/** A delayed message has no receipt, a message in flight has one. */
const countText = `
  SELECT
    COALESCE(SUM(visibleMs <= ?1), 0) AS visible,
    COALESCE(SUM(visibleMs > ?1 AND receipt IS NOT NULL), 0) AS inFlight,
    COALESCE(SUM(visibleMs > ?1 AND receipt IS NULL), 0) AS delayed
  FROM messages WHERE queue = ?2
`

/** A group is closed while one of its messages is in flight, and behind a delayed one. */
const fifoText = `
  SELECT * FROM messages AS message
  WHERE queue = ?1 AND visibleMs <= ?2 AND NOT EXISTS (
    SELECT 1 FROM messages AS other
    WHERE other.queue = message.queue AND other.groupId = message.groupId AND other.visibleMs > ?2
      AND (other.receipt IS NOT NULL OR other.position < message.position)
  )
  ORDER BY position LIMIT ?3
`

const behindAll = '(SELECT MAX(position) + 1 FROM messages)'

export const messageQueries = (sqlite: DatabaseSync) => {
  const insert = sqlite.prepare(`
    INSERT INTO messages
      (queue, id, body, attributes, systemAttributes, sentMs, visibleMs, groupId, deduplicationId, sequenceNumber)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
  `)
  const receive = sqlite.prepare(
    'UPDATE messages SET visibleMs = ?, receipt = ?, receives = receives + 1, firstReceivedMs = COALESCE(firstReceivedMs, ?) WHERE position = ? RETURNING *',
  )
  const bury = sqlite.prepare(
    `UPDATE messages SET queue = ?, visibleMs = ?, receipt = NULL, sourceArn = ?, position = ${behindAll} WHERE position = ?`,
  )
  const revive = sqlite.prepare(
    `UPDATE messages SET queue = ?1, visibleMs = ?2, sentMs = ?2, receipt = NULL, receives = 0, firstReceivedMs = NULL, sourceArn = NULL, position = ${behindAll} WHERE position = ?3`,
  )
  const setVisible = sqlite.prepare('UPDATE messages SET visibleMs = ? WHERE position = ?')
  const remove = sqlite.prepare('DELETE FROM messages WHERE position = ?')
  const removeAll = sqlite.prepare('DELETE FROM messages WHERE queue = ?')
  const removeOld = sqlite.prepare('DELETE FROM messages WHERE queue = ? AND sentMs < ?')
  const release = sqlite.prepare(
    'UPDATE messages SET visibleMs = ?1 WHERE receipt IS NOT NULL AND visibleMs > ?1',
  )
  return {
    ...messageReads(sqlite),
    insertMessage: (row: NewRow) => {
      const { queue, id, body, attributes, systemAttributes, sentMs, visibleMs } = row
      const fifo = [row.groupId, row.deduplicationId, row.sequenceNumber]
      insert.run(queue, id, body, attributes, systemAttributes, sentMs, visibleMs, ...fifo)
    },
    /** Puts a message in flight and returns what it is then. */
    receiveMessage: (position: number, receipt: string, nowMs: number, visibleMs: number) =>
      receive.get(visibleMs, receipt, nowMs, position) as unknown as MessageRow,
    /** Its receive count and its age stay. */
    moveToDeadLetters: (position: number, queue: string, sourceArn: string, nowMs: number) =>
      bury.run(queue, nowMs, sourceArn, position),
    /** A moved dead letter counts as a new message. */
    moveFromDeadLetters: (position: number, queue: string, nowMs: number) =>
      revive.run(queue, nowMs, position),
    setVisible: (position: number, visibleMs: number) => setVisible.run(visibleMs, position),
    deleteMessage: (position: number) => remove.run(position),
    deleteMessages: (queue: string) => removeAll.run(queue),
    deleteMessagesOlderThan: (queue: string, timeMs: number) => removeOld.run(queue, timeMs),
    /** Returns how many were in flight. */
    releaseInFlight: (nowMs: number) => Number(release.run(nowMs).changes),
  }
}

const messageReads = (sqlite: DatabaseSync) => {
  const visible = sqlite.prepare(
    'SELECT * FROM messages WHERE queue = ? AND visibleMs <= ? ORDER BY position LIMIT ?',
  )
  const visibleFifo = sqlite.prepare(fifoText)
  const nextVisible = sqlite.prepare(
    'SELECT MIN(visibleMs) AS visibleMs FROM messages WHERE queue = ? AND visibleMs > ?',
  )
  const byReceipt = sqlite.prepare('SELECT * FROM messages WHERE receipt = ?')
  const all = sqlite.prepare('SELECT * FROM messages WHERE queue = ? ORDER BY position')
  const count = sqlite.prepare(countText)
  return {
    listVisible: (queue: string, nowMs: number, max: number) =>
      visible.all(queue, nowMs, max) as unknown as MessageRow[],
    listVisibleFifo: (queue: string, nowMs: number, max: number) =>
      visibleFifo.all(queue, nowMs, max) as unknown as MessageRow[],
    /** When the next hidden message comes into sight. */
    nextVisibleMs: (queue: string, nowMs: number) =>
      (nextVisible.get(queue, nowMs)?.visibleMs ?? undefined) as number | undefined,
    findByReceipt: (receipt: string) => byReceipt.get(receipt) as unknown as MessageRow | undefined,
    listMessages: (queue: string) => all.all(queue) as unknown as MessageRow[],
    countMessages: (queue: string, nowMs: number) =>
      count.get(nowMs, queue) as unknown as { visible: number; inFlight: number; delayed: number },
  }
}
