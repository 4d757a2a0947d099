/** A Lambda function: its handler and its limits. */
export interface FunctionDefinition {
  name: string
  /** The module of the handler, relative to `root` of `createLambda`. */
  file: string
  /** Default: `handler`. */
  exportName?: string
  /** Limits only the V8 heap, not the memory of browsers and native buffers. Default: 512. */
  memoryMb?: number
  /** Default: 3,000, as on AWS. */
  timeoutMs?: number
  /** Maximum number of concurrent execution environments, with one event each. Further invocations queue in order. Default: 10. */
  concurrency?: number
  /**
   * Functions of one group share their execution environments, whose size and number the first of them sets. Lambda has no such thing, but a
   * laptop has no memory for a browser of each function. Default: the name.
   */
  group?: string
  /** Overrides the variables that all functions share. */
  environment?: Readonly<Record<string, string>>
  /** Default: `Terminate`: Lambda refuses the 17th invocation in one chain of messages. */
  recursiveLoop?: 'Allow' | 'Terminate'
}

export type ResolvedFunction = Required<FunctionDefinition> & { arn: string }

export const localAccountId = '000000000000'

export const resolveFunction = (definition: FunctionDefinition, region: string): ResolvedFunction => ({
  exportName: 'handler',
  memoryMb: 512,
  timeoutMs: 3_000,
  concurrency: 10,
  group: definition.name,
  environment: {},
  recursiveLoop: 'Terminate',
  ...definition,
  arn: `arn:aws:lambda:${region}:${localAccountId}:function:${definition.name}`,
})
