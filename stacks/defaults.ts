/**
 * What holds for every Lambda function of the app, also for one that a component makes for itself.
 *
 * SST 4.17.1 (function.ts, createRole) tests `!dev` on an Output, which is never undefined, so that every deployed role gets the
 * policy of `sst dev`: the whole AWS account may assume it. It also attaches AWSLambdaBasicExecutionRole, which may write to
 * every log group of the account. Both are put right here.
 */
export const setDefaults = () => {
  $transform(sst.aws.Function, (args) => {
    args.runtime = 'nodejs24.x'
    // @sparticuz/chromium has binaries for this architecture only; one for all keeps the build simple.
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
    // `nodejs.sourcemap` stays unset: 4.17.1 ships the map within the package for `true` and for `false`.
  })
}
