import type { IncomingMessage, ServerResponse } from 'node:http'

/** One emulated AWS service behind the common port. */
export interface AwsService {
  /** True: `handle` reads the request itself and receives an empty `body`. */
  readonly streamsBody?: boolean
  /**
   * Answers one request, its own errors included. Settles soon after the connection is gone, because `close` waits
   * for it. A rejection is a fault of the emulator: it is reported and answered with 500.
   */
  handle(request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void>
  /** Called once, when the port is open: the moment to start timers that talk to other services. */
  listening?(url: string): void
  /** Called after the last request has settled. */
  close(): Promise<void>
}

export interface AwsServiceContext {
  /** A folder of this service alone; it exists. */
  dataDir: string
  region: string
  accountId: string
  nowMs: () => number
  /** For failures that no caller is told about, e.g. of a timer. */
  reportFault: (fault: unknown) => void
}

export type AwsServiceFactory = (context: AwsServiceContext) => AwsService | Promise<AwsService>

/** The data of a service cannot be opened. */
export class ServiceStartError extends Error {
  override readonly name = 'ServiceStartError'
  readonly folder: string

  constructor(folder: string, cause: unknown) {
    super(`The data in ${folder} cannot be opened.`, { cause })
    this.folder = folder
  }
}
