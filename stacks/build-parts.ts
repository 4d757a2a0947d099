import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { functions } from '../infra/functions.ts'

/** Returns the paths that a deployment reads and that do not exist. */
export const findMissingParts = (root: string) =>
  [
    ...functions.map(({ name }) => `dist/functions/${name}/index.mjs`),
    'generated/site/dashboard/index.html',
    'generated/site/index.html',
    'generated/site/404.html',
    'generated/site/docs/index.html',
    'generated/site/docs/openapi.json',
  ].filter((path) => !existsSync(join(root, path)))
