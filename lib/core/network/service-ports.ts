/**
 * Ports of loopback that only the service itself listens on: the proxies of renders and, on a developer's machine, the functions'
 * Runtime APIs. No page reaches them, even if an allowance covers them or they open after the render began. They are below the
 * ephemeral ports of the system (32768 and up on Linux, 49152 and up elsewhere), which tests and other programs use.
 */
export const servicePorts = { first: 23_000, last: 24_999 }

export const isServicePort = (port: number): boolean =>
  port >= servicePorts.first && port <= servicePorts.last
