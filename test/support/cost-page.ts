import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Units } from './jobs/cost-meter.ts'

const costs = readFileSync(join(import.meta.dirname, '../../docs/operate/cost.md'), 'utf8')

/** The numbers of a row of a table in docs/operate/cost.md, after its name. */
export const rowOf = (name: string): number[] => {
  const [, cells = ''] = new RegExp(`^\\| ${name} \\|(.+)\\|$`, 'm').exec(costs) ?? []
  return cells.split('|').map((cell) => Number(cell.replaceAll(',', '')))
}

/** A constant of the formula in docs/operate/cost.md. */
export const constantOf = (name: string) =>
  Number(new RegExp(`^    ${name} += ([0-9.]+)`, 'm').exec(costs)?.[1])

export const documentedRecordBytes = () =>
  1000 * Number(/records of requests, 30 days \| ([0-9.]+) KB each/.exec(costs)?.[1])

/** The rows below a heading of docs/operate/cost.md. */
export const rowsBelow = (heading: string, document = costs) => {
  const [table = ''] = document.slice(document.indexOf(`\n## ${heading}`)).match(/^\|.+(?:\n\|.+)+/m) ?? []
  return table.split('\n').map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.replaceAll('*', '').trim()),
  )
}

/** USD for one, as in the table of prices. */
export const prices = {
  write: 0.625e-6,
  read: 0.125e-6,
  sqs: 0.4e-6,
  s3Put: 5e-6,
  s3Get: 0.4e-6,
  logByte: 0.5e-9,
}

export const costOf = ({
  reads,
  writes,
  queueCalls,
  s3Puts,
  s3Gets,
  logBytes,
}: Units & { logBytes: number }) =>
  reads * prices.read +
  writes * prices.write +
  queueCalls * prices.sqs +
  s3Puts * prices.s3Put +
  s3Gets * prices.s3Get +
  logBytes * prices.logByte

/** The cells of the row with this name, without the name. */
export const cellsOf = (rows: string[][], name: string): string[] =>
  rows.find(([first]) => first === name)?.slice(1) ?? []

/** Fails if two numbers differ by more. */
export const within10Percent = (actual: number, documented: number) => {
  expect(Math.abs(actual / documented - 1), `${actual} instead of ${documented}`).toBeLessThan(0.1)
}
