import type { Settings } from './settings.ts'

/**
 * Sets defaults for every role and every Lambda function of the app, including functions that SST's components create.
 *
 * SST 4.17.1 (function.ts, createRole) tests `!dev` on an Output, which is never undefined. Every deployed role therefore gets
 * the policy of `sst dev`, which allows the whole AWS account to assume it. It also attaches AWSLambdaBasicExecutionRole, which may write to
 * every log group of the account. Both are corrected here.
 */
export const setDefaults = ({ permissionsBoundary }: Settings) => {
  if (permissionsBoundary)
    $transform(aws.iam.Role, (args) => {
      args.permissionsBoundary = permissionsBoundary
    })
  $transform(sst.aws.Function, (args) => {
    args.runtime = 'nodejs24.x'
    // @sparticuz/chromium has binaries for this architecture only. One architecture for all functions keeps the build simple.
    args.architecture = 'x86_64'
    args.logging ??= { retention: '1 month', format: 'json' }
    args.transform = {
      ...args.transform,
      role: (role) => {
        role.assumeRolePolicy = aws.iam.assumeRolePolicyForPrincipal({ Service: 'lambda.amazonaws.com' })
        role.managedPolicyArns = []
      },
      function: (fn) => {
        fn.tracingConfig = { mode: 'Active' }
      },
    }
    // `nodejs.sourcemap` stays unset: 4.17.1 puts the map into the package for both `true` and `false`.
  })
}
