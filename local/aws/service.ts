import type { IncomingMessage, ServerResponse } from 'node:http'

/** One emulated AWS service on the common port. */
export interface AwsService {
  /** If true, `handle` reads the request itself and receives an empty `body`. */
  readonly streamsBody?: boolean
  /**
   * Responds to one request, even if it is invalid. Settles soon after `endWaits` if the connection is closed, because `close` waits
   * for it. A rejection is a fault of the emulator: it is reported and returns 500.
   */
  handle(request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void>
  /** Called once when the port is open. Timers that call other services start here. */
  listening?(url: string): void
  /** Called when the port is closed. Calls that wait end. */
  endWaits?(): void
  /** Called after the last request has settled. */
  close(): Promise<void>
}

export interface AwsServiceContext {
  /** An existing folder that only this service uses. */
  dataDir: string
  region: string
  accountId: string
  nowMs: () => number
  /** Receives failures that no caller sees, such as an error in a timer. */
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
