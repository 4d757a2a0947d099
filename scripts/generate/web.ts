import { join } from 'node:path'
import { build } from 'vite'

/** Builds the dashboard to `generated/site/dashboard`. */
export const generateWeb = async (): Promise<void> => {
  await build({
    configFile: join(import.meta.dirname, '..', '..', 'web', 'vite.config.ts'),
    configLoader: 'native',
    logLevel: 'warn',
  })
}
