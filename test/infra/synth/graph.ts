/** What one synthesis of sst.config.ts registers; written by synth.ts, read by the tests. */

export interface SynthOptions {
  stage: string
  /** Values of `sst secret`s by name. */
  secrets?: Record<string, string>
  /** The settings of the deployment. */
  environment?: Record<string, string>
  /** Of `sst dev` instead of `sst deploy`. */
  dev?: boolean
  /** Leaves out the files of the site that no deployment requires, which are half of all resources. */
  smallSite?: boolean
}

export type Properties = Record<string, unknown>

export interface Resource {
  urn: string
  type: string
  name: string
  parent?: string | undefined
  /** Looked up, not made. */
  read: boolean
  id?: string | undefined
  inputs: Properties
  dependsOn: string[]
  options: { protect?: boolean | undefined; retainOnDelete?: boolean | undefined; ignoreChanges: string[] }
}

/** One function whose package SST asked for. */
export interface Build {
  functionId: string
  handler: string
  bundle: string | undefined
  links: Record<string, unknown>
}

export interface Graph {
  app: Properties
  outputs: unknown
  resources: Resource[]
  builds: Build[]
  /** Types of resources whose outputs the mocks know nothing about. */
  unmocked: string[]
  failures: string[]
}

export interface Statement {
  Effect: string
  Action: string | string[]
  Resource?: string | string[]
  Principal?: unknown
  Condition?: Record<string, Record<string, unknown>>
}
