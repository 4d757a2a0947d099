import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../../local/bundles.ts'
import { permissions } from '../../../stacks/permissions.ts'

const page = readFileSync(join(root, 'docs', 'operate', 'container.md'), 'utf8')

test('the role of a container has exactly the actions of all functions together', () => {
  const [, policy = ''] = /```json\n([^`]+)```/.exec(page) ?? []
  const documented = (JSON.parse(policy).Statement as { Action: string | string[] }[]).flatMap(
    ({ Action }) => Action,
  )
  const needed = Object.values(permissions).flatMap((grants) => grants.flatMap(({ actions }) => actions))
  expect([...new Set(documented)].toSorted()).toEqual([...new Set(needed)].toSorted())
})
