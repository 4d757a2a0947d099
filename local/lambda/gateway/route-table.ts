/** Every method of a path goes to its function. */
export interface GatewayRoute {
  /** `/v1/tasks/{id}` or `/v1/{proxy+}`. A parameter matches one segment, a greedy parameter the rest of the path. */
  path: string
  functionName: string
}

export interface RouteMatch {
  route: GatewayRoute
  /** With percent-encoding decoded. */
  pathParameters: Record<string, string> | null
}

type RouteTable = (path: string) => RouteMatch | undefined

interface Resource {
  pattern: RegExp
  parameterNames: string[]
  /** More specific resources have a lower rank. */
  rank: string
  route: GatewayRoute
}

/** Matches a path with the most specific route: fixed segments come before parameters, parameters before greedy parameters. */
export const createRouteTable = (routes: readonly GatewayRoute[]): RouteTable => {
  const resources = routes.map(toResource).sort((a, b) => (a.rank < b.rank ? -1 : 1))
  return (path) => {
    for (const { pattern, parameterNames, route } of resources) {
      const values = pattern.exec(path)?.slice(1)
      if (values) return { route, pathParameters: toParameters(parameterNames, values) }
    }
    return undefined
  }
}

/** Decodes a text. Returns it unchanged if it is not valid percent-encoding, because the function decides about it. */
export const decodeLeniently = (decode: (text: string) => string, text: string): string => {
  try {
    return decode(text)
  } catch {
    return text
  }
}

const toResource = (route: GatewayRoute): Resource => {
  const parameterNames: string[] = []
  const segments = route.path.split('/').slice(1)
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
    route,
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
