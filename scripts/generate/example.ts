import { existsSync, readFileSync } from 'node:fs'

const fileOf = (operationId: string) => new URL(`examples/${operationId}.txt`, import.meta.url)

/** Returns a request and its actual response from `examples/<operation>.txt`, where `---` separates the two. */
export const readExample = (operationId: string): { request: string; response: string } | undefined => {
  if (!existsSync(fileOf(operationId))) return undefined
  const [request = '', ...response] = readFileSync(fileOf(operationId), 'utf8').split('\n---\n')
  return { request, response: response.join('\n---\n') }
}
