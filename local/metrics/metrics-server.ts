import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { toBaseUrl } from '../lambda/gateway/base-url.ts'
import { codeOf, StartFault } from '../start-fault.ts'
import { contentType, toPrometheusText } from './prometheus-text.ts'
import type { Registry } from './registry.ts'

export interface MetricsServer {
  /** `http://127.0.0.1:9464/metrics` */
  url: string
  close(): Promise<void>
}

/** Serves the metrics on a separate port, so publishing the port of the API does not publish them. */
export const startMetricsServer = async (
  metrics: Pick<Registry, 'collect'>,
  port: number,
  host: string,
): Promise<MetricsServer> => {
  const server = createServer(async ({ method, url }, response) => {
    if (url?.split('?')[0] !== '/metrics') return response.writeHead(404).end()
    if (method !== 'GET' && method !== 'HEAD') return response.writeHead(405, { allow: 'GET, HEAD' }).end()
    const text = toPrometheusText(await metrics.collect())
    return response.writeHead(200, { 'content-type': contentType }).end(method === 'HEAD' ? '' : text)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        new StartFault(
          `METRICS_PORT: this port cannot be used (${codeOf(error)}). Set another port, or 0 for a free one.`,
        ),
      ),
    )
    server.listen(port, host, resolve)
  })
  return {
    url: `${toBaseUrl(server.address() as AddressInfo)}/metrics`,
    async close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeAllConnections()
      await closed
    },
  }
}
