// Fails if code of lib/render waits with `until`, which reports nothing, outside the files that are named here. Part of `npm run lint`.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

const imported = /import \{[^}]*\buntil\b[^}]*\} from '[./]+\/base\/timers\.ts'/

/** Folders and files that may, and why. */
const allowed: Record<string, string> = {
  'lib/render/page/ready.ts': 'the table of waits reports itself',
  'lib/render/page/best-effort.ts': 'the waits that others use, one of which reports itself',
  'lib/render/steps/assert-selectors.ts': 'a page that is too busy fails at the use of the selector',
  'lib/render/actions/stage.ts': 'the time of actions, whose errors name it',
  'lib/render/blocking/resource-types.ts': 'a type that is guessed is in the log',
  'lib/render/blocking/annoyances/': 'the search for dialogs has one limit, which the report names',
  'lib/render/outputs/screencast/act-in-video.ts': 'the time of actions in a video, whose errors name it',
  'lib/render/outputs/screenshot/capture.ts': 'only restores what the capture has changed',
  'lib/render/outputs/snapshot/pause-scripts.ts': 'a frame that is closed or busy has no scripts to stop',
  'lib/render/browser/': 'processes and sessions, whose ends are errors or log lines',
}

const isAllowed = (file: string) => Object.keys(allowed).some((place) => file.startsWith(place))

const remedy =
  'Add a row to lib/render/page/ready.ts, or use `awaitRest`, `inTime` or `bestEffort`, or name the file here with a reason.'
const found = globSync('lib/render/**/*.ts', { cwd: root }).filter(
  (file) => !isAllowed(file) && imported.test(readFileSync(join(root, file), 'utf8')),
)
for (const file of found) process.stderr.write(`${file}\n  waits with \`until\`. ${remedy}\n`)
process.exitCode = found.length === 0 ? 0 : 1
