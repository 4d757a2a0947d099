interface Limits {
  /** From sending until the headers of the response, including the upload of the body. */
  requestMs?: number
  /** Longest pause of a connection, also during the body of the response. */
  idleMs?: number
}

/**
 * Returns the settings of every SDK client. Without them a call has no timeout: after Lambda has stopped the environment, a kept-alive
 * connection can be dead without an error, and the call would last until the function's timeout. A call that times out is repeated
 * over a new connection.
 */
export const clientSettings = ({ requestMs = 4_000, idleMs = requestMs }: Limits = {}) => ({
  maxAttempts: 3,
  // The SDK reads it once, but functions of the local service share a process.
  userAgentAppId: async () => process.env['AWS_SDK_UA_APP_ID'],
  requestHandler: {
    connectionTimeout: 1_000,
    requestTimeout: requestMs,
    // Otherwise `requestTimeout` only logs a warning.
    throwOnRequestTimeout: true,
    socketTimeout: idleMs,
  },
})

/** For files. A caller who reads a stored result slowly also stops the connection to S3 for a while. Large uploads have a longer limit. */
export const fileClientSettings = () => clientSettings({ requestMs: 15_000, idleMs: 60_000 })
