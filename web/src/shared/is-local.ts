/** Whether the service runs on the machine of the user. */
export const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(globalThis.location?.hostname)
