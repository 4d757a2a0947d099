/** One Lambda function: where its handler is and what limits it runs under. */
export interface FunctionDefinition {
  name: string
  /** Module that holds the handler; relative to the `root` given to `createLambda`. */
  file: string
  /** `handler` unless given. */
  exportName?: string
  /** Limits the V8 heap only: memory of browsers and native buffers is not counted. 512 unless given. */
  memoryMb?: number
  /** 3,000 unless given, as on AWS. */
  timeoutMs?: number
  /** Maximum number of concurrent execution environments, with one event each. Further invocations queue in order. Default: 10. */
  concurrency?: number
  /** Added last, over the environment that all functions share. */
  environment?: Readonly<Record<string, string>>
}

export type ResolvedFunction = Required<FunctionDefinition> & { arn: string }

export const localAccountId = '000000000000'

export const resolveFunction = (definition: FunctionDefinition, region: string): ResolvedFunction => ({
  exportName: 'handler',
  memoryMb: 512,
  timeoutMs: 3_000,
  concurrency: 10,
  environment: {},
  ...definition,
  arn: `arn:aws:lambda:${region}:${localAccountId}:function:${definition.name}`,
})
