export interface GatewayRoute {
  /** An HTTP method, or `ANY`. */
  method: string
  /** `/v1/tasks/{id}`, `/v1/{proxy+}`: a parameter is one segment, a greedy one the rest of the path. */
  path: string
  functionName: string
  /** `STREAM` sends what a streaming function writes as it comes; `BUFFERED` unless given. */
  transfer?: 'BUFFERED' | 'STREAM'
}

export interface RouteMatch {
  route: GatewayRoute
  /** As they stand in the path, percent-encoding resolved. */
  pathParameters: Record<string, string> | null
}

export type RouteTable = (method: string, path: string) => RouteMatch | undefined

interface Resource {
  pattern: RegExp
  parameterNames: string[]
  /** Sorts before the resources that are less specific. */
  rank: string
  methods: Map<string, GatewayRoute>
}

/**
 * The most specific resource is chosen first, fixed segments before parameters before greedy ones; only then the method. So a
 * method that the chosen resource lacks is not looked for in a greedy resource: on AWS that is a 403, unless the resource has `ANY`.
 */
export const createRouteTable = (routes: readonly GatewayRoute[]): RouteTable => {
  const resources = [...Map.groupBy(routes, ({ path }) => path)]
    .map(([path, ofPath]) => toResource(path, ofPath))
    .sort((a, b) => (a.rank < b.rank ? -1 : 1))
  return (method, path) => {
    for (const { pattern, parameterNames, methods } of resources) {
      const values = pattern.exec(path)?.slice(1)
      if (!values) continue
      const route = methods.get(method) ?? methods.get('ANY')
      return route && { route, pathParameters: toParameters(parameterNames, values) }
    }
    return undefined
  }
}

/** What is not valid percent-encoding is passed on as it came: the function is to answer for it. */
export const decodeLeniently = (decode: (text: string) => string, text: string): string => {
  try {
    return decode(text)
  } catch {
    return text
  }
}

const toResource = (path: string, routes: readonly GatewayRoute[]): Resource => {
  const parameterNames: string[] = []
  const segments = path.split('/').slice(1)
  const patterns = segments.map((segment) => {
    const [, name, greedy] = /^\{([\w.-]+)(\+)?\}$/.exec(segment) ?? []
    if (name === undefined) return segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
    parameterNames.push(name)
    return greedy ? '(.+)' : '([^/]+)'
  })
  return {
    pattern: new RegExp(`^/${patterns.join('/')}/?$`),
    parameterNames,
    rank: segments.map(segmentRank).join(''),
    methods: new Map(routes.map((route) => [route.method, route])),
  }
}

const segmentRank = (segment: string): number => {
  if (segment.endsWith('+}')) return 2
  return segment.startsWith('{') ? 1 : 0
}

const toParameters = (names: readonly string[], values: readonly string[]): Record<string, string> | null =>
  names.length === 0
    ? null
    : Object.fromEntries(
        names.map((name, index) => [name, decodeLeniently(decodeURIComponent, values[index] ?? '')]),
      )
