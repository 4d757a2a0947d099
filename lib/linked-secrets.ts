import { createDecipheriv } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Environment = Readonly<Record<string, string | undefined>>

/** Name of an SST secret that a function may be linked to → the setting that it is. */
const settingNames: Readonly<Record<string, string>> = { ExitProxies: 'EXIT_PROXIES' }

const tagBytes = 16

/**
 * The settings that are secrets. `sst deploy` puts them into a function's package, encrypted, and the key into its environment
 * (AES-256-GCM with a nonce of zeros and the tag at the end: node_modules/sst/dist/resource/node.js). Empty where there are none.
 */
export const readLinkedSecrets = (environment: Environment): Record<string, string> => {
  const { SST_KEY: key, SST_KEY_FILE: file, LAMBDA_TASK_ROOT: folder = '.' } = environment
  if (key === undefined || file === undefined) return {}
  const sealed = readFileSync(join(folder, file))
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(key, 'base64'), Buffer.alloc(12))
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  const text = Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()]).toString()
  const links = JSON.parse(text) as Record<string, { value?: string }>
  return Object.fromEntries(
    Object.entries(settingNames).flatMap(([link, setting]) => {
      const value = links[link]?.value
      return value === undefined ? [] : [[setting, value]]
    }),
  )
}
