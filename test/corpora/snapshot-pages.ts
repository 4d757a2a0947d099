import { scriptVariable } from '../../lib/render/browser/scripts.ts'
import { readCases } from '../support/read-cases.ts'

/**
 * Pages whose snapshot could differ from the single operations, by name, and the outputs in which it would show. `when` is an expression of
 * `wait_for_function`, for a page that is not complete when it has loaded.
 */
export const snapshotPages = readCases('steps/snapshot-pages.txt').map(
  ({ name, parts: [head = '', html = ''] }) => {
    const [outputs = '', when] = head.split(' when ')
    return {
      name,
      outputs: outputs.split(' '),
      when,
      html: html.replaceAll('SCRIPT_VARIABLE', scriptVariable),
    }
  },
)
