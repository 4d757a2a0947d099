import type { Graph, Properties, Resource, Statement } from './synth/graph.ts'

/** What tests ask of a graph. Types are written short: `lambda/function` is `aws:lambda/function:Function`. */
export type Stack = ReturnType<typeof createStack>

export interface Route {
  path: string
  method: string
  integration: Properties
  fn: Resource
}

export const createStack = (graph: Graph) => {
  if (graph.failures.length > 0) throw new Error(graph.failures.join('\n\n'))
  const all = (type: string): Resource[] =>
    graph.resources.filter((resource) => resource.type.startsWith(`aws:${type}:`) && !resource.read)
  const one = (type: string, name: string): Resource => {
    const found = all(type).filter((resource) => resource.name === name)
    const [resource] = found
    if (!resource || found.length > 1)
      throw new Error(
        `${found.length} of ${type} are named ${name}. There are ${all(type).map((other) => other.name)}.`,
      )
    return resource
  }
  const lambda = (arn: string): Resource =>
    need(
      all('lambda/function').find(({ inputs }) => arn.endsWith(`:${inputs['name']}`)),
      arn,
    )
  const queue = (arn: string): Resource =>
    need(
      all('sqs/queue').find(({ inputs }) => arn.endsWith(`:${inputs['name']}`)),
      arn,
    )
  return {
    graph,
    all,
    one,
    lambda,
    queue,
    /** The function of infra/functions.ts with that name. */
    functionNamed: (name: string) =>
      need(
        all('lambda/function').find(({ inputs }) => inputs['name'] === `stillframe-production-${name}`),
        name,
      ),
    roleOf: (fn: Resource) =>
      need(
        all('iam/role').find(({ id }) => String(fn.inputs['role']).endsWith(`:role/${id}`)),
        fn.name,
      ),
    routes: () => all('apigateway/integration').map((integration) => toRoute(integration, all, lambda)),
  }
}

const need = <T>(found: T | undefined, what: string): T => {
  if (found === undefined) throw new Error(`There is nothing for ${what}.`)
  return found
}

const toRoute = (
  { inputs: integration }: Resource,
  all: (type: string) => Resource[],
  lambda: (arn: string) => Resource,
): Route => {
  const byId = new Map(all('apigateway/resource').map((resource) => [resource.id, resource]))
  const pathOf = (id: string): string => {
    const resource = byId.get(id)
    return resource ? `${pathOf(String(resource.inputs['parentId']))}/${resource.inputs['pathPart']}` : ''
  }
  const arn = /functions\/(arn:[^/]+)\//.exec(String(integration['uri']))?.[1]
  return {
    path: pathOf(String(integration['resourceId'])) || '/',
    method: String(integration['httpMethod']),
    integration,
    fn: lambda(need(arn, 'an integration')),
  }
}

/** A policy is JSON text, or, from assumeRolePolicyForPrincipal, an object that the provider serialises. */
export const statementsOf = (policy: unknown): Statement[] => {
  const document = typeof policy === 'string' ? JSON.parse(policy) : policy
  return [document.Statement].flat()
}

export const inlineStatements = (role: Resource): Statement[] =>
  ((role.inputs['inlinePolicies'] ?? []) as { policy: unknown }[]).flatMap(({ policy }) =>
    statementsOf(policy),
  )

export const listOf = (value: string | string[] | undefined): string[] =>
  [value ?? []].flat().sort((a, b) => a.localeCompare(b))

export const environmentOf = (fn: Resource): Record<string, string> =>
  (fn.inputs['environment'] as { variables: Record<string, string> }).variables
