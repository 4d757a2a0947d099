import type { DatabaseSync } from 'node:sqlite'

interface NewRow {
  queue: string
  id: string
  body: string
  sentMs: number
  visibleMs: number
  /** The tenant that it belongs to. */
  groupId: string | null
  traceHeader: string | null
}

export interface MessageRow extends NewRow {
  /** Smaller is older. */
  position: number
  receives: number
  firstReceivedMs: number | null
  /** Of the last receive. Stays valid after the visibility timeout. */
  receipt: string | null
  /** The queue that a dead letter came from. */
  sourceArn: string | null
}

/** A message in flight has a receipt, a delayed message does not. */
const countText = `
  SELECT
    COALESCE(SUM(visibleMs <= ?1), 0) AS visible,
    COALESCE(SUM(visibleMs > ?1 AND receipt IS NOT NULL), 0) AS inFlight,
    COALESCE(SUM(visibleMs > ?1 AND receipt IS NULL), 0) AS delayed
  FROM messages WHERE queue = ?2
`

const afterLast = '(SELECT MAX(position) + 1 FROM messages)'

export const messageQueries = (sqlite: DatabaseSync) => {
  const insert = sqlite.prepare(
    'INSERT INTO messages (queue, id, body, sentMs, visibleMs, groupId, traceHeader) VALUES (?, ?, ?, ?, ?, ?, ?)',
  )
  const receive = sqlite.prepare(
    'UPDATE messages SET visibleMs = ?, receipt = ?, receives = receives + 1, firstReceivedMs = COALESCE(firstReceivedMs, ?) WHERE position = ? RETURNING *',
  )
  const bury = sqlite.prepare(
    `UPDATE messages SET queue = ?, visibleMs = ?, receipt = NULL, sourceArn = ?, position = ${afterLast} WHERE position = ?`,
  )
  const setVisible = sqlite.prepare('UPDATE messages SET visibleMs = ? WHERE position = ?')
  const remove = sqlite.prepare('DELETE FROM messages WHERE position = ?')
  const removeOld = sqlite.prepare('DELETE FROM messages WHERE queue = ? AND sentMs < ?')
  const release = sqlite.prepare(
    'UPDATE messages SET visibleMs = ?1 WHERE visibleMs > ?1 AND (receipt IS NOT NULL OR visibleMs > ?2)',
  )
  const shift = sqlite.prepare(
    'UPDATE messages SET visibleMs = visibleMs - ?1, sentMs = sentMs - ?1, firstReceivedMs = firstReceivedMs - ?1',
  )
  return {
    ...messageReads(sqlite),
    insertMessage: ({ queue, id, body, sentMs, visibleMs, groupId, traceHeader }: NewRow) => {
      insert.run(queue, id, body, sentMs, visibleMs, groupId, traceHeader)
    },
    /** Puts a message in flight and returns its new row. */
    receiveMessage: (position: number, receipt: string, nowMs: number, visibleMs: number) =>
      receive.get(visibleMs, receipt, nowMs, position) as unknown as MessageRow,
    /** Keeps the receive count and the age. */
    moveToDeadLetters: (position: number, queue: string, sourceArn: string, nowMs: number) =>
      bury.run(queue, nowMs, sourceArn, position),
    setVisible: (position: number, visibleMs: number) => setVisible.run(visibleMs, position),
    deleteMessage: (position: number) => remove.run(position),
    deleteMessagesOlderThan: (queue: string, timeMs: number) => removeOld.run(queue, timeMs),
    /** Makes messages in flight, and those that are delayed beyond a time, visible and returns their number. */
    release: (nowMs: number, latestMs: number) => Number(release.run(nowMs, latestMs).changes),
    /** Moves all times of messages into the past. */
    moveBack: (byMs: number) => shift.run(byMs),
  }
}

const messageReads = (sqlite: DatabaseSync) => {
  const visible = sqlite.prepare(
    'SELECT * FROM messages WHERE queue = ? AND visibleMs <= ? ORDER BY position LIMIT ?',
  )
  const fair = sqlite.prepare(
    'SELECT * FROM messages WHERE queue = ?1 AND visibleMs <= ?2 ORDER BY COALESCE((SELECT value FROM json_each(?4) WHERE key = groupId), 0), position LIMIT ?3',
  )
  const inFlight = sqlite.prepare(
    'SELECT groupId, COUNT(*) AS messages FROM messages WHERE queue = ? AND visibleMs > ? AND receipt IS NOT NULL GROUP BY groupId',
  )
  const nextVisible = sqlite.prepare(
    'SELECT MIN(visibleMs) AS visibleMs FROM messages WHERE queue = ? AND visibleMs > ?',
  )
  const byReceipt = sqlite.prepare('SELECT * FROM messages WHERE receipt = ?')
  const count = sqlite.prepare(countText)
  return {
    /** @param ranks of groups whose messages come after all others, the smallest rank first */
    listVisible: (queue: string, nowMs: number, max: number, ranks: Readonly<Record<string, number>>) =>
      (Object.keys(ranks).length === 0
        ? visible.all(queue, nowMs, max)
        : fair.all(queue, nowMs, max, JSON.stringify(ranks))) as unknown as MessageRow[],
    /** Returns the numbers of messages in flight by group. */
    countInFlight: (queue: string, nowMs: number) =>
      new Map(
        inFlight
          .all(queue, nowMs)
          .map(({ groupId, messages }): [string | null, number] => [
            groupId === null ? null : String(groupId),
            Number(messages),
          ]),
      ),
    /** Returns when the next hidden message becomes visible. */
    nextVisibleMs: (queue: string, nowMs: number) =>
      (nextVisible.get(queue, nowMs)?.visibleMs ?? undefined) as number | undefined,
    findByReceipt: (receipt: string) => byReceipt.get(receipt) as unknown as MessageRow | undefined,
    countMessages: (queue: string, nowMs: number) =>
      count.get(nowMs, queue) as unknown as { visible: number; inFlight: number; delayed: number },
  }
}
