import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('every SDK client of the functions has the timeouts of clientSettings', () => {
  const clients = globSync('{functions,lib}/**/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/new \w+Client\(.*/g)].map(([text]) => text),
  )
  expect(clients).toHaveLength(4)
  expect(clients.filter((text) => !/[cC]lientSettings\(\)/.test(text))).toEqual([])
})
