// npm run test:container: builds the stages of the Dockerfile without a container engine, in minimal Debian systems made by
// debootstrap, and runs the image under the restrictions of compose.yaml: as the user `node`, with a read-only root. The service must
// become healthy, render, keep its account after a restart, and exit on SIGTERM. Requires root, debootstrap and the package registries.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Instruction, parseDockerfile, type Stage } from './dockerfile.ts'

const repository = resolve(import.meta.dirname, '../..')
const workDir = process.argv[2] ?? '/var/tmp/stillframe-container'
const baseDir = join(workDir, 'base')
const nodeVersion = readFileSync(join(repository, '.nvmrc'), 'utf8').trim()
const baseImage = `node:${nodeVersion}-bookworm-slim`

const print = (text: string) => process.stdout.write(`${text}\n`)

const run = (command: string, ...parameters: string[]) =>
  execFileSync(command, parameters, { stdio: ['ignore', 'inherit', 'inherit'] })

/** Creates a substitute for the base image: a minimal Debian with Node, npm and the user `node` (1000). */
const makeBase = () => {
  if (!existsSync(join(baseDir, 'etc/debian_version')))
    run('debootstrap', '--variant=minbase', 'bookworm', baseDir)
  const local = join(baseDir, 'usr/local')
  mkdirSync(join(local, 'lib/node_modules'), { recursive: true })
  run('cp', '-a', npmFolder(), join(local, 'lib/node_modules/'))
  run('cp', join(repository, 'node_modules/node/bin/node'), join(local, 'bin/node'))
  run('ln', '-sf', '../lib/node_modules/npm/bin/npm-cli.js', join(local, 'bin/npm'))
  run('chroot', baseDir, '/bin/sh', '-c', 'id node > /dev/null 2>&1 || useradd --uid 1000 --create-home node')
  const certificates = process.env.NODE_EXTRA_CA_CERTS
  if (certificates) cpSync(certificates, join(baseDir, 'etc/extra-ca.pem'), { dereference: true })
  cpSync('/etc/resolv.conf', join(baseDir, 'etc/resolv.conf'), { dereference: true })
  cpSync('/etc/hosts', join(baseDir, 'etc/hosts'), { dereference: true })
}

/** The folder of the npm that runs this script. `npm root --global` would name the folder of the Node package in node_modules. */
const npmFolder = () => {
  const { npm_execpath: path } = process.env
  if (path === undefined) throw new Error('Run this script with npm run test:container.')
  return resolve(realpathSync(path), '../..')
}

interface Image {
  root: string
  environment: Record<string, string>
  workingDir: string
  user: string
  command: string[]
  healthCommand: string[]
}

const rootOf = (stage: string) => join(workDir, `stage-${stage}`)

/** The variables that the package registry client requires. No other variable of this machine is passed on. */
const registryEnvironment = {
  PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin',
  HOME: '/root',
  ...(process.env.NODE_EXTRA_CA_CERTS && { NODE_EXTRA_CA_CERTS: '/etc/extra-ca.pem' }),
}

const toEnvironment = (variables: Record<string, string>) =>
  Object.entries(variables).map(([name, value]) => `${name}=${value}`)

const build = (stage: Stage, images: ReadonlyMap<string, Image>): Image => {
  const parent = images.get(stage.from)
  if (!parent && stage.from !== baseImage) throw new Error(`FROM ${stage.from}: expected ${baseImage}.`)
  const root = rootOf(stage.name)
  rmSync(root, { recursive: true, force: true })
  run('cp', '-a', parent?.root ?? baseDir, root)
  const image: Image = {
    environment: {},
    workingDir: '/',
    user: 'root',
    command: [],
    healthCommand: [],
    ...parent,
    root,
  }
  for (const instruction of stage.instructions) apply(image, instruction, images)
  return image
}

const apply = (image: Image, { keyword, text }: Instruction, images: ReadonlyMap<string, Image>) => {
  print(`${keyword} ${text}`)
  switch (keyword) {
    case 'WORKDIR':
      image.workingDir = text
      mkdirSync(join(image.root, text), { recursive: true })
      return
    case 'ENV':
      for (const [, name = '', value = ''] of text.matchAll(/(\w+)=(\S+)/g)) image.environment[name] = value
      return
    case 'COPY':
      return copy(image, text.split(/\s+/), images)
    case 'RUN':
      return inChroot(image, text)
    case 'USER':
      image.user = text
      return
    case 'CMD':
      image.command = JSON.parse(text)
      return
    case 'HEALTHCHECK':
      image.healthCommand = JSON.parse(text.slice(text.indexOf('CMD ') + 4))
      return
    case 'VOLUME':
    case 'EXPOSE':
      return
    default:
      throw new Error(`The instruction ${keyword} is not supported here.`)
  }
}

const copy = (image: Image, parameters: string[], images: ReadonlyMap<string, Image>) => {
  const stage = parameters[0]?.startsWith('--from=') ? parameters.shift()?.slice(7) : undefined
  const target = parameters.pop() ?? ''
  const source = stage === undefined ? context() : (images.get(stage)?.root ?? '')
  for (const path of parameters) {
    const from = join(source, path)
    const isInto = target.endsWith('/') || parameters.length > 1
    const to = resolve(join(image.root, image.workingDir), isInto ? join(target, path) : target)
    mkdirSync(dirname(to), { recursive: true })
    cpSync(from, to, { recursive: true, verbatimSymlinks: true })
  }
}

/** Returns the build context: the committed and changed files, except those in .dockerignore. */
const context = () => {
  const root = join(workDir, 'context')
  if (existsSync(root)) return root
  const ignored = readFileSync(join(repository, '.dockerignore'), 'utf8').trim().split('\n')
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
    cwd: repository,
    encoding: 'utf8',
  })
  const wanted = files
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(repository, file)))
    .filter((file) => !ignored.some((path) => file === path || file.startsWith(`${path}/`)))
  for (const file of wanted) cpSync(join(repository, file), join(root, file))
  return root
}

const inChroot = (image: Image, script: string) =>
  run(
    'unshare',
    '--mount',
    '--propagation',
    'private',
    'bash',
    '-euc',
    `mount -t proc proc "$1/proc"; mount --rbind /dev "$1/dev"; shift; exec chroot "$@"`,
    'bash',
    image.root,
    image.root,
    'env',
    '-i',
    ...toEnvironment({ ...registryEnvironment, ...image.environment }),
    'sh',
    '-c',
    `cd ${image.workingDir} && ${script}`,
  )

/** Starts a container with the restrictions of compose.yaml: user, read-only root, /tmp and /data writable, only loopback as network. */
const startContainer = (image: Image, dataDir: string, name: string): Container => {
  const pidFile = join(workDir, `${name}.pid`)
  const script = `
    ip link set lo up
    mount --bind "$1" "$1"
    mount --bind "$2" "$1/data"
    mount -t tmpfs -o size=2g,mode=1777 tmpfs "$1/tmp"
    mount --rbind /dev "$1/dev"
    mount -t proc proc "$1/proc"
    mount -o remount,bind,ro "$1"
    root="$1"; shift 2
    exec chroot --userspec=${image.user}:${image.user} "$root" env -i "$@"`
  const child = spawn(
    'unshare',
    [
      ...['--mount', '--propagation', 'private', '--net', '--pid', '--fork', '--kill-child'],
      ...['bash', '-euc', script, 'bash', image.root, dataDir],
      ...toEnvironment({ PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/home/node', ...image.environment }),
      ...['sh', '-c', `cd ${image.workingDir} && exec "$@"`, 'sh', ...image.command],
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  )
  writeFileSync(pidFile, String(child.pid))
  const ended = new Promise<number | null>((settle) => child.once('exit', (code) => settle(code)))
  return { child, ended, image }
}

interface Container {
  child: ChildProcess
  ended: Promise<number | null>
  image: Image
}

const innerPid = ({ child }: Container) =>
  execFileSync('pgrep', ['-P', String(child.pid)], { encoding: 'utf8' })
    .trim()
    .split('\n')[0] ?? ''

const execute = (container: Container, ...command: string[]) => {
  const { image } = container
  return execFileSync(
    'nsenter',
    [
      ...['--target', innerPid(container), '--mount', '--net', '--pid', '--root', '--wd'],
      ...['env', '-i', ...toEnvironment({ PATH: '/usr/local/bin:/usr/bin:/bin', ...image.environment })],
      ...['sh', '-c', `cd ${image.workingDir} && exec "$@"`, 'sh', ...command],
    ],
    { encoding: 'utf8' },
  )
}

const becomeHealthy = async (container: Container, seconds: number) => {
  const endMs = Date.now() + seconds * 1000
  for (;;) {
    try {
      return execute(container, ...container.image.healthCommand)
    } catch (error) {
      if (Date.now() > endMs) throw error
      await pause(500)
    }
  }
}

const stop = async (container: Container) => {
  process.kill(Number(innerPid(container)), 'SIGTERM')
  const code = await Promise.race([container.ended, pause(15_000, 'running' as const)])
  if (code !== 0) throw new Error(`After SIGTERM: ${code}. Expected exit code 0.`)
}

const check = async (image: Image) => {
  const dataDir = join(workDir, 'data')
  rmSync(dataDir, { recursive: true, force: true })
  mkdirSync(dataDir)
  run('chown', '1000:1000', dataDir)
  const accounts = () => JSON.parse(readFileSync(join(dataDir, 'service.json'), 'utf8')).accounts
  const first = startContainer(image, dataDir, 'first')
  await becomeHealthy(first, 60)
  print(execute(first, ...image.healthCommand, '--render').trim())
  const before = accounts()
  await stop(first)
  const second = startContainer(image, dataDir, 'second')
  await becomeHealthy(second, 60)
  if (JSON.stringify(accounts()) !== JSON.stringify(before))
    throw new Error('The account was lost in the restart.')
  await stop(second)
}

rmSync(join(workDir, 'context'), { recursive: true, force: true })
mkdirSync(workDir, { recursive: true })
makeBase()
const images = new Map<string, Image>()
let last: Image | undefined
for (const stage of parseDockerfile(readFileSync(join(repository, 'Dockerfile'), 'utf8'))) {
  last = build(stage, images)
  images.set(stage.name, last)
}
if (!last) throw new Error('The Dockerfile has no stage.')
const size = (path: string) => Number(execFileSync('du', ['-sm', path], { encoding: 'utf8' }).split('\t')[0])
print(`image: ${size(last.root) - size(baseDir)} MB on top of the base image`)
await check(last)
print('1 passed, 0 failed')
