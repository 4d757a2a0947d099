declare module '@20minutes/s3rver' {
  interface Options {
    address: string
    port: number
    silent: boolean
    directory: string
    vhostBuckets: boolean
    configureBuckets: readonly { name: string; configs: readonly string[] }[]
  }

  class S3rver {
    constructor(options: Options)
    run(): Promise<unknown>
    close(): Promise<void>
  }

  export = S3rver
}
