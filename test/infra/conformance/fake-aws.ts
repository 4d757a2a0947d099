import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A version above all that SST knows: nothing is to be bootstrapped. */
const bootstrap = {
  version: 99,
  asset: 'sst-asset-mock',
  state: 'sst-state-mock',
  assetEcrRegistryId: '123456789012',
  assetEcrUrl: '123456789012.dkr.ecr.mock.amazonaws.com/sst-asset',
}

/** As much of SSM and S3 as the SST CLI asks before it starts Pulumi: its parameters, and a state bucket with nothing in it. */
export const startFakeAws = async () => {
  const parameters = new Map([['/sst/bootstrap', JSON.stringify(bootstrap)]])
  const server = createServer(async (request, response) => respond(parameters, request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

const respond = async (
  parameters: Map<string, string>,
  request: IncomingMessage,
  response: ServerResponse,
) => {
  const body = await text(request)
  const json = (status: number, value: object) =>
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' }).end(JSON.stringify(value))
  const target = String(request.headers['x-amz-target'] ?? '')
  if (target === 'AmazonSSM.GetParameter') {
    const { Name } = JSON.parse(body) as { Name: string }
    const Value = parameters.get(Name)
    if (Value === undefined) json(400, { __type: 'ParameterNotFound', message: Name })
    else json(200, { Parameter: { Name, Type: 'String', Value, Version: 1 } })
    return
  }
  if (target === 'AmazonSSM.PutParameter') {
    const { Name, Value } = JSON.parse(body) as { Name: string; Value: string }
    parameters.set(Name, Value)
    json(200, { Version: 1 })
    return
  }
  if (request.method === 'PUT') response.writeHead(200).end()
  else response.writeHead(404).end('<Error><Code>NoSuchKey</Code><Message>none</Message></Error>')
}
