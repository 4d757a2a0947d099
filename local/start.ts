// npm start: the whole service in one command, until Ctrl-C.
import { ConfigError, loadLocalConfig } from '../lib/config.ts'
import { demoHost } from '../lib/render/demo-site.ts'
import { type Service, startService } from './service.ts'

const print = (text: string) => process.stdout.write(`${text}\n`)

const greet = ({ file: { baseUrl, accounts } }: Service) => {
  const [demo] = accounts
  print(`
Stillframe is ready at ${baseUrl}

  documentation  ${baseUrl}/docs
  account        ${demo?.id} (${demo?.plan} plan)
  access key     ${demo?.accessKey}
  secret key     ${demo?.secretKey}

Try it; the page is bundled, so this works offline:

  curl -o demo.jpeg '${baseUrl}/v1/screenshot?access_key=${demo?.accessKey}&url=http://${demoHost}/'

Ctrl-C stops everything.
`)
}

const explain = (error: unknown): string => {
  if (error instanceof ConfigError) return error.message
  const { message, stack, cause } = error as NodeJS.ErrnoException
  const { code } = (cause ?? error) as NodeJS.ErrnoException
  if (code === 'EADDRINUSE')
    return 'PORT: another program listens on this port. Set another one, or 0 for a free one.'
  if (code === 'LEVEL_LOCKED')
    return 'DATA_DIR: another service runs in this folder. Stop it, or set another folder.'
  if (code === 'EACCES') return `DATA_DIR: the folder cannot be written (${message}).`
  return stack ?? message
}

const run = async () => {
  const service = await startService(loadLocalConfig(process.env))
  let stopping = false
  const stop = () => {
    if (stopping) process.exit(1)
    stopping = true
    service.close().then(
      () => process.exit(0),
      (error) => {
        process.stderr.write(`${explain(error)}\n`)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  greet(service)
}

try {
  await run()
} catch (error) {
  process.stderr.write(`${explain(error)}\n`)
  process.exit(1)
}
