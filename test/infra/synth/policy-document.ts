import type { Properties } from './graph.ts'

interface Principal {
  type: string
  identifiers: string[]
}

interface Source {
  sid?: string
  effect?: string
  actions?: string[]
  notActions?: string[]
  resources?: string[]
  notResources?: string[]
  principals?: Principal[]
  notPrincipals?: Principal[]
  conditions?: { test: string; variable: string; values: string[] }[]
}

/** The document that the provider would render for `aws.iam.getPolicyDocument`. */
export const policyDocument = (inputs: Properties): Properties => {
  const sources = (inputs['statements'] ?? []) as Source[]
  const json = JSON.stringify({
    Version: inputs['version'] ?? '2012-10-17',
    Statement: sources.map(toStatement),
  })
  // The provider leaves an empty list out, and SST's components test for that.
  const statements = sources.length > 0 ? sources : undefined
  return { ...inputs, statements, id: 'policy', json, minifiedJson: json }
}

const toStatement = (source: Source) => ({
  Sid: source.sid,
  Effect: source.effect ?? 'Allow',
  Principal: toPrincipals(source.principals),
  NotPrincipal: toPrincipals(source.notPrincipals),
  Action: oneOrList(source.actions),
  NotAction: oneOrList(source.notActions),
  Resource: oneOrList(source.resources),
  NotResource: oneOrList(source.notResources),
  Condition: toConditions(source.conditions),
})

const oneOrList = (values: string[] | undefined) => (values?.length === 1 ? values[0] : values)

const toPrincipals = (principals: Principal[] | undefined) => {
  if (!principals?.length) return undefined
  if (principals.some(({ type }) => type === '*')) return '*'
  return Object.fromEntries(principals.map(({ type, identifiers }) => [type, oneOrList(identifiers)]))
}

const toConditions = (conditions: Source['conditions']) => {
  if (!conditions?.length) return undefined
  const byTest: Record<string, Record<string, unknown>> = {}
  for (const { test, variable, values } of conditions) {
    byTest[test] ??= {}
    byTest[test][variable] = oneOrList(values)
  }
  return byTest
}
