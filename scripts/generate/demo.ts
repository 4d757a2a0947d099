import { cp } from 'node:fs/promises'
import { join } from 'node:path'

/** Copies the demo page to where the functions find it. */
export const generateDemo = (assetsDir: string) =>
  cp(join(import.meta.dirname, '..', '..', 'demo'), join(assetsDir, 'demo'), { recursive: true })
