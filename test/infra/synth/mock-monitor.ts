import { createRequire } from 'node:module'
import { join } from 'node:path'
import { createAwsMocks, type MockArguments } from './aws-mocks.ts'
import type { Properties, Resource } from './graph.ts'

/** The parts of @pulumi/pulumi that are used here; its mock monitor is not public. */
interface Pulumi {
  runtime: {
    setMocks(
      mocks: object,
      project: string,
      stack: string,
      preview: boolean,
      organization: string,
    ): Promise<void>
    runInPulumiStack(program: () => Promise<unknown>): Promise<unknown>
  }
}

interface RegisterRequest {
  getType(): string
  getName(): string
  getParent(): string
  getDependenciesList?(): string[]
  getProtect?(): boolean
  getRetainondelete?(): boolean
  getIgnorechangesList?(): string[]
}

type Register = (request: RegisterRequest, callback: (error: unknown, response: unknown) => void) => void

interface Monitor {
  newUrn(parent: string | undefined, type: string, name: string): string
  registerResource: Register
  readResource: Register
}

export interface MockMonitor {
  pulumi: Pulumi
  resources: Resource[]
  unmocked: () => string[]
}

/**
 * Puts Pulumi's mock monitor in the place of the engine, and keeps every resource that is registered.
 * @param platformDir where the bundle resolves Pulumi from
 */
export const installMockMonitor = async (
  platformDir: string,
  app: { name: string; stage: string },
  region: string,
): Promise<MockMonitor> => {
  const require = createRequire(join(platformDir, 'package.json'))
  const pulumi = require('@pulumi/pulumi') as Pulumi
  const { MockMonitor: monitorClass } = require('@pulumi/pulumi/runtime/mocks') as {
    MockMonitor: { prototype: Monitor }
  }
  const resources: Resource[] = []
  steadyRandomness(require)
  patchMonitor(monitorClass.prototype, app, resources)
  const mocks = createAwsMocks(region)
  const newResource = async (request: MockArguments) => {
    const inputs = (await plain(request.inputs)) as Properties
    const resource = resources.findLast(
      ({ type, name, inputs: known }) =>
        type === request.type && name === request.name && Object.keys(known).length === 0,
    )
    if (resource) resource.inputs = inputs
    const response = mocks.newResource({ ...request, inputs })
    if (resource) resource.id = response.id
    return response
  }
  // Never a preview: outputs would be unknown and whole subtrees missing.
  await pulumi.runtime.setMocks(
    { newResource, call: async (call: { token: string; inputs: Properties }) => mocks.call(call) },
    app.name,
    app.stage,
    false,
    'organization',
  )
  return { pulumi, resources, unmocked: mocks.unmocked }
}

/** SST ends generated names with eight characters made of `randomBytes(8)`; they are the same in every run here. */
const steadyRandomness = (require: NodeJS.Require) => {
  const crypto = require('node:crypto') as { randomBytes: (size: number, ...rest: unknown[]) => unknown }
  const { randomBytes } = crypto
  crypto.randomBytes = (size, ...rest) => (size === 8 ? Buffer.alloc(8) : randomBytes(size, ...rest))
}

/** The public mock interface tells neither parents nor options, and overwrites one of two resources with the same name. */
const patchMonitor = (monitor: Monitor, app: { name: string; stage: string }, resources: Resource[]) => {
  const urns = new Set<string>()
  // The engine leaves the root stack out of the chain of types, the mock does not.
  monitor.newUrn = (parent, type, name) => {
    const parentType = parent?.split('::')[2]
    const chain = parentType && parentType !== 'pulumi:pulumi:Stack' ? `${parentType}$${type}` : type
    return `urn:pulumi:${app.stage}::${app.name}::${chain}::${name}`
  }
  for (const method of ['registerResource', 'readResource'] as const) {
    const original = monitor[method]
    monitor[method] = function (this: Monitor, request, callback) {
      const resource = toResource(this, request, method === 'readResource')
      if (urns.has(resource.urn)) {
        callback(new Error(`Duplicate resource URN '${resource.urn}'`), undefined)
        return
      }
      urns.add(resource.urn)
      resources.push(resource)
      original.call(this, request, callback)
    }
  }
}

const toResource = (monitor: Monitor, request: RegisterRequest, read: boolean): Resource => ({
  urn: monitor.newUrn(request.getParent(), request.getType(), request.getName()),
  type: request.getType(),
  name: request.getName(),
  parent: request.getParent() || undefined,
  read,
  inputs: {},
  dependsOn: request.getDependenciesList?.() ?? [],
  options: {
    protect: request.getProtect?.() || undefined,
    retainOnDelete: request.getRetainondelete?.() || undefined,
    ignoreChanges: request.getIgnorechangesList?.() ?? [],
  },
})

const signatureKey = '4dabf18193072939515e22adb298388d'
const secretSignature = '1b47061264138c4ac30d75fd1eb44270'

/** Unwraps secrets and assets; leaves out the serialised closures of SST's own providers. */
const plain = async (value: unknown): Promise<unknown> => {
  if (value === null || typeof value !== 'object') return value
  if (Array.isArray(value)) return Promise.all(value.map(plain))
  const object = value as Properties
  if (object[signatureKey] === secretSignature) return plain(object['value'])
  if (object['__pulumiAsset'] || object['__pulumiArchive']) return { asset: await object['path'] }
  const entries = Object.entries(object).filter(([key]) => key !== '__provider')
  return Object.fromEntries(
    await Promise.all(entries.map(async ([key, entry]) => [key, await plain(entry)] as const)),
  )
}
