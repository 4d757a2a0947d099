import { expect, test } from 'vitest'
import { renderOperations, runnerOf } from '../../support/render/operations.ts'

test('the hostile-input tests run every operation that renders', () => {
  expect(renderOperations.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['screenshot', 'scrape', 'screencast', 'pdf', 'snapshot']),
  )
  for (const operation of renderOperations) expect(() => runnerOf(operation)).not.toThrow()
})
