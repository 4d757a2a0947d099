/**
 * Returns the name of a resource that exists once in the AWS account and not once in each region, such as CloudFront functions and
 * dashboards. The region is part of the name, so one stage can be deployed in several regions. CloudFront allows 64 characters.
 */
export const toGlobalName = (region: string, ...parts: string[]) =>
  [$app.name, $app.stage, region, ...parts].join('-')

/** Returns the name of a function or of another resource that exists once in each region. */
export const toName = (name: string) => `${$app.name}-${$app.stage}-${name}`

/** Returns the name of a bucket. No two AWS accounts can have buckets of the same name. S3 allows 63 characters. */
export const toBucketName = (name: string) =>
  $interpolate`${toName(name)}-${aws.getCallerIdentityOutput({}).accountId}-${aws.getRegionOutput({}).region}`

/** Returns the ARN of a resource in the region and the AWS account of the stage. */
export const toArn = (service: string, resource: $util.Input<string>) =>
  $interpolate`arn:aws:${service}:${aws.getRegionOutput({}).region}:${aws.getCallerIdentityOutput({}).accountId}:${resource}`

/** Returns the name of the log group that Lambda gives a function. */
export const toLogGroup = (name: string) => `/aws/lambda/${toName(name)}`

/** Returns a name in the form that SST requires of components: `render-worker` -> `RenderWorker`. */
export const toComponentName = (name: string) =>
  name.replace(/(^|-)([a-z])/g, (_match, _dash, letter: string) => letter.toUpperCase())
