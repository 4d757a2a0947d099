import { readFileSync } from 'node:fs'
import { inject } from 'vitest'
import { accessService, type ServiceAccess, sendScreenshot } from './service.ts'

/** How a test file reaches the service that its project's `setup.ts` starts. */
export interface ServiceLocation {
  baseUrl: string
  dataDir: string
  /** Holds the lines that the functions have written. */
  logFile: string
  /** Of the process that runs the service. */
  processId: number
}

declare module 'vitest' {
  interface ProvidedContext {
    service: ServiceLocation
  }
}

export interface SharedService extends ServiceAccess {
  /** Of an account on the largest plan, which no other file uses. */
  accessKey: string
  processId: number
  /** Returns the lines that the functions have written for all files. */
  readLog(): string[]
  /** Sends a screenshot request by GET with the access key. */
  screenshot(options: Record<string, string>): Promise<Response>
}

/** Connects to the service that all files of the project share. It may reach everything on 127.0.0.1 but itself. */
export const joinService = async (): Promise<SharedService> => {
  const { baseUrl, dataDir, logFile, processId } = inject('service')
  const access = await accessService(baseUrl, dataDir)
  const { accessKey } = await access.createAccount('scale')
  return {
    ...access,
    accessKey,
    processId,
    readLog: () => readFileSync(logFile, 'utf8').split('\n'),
    screenshot: (options) => sendScreenshot(baseUrl, accessKey, options),
  }
}
