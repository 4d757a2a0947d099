/**
 * Ports of loopback that only the service itself listens on: the proxies of renders and, on a developer's machine, the functions'
 * Runtime APIs. No page reaches them, whatever an allowance covers, also where they open after the render began. They lie below
 * the ports that systems hand out (32768 and up on Linux, 49152 and up elsewhere), which tests and other programs get.
 */
export const servicePorts = { first: 23_000, last: 24_999 }

export const isServicePort = (port: number): boolean =>
  port >= servicePorts.first && port <= servicePorts.last
