import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

export type Handler = (event: unknown, ...rest: unknown[]) => unknown

/** Loads the handler `path/to/file.ts.exportName`, relative to `root`. Throws the module's own error, or Runtime.HandlerNotFound. */
export const loadHandler = async (root: string, reference: string): Promise<Handler> => {
  const dot = reference.lastIndexOf('.')
  const file = resolve(root, reference.slice(0, dot))
  const module: Record<string, unknown> = await import(pathToFileURL(file).href)
  const handler = module[reference.slice(dot + 1)]
  if (typeof handler === 'function') return handler as Handler
  throw Object.assign(new Error(`${reference} is undefined or not exported`), {
    name: 'Runtime.HandlerNotFound',
  })
}
