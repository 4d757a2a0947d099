import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, inject } from 'vitest'
import { compileCacheDir, root, toBundle } from '../../../local/bundles.ts'
import { type Cloud, cloudEnvironment, provisionCloud } from '../../../local/cloud.ts'
import { region } from '../../../local/credentials.ts'
import { functionDefinitions } from '../../../local/functions.ts'
import { respondToFault } from '../../../local/gateway-faults.ts'
import { createLambda, type Lambda } from '../../../local/lambda/create-lambda.ts'
import { createGateway } from '../../../local/lambda/gateway/create-gateway.ts'
import { cloudAccessOf } from './cloud-settings.ts'
import { accessService, type ServiceAccess, sendScreenshot } from './service.ts'

/** How a test file reaches the service that its project's `setup.ts` starts. */
export interface ServiceLocation {
  baseUrl: string
  /** Where the functions reach the cloud, with the permissions of their roles. */
  cloudUrl: string
  /** Of the server that moves the scheduler's clock and lists the cloud calls. */
  controlUrl: string
  dataDir: string
  /** Holds the lines that the functions have written. */
  logFile: string
  /** Of the process that runs the service. */
  processId: number
}

/** The calls of the functions so far, in all files: `<function> <action> <target>`. */
export interface CloudCalls {
  allowed: string[]
  /** Calls that the roles of the functions do not permit. */
  refused: string[]
}

declare module 'vitest' {
  interface ProvidedContext {
    service: ServiceLocation
  }
}

export interface SharedService
  extends Omit<ServiceAccess, typeof Symbol.asyncDispose>,
    Pick<ServiceLocation, 'processId'> {
  /** Of an account on the largest plan, which no other file uses. */
  accessKey: string
  cloudCalls(): Promise<CloudCalls>
  /** Connects to the cloud with all permissions. */
  openCloud(): Promise<Cloud>
  /** Waits until no other file moves the scheduler's clock, which would run the tasks of this file too. Dispose it soon. */
  borrowClock(): Promise<Disposable>
  /** Moves the scheduler's clock beyond the next full minute. Returns the names of the schedules that fired, of all files. */
  passMinute(): Promise<string[]>
  /** Returns the lines that the functions have written for all files. */
  readLog(): string[]
  /** Sends a screenshot request by GET with the access key. */
  screenshot(options: Record<string, string>): Promise<Response>
  /** Starts another process of a function of the service. */
  startFunction(name: string, cloud: Cloud): Lambda
  /** Starts the function of an operation in a process of its own, a child of this one. */
  serveFunction(name: string): Promise<{ baseUrl: string } & AsyncDisposable>
}

/**
 * Connects to the service that all files of the project share, for all tests of the file. It may reach everything on 127.0.0.1 but
 * itself. The file fails if a function made a call that its role does not permit.
 */
export const joinService = async (): Promise<SharedService> => {
  const { baseUrl, cloudUrl, controlUrl, dataDir, logFile, processId } = inject('service')
  const access = await accessService(baseUrl, dataDir)
  const cloudAccess = await cloudAccessOf(dataDir)
  const { accessKey } = await access.createAccount('scale')
  const control = async <T>(path: string) => (await (await fetch(controlUrl + path)).json()) as T
  const startFunction = (name: string, cloud: Cloud) =>
    createLambda({
      functions: functionDefinitions.filter((definition) => definition.name === name),
      root,
      runtimeFile: join(root, toBundle('local/lambda/runtime.ts')),
      region,
      environment: {
        STAGE: 'local',
        LOG_LEVEL: 'error',
        AWS_ACCESS_KEY_ID: cloudAccess.accessKeyId,
        AWS_ENDPOINT_URL: cloudUrl,
        ...cloudEnvironment(cloud, cloudUrl),
        PUBLIC_URL: baseUrl,
        NODE_COMPILE_CACHE: compileCacheDir,
      },
      log: (_name, line) => process.stderr.write(`${line}\n`),
    })
  const cloudCalls = () => control<CloudCalls>('/cloud-calls')
  afterAll(async () => {
    await access[Symbol.asyncDispose]()
    expect((await cloudCalls()).refused).toEqual([])
  })
  return {
    ...access,
    accessKey,
    cloudCalls,
    processId,
    openCloud: () => provisionCloud(cloudAccess),
    async borrowClock() {
      const loan = new AbortController()
      await fetch(`${controlUrl}/clock`, { signal: loan.signal })
      return { [Symbol.dispose]: () => loan.abort() }
    },
    passMinute: () => control<string[]>('/pass-minute'),
    readLog: () => readFileSync(logFile, 'utf8').split('\n'),
    screenshot: (options) => sendScreenshot(baseUrl, accessKey, options),
    startFunction,
    async serveFunction(name) {
      const cloud = await provisionCloud(cloudAccess)
      const lambda = startFunction(name, cloud)
      const routes = [{ path: `/v1/${name}`, functionName: name }]
      const gateway = createGateway({ lambda, routes, respondToFault, log: () => {} })
      return {
        baseUrl: await gateway.listen(),
        async [Symbol.asyncDispose]() {
          await gateway.close()
          await lambda.close()
          cloud.close()
        },
      }
    },
  }
}
