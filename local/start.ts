// npm start: runs the complete service until Ctrl-C.
import { flushCompileCache } from 'node:module'
import { tmpdir } from 'node:os'
import { ConfigError } from '../lib/config.ts'
import { toSignInLink } from '../lib/core/access/sign-in-link.ts'
import { demoHost } from '../lib/core/network/demo-host.ts'
import { installChromium } from '../lib/render/browser/chromium-files.ts'
import { hideProcess } from '../lib/render/browser/sandbox.ts'
import { loadLocalConfig } from './config.ts'
import { explainFault, explainStopFault, reasonOf } from './explain-fault.ts'
import { describePlatformProblem } from './platform.ts'
import { type Service, startService } from './service.ts'
import { issueSignInCode, signInMinutes } from './sign-in-codes.ts'
import { StartFault } from './start-fault.ts'

const print = (text: string) => process.stdout.write(`${text}\n`)

const allowLocalhost = '--allow-localhost'

/** Returns the settings in the environment. `npm start -- --allow-localhost` adds an entry to `EGRESS_ALLOW`. */
const readSettings = ({ argv, env }: Pick<NodeJS.Process, 'argv' | 'env'>) => {
  const options = argv.slice(2)
  const unknown = options.find((option) => option !== allowLocalhost)
  if (unknown !== undefined)
    throw new ConfigError(`npm start has no option ${unknown}. Its only option is ${allowLocalhost}.`)
  return loadLocalConfig(
    options.length === 0 ? env : { ...env, EGRESS_ALLOW: `localhost,${env['EGRESS_ALLOW'] ?? ''}` },
  )
}

const rootWarning =
  'Chromium has no sandbox, because this user is root. Start the service as another one: docs/operate/security.md.\n\n'

/** A stage on AWS has accounts of its operator, and none for a demo. */
const describeAccount = async ({ file: { baseUrl, accounts }, dataDir }: Service) => {
  const [demo] = accounts
  if (!demo) return { dashboard: `${baseUrl}/dashboard`, keys: '', trial: '' }
  const code = await issueSignInCode(dataDir, demo)
  return {
    dashboard: toSignInLink(baseUrl, { accountId: demo.id, code }),
    keys: `
  account        ${demo.id} (${demo.plan} plan)
  access key     ${demo.accessKey}
  secret key     ${demo.secretKey}`,
    trial: `
The dashboard's link signs in once, within ${signInMinutes} minutes. Later, enter the keys.

Try it. The page is bundled, so this works offline:

  curl -o demo.jpeg '${baseUrl}/v1/screenshot?access_key=${demo.accessKey}&url=http://${demoHost}/'
`,
  }
}

const greet = async (service: Service) => {
  const { file, metricsUrl } = service
  const { dashboard, keys, trial } = await describeAccount(service)
  print(`
Stillframe is ready at ${file.baseUrl}

  dashboard      ${dashboard}
  documentation  ${file.baseUrl}/docs/${metricsUrl === undefined ? '' : `\n  metrics        ${metricsUrl}`}${keys}
${trial}
${process.getuid?.() === 0 ? rootWarning : ''}Ctrl-C stops the service after the requests in progress. A second Ctrl-C stops it immediately.
`)
}

const fail = (message: string) => {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

const assertPlatform = () => {
  const problem = describePlatformProblem(process.platform, process.arch, process.env.CHROMIUM_PATH)
  if (problem !== undefined) fail(problem)
}

/** Without a browser, every render would fail. */
const assertBrowser = async () => {
  if (process.env.CHROMIUM_PATH !== undefined) return
  const unpacking = installChromium(tmpdir())
  await unpacking.catch((cause) => {
    throw new StartFault(`TMPDIR: Chromium cannot be unpacked to ${tmpdir()} (${reasonOf(cause)}).`)
  })
}

const run = async () => {
  assertPlatform()
  const settings = readSettings(process)
  // Other users read nothing that it or its functions write.
  process.umask(0o077)
  await assertBrowser()
  hideProcess(tmpdir())
  const service = await startService(settings, { hidesFunctions: true })
  let stopping = false
  const stop = () => {
    if (stopping) process.exit(1)
    stopping = true
    const end = async () => {
      await service.drain(settings.drainMs)
      await service.close()
      process.exit(0)
    }
    end().catch((error: unknown) => fail(explainStopFault(error)))
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  await greet(service)
  // Node writes the cache of NODE_COMPILE_CACHE when a process exits normally, which a second Ctrl-C and a kill prevent.
  flushCompileCache()
}

run().catch((error: unknown) => fail(explainFault(error)))
