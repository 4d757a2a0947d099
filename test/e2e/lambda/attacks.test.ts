import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { type Attack, attacks, type Outcomes } from '../../support/sandbox/attacks.ts'
import { type Attacked, createAttacks, findProblem, type Ground } from '../../support/sandbox/run-attacks.ts'

/*
 * What native code in a process of the browser can do on each kind of ground, as the table in docs/operate/security.md says. The long
 * form (`npm run test:lambda`) has every ground.
 */

const isLong = process.env['LAMBDA'] === 'long'
const problem = findProblem()

/** Of renderers and of browsers, in turn. */
const crashes = isLong ? 200 : 8

/** What depends on settings of the kernel. */
const unsettled: readonly Attack[] = ['trace NODE', 'use io_uring', 'use userfaultfd', 'use bpf']

const onNode: readonly Attack[] = [
  'read the credentials of NODE',
  'open the memory of NODE',
  'read the memory of NODE',
]
const newNamespace: Attack = 'make a user namespace'

/** What Chromium's filters answer with an error. They end a renderer that tries other attacks. */
const refusedByFilters: readonly Attack[] = ['open a file', 'open an internet socket', 'run a program']

/** What every process without a filter may do. */
const unfiltered = attacks.filter((attack) => ![...unsettled, ...onNode, newNamespace].includes(attack))

interface Expected extends Ground {
  isolation: object
  /** What a process without a filter may do beyond `unfiltered`. */
  more?: readonly Attack[]
  /** Messages of the log, of each browser. */
  log?: readonly string[]
}

const sandboxed = { nodeHidden: true, sandbox: 'seccomp' }

const grounds: Record<string, Expected> = {
  'a container: no namespaces, no new privileges': {
    refused: 'namespaces,privileges',
    isolation: sandboxed,
  },
  'Lambda, if it permits as little as is known: prctl refused, Node started by the wrapper': {
    refused: 'namespaces,prctl',
    isWrapped: true,
    isolation: { sandbox: 'none', reason: 'EACCES', nodeHidden: true },
    log: ['browser not sandboxed'],
  },
  ...(isLong && {
    'user namespaces': {
      isolation: { sandbox: 'namespaces', nodeHidden: true },
      more: [newNamespace],
    },
    'no namespaces': { refused: 'namespaces', isolation: sandboxed },
    'prctl refused with EPERM': {
      refused: 'namespaces,prctl',
      isolation: { sandbox: 'none', reason: 'EACCES', nodeHidden: false },
      more: onNode,
      log: ['process not hidden', 'browser not sandboxed'],
    },
    'prctl refused with ENOSYS': {
      refused: 'namespaces,prctl',
      error: 'ENOSYS',
      isolation: { sandbox: 'none', reason: 'EACCES', nodeHidden: false },
      more: onNode,
      log: ['process not hidden', 'browser not sandboxed'],
    },
    'prctl refused, no new privileges, Node started by the wrapper': {
      refused: 'namespaces,prctl,privileges',
      isWrapped: true,
      isolation: sandboxed,
    },
    'seccomp refused': {
      refused: 'namespaces,seccomp',
      isolation: { sandbox: 'none', reason: 'EPERM', nodeHidden: true },
      log: ['browser not sandboxed'],
    },
    root: {
      user: 'root',
      isolation: { sandbox: 'none', reason: 'root', nodeHidden: false },
      more: [...onNode, newNamespace],
      log: ['process not hidden', 'browser not sandboxed'],
    },
  }),
}

const succeeded = (outcomes: Outcomes[keyof Outcomes]) =>
  attacks.filter((attack) => outcomes[attack] === 'succeeded' && !unsettled.includes(attack))

const table = ({ outcomes }: Attacked) => {
  const kinds = Object.values(outcomes)
  const row = (attack: Attack) => kinds.map((kind) => (kind[attack] ?? '').padEnd(10)).join('')
  return [Object.keys(outcomes).join(', '), ...attacks.map((name) => `${name.padEnd(32)}${row(name)}`)]
}

describe('native code in a process of the browser', () => {
  beforeEach(({ skip }) => skip(problem !== undefined, problem))
  const ground = problem === undefined ? createAttacks() : undefined
  afterAll(() => ground?.[Symbol.dispose]())

  test.each(Object.entries(grounds))('%s', async (name, { isolation, more = [], log = [], ...expected }) => {
    const attacked = (await ground?.attack(expected)) as Attacked
    if (isLong) process.stdout.write(`${[name, ...table(attacked)].join('\n')}\n`)
    const { renderer, 'GPU, plain kind': gpu, ...others } = attacked.outcomes
    expect(attacked.isolation).toEqual(isolation)
    const messages = attacked.log.map(({ message }) => message)
    // A process that an attack ends may end the preparation of the next page.
    expect([...new Set(messages.filter((message) => message !== 'page not opened'))]).toEqual(log)
    const open = attacks.filter((attack) => unfiltered.includes(attack) || more.includes(attack))
    const hasSandbox = attacked.isolation.sandbox !== 'none'
    const unconfined = { ...others, ...(!hasSandbox && { gpu }) }
    for (const [kind, outcomes] of Object.entries(unconfined))
      expect([kind, succeeded(outcomes)]).toEqual([kind, open])
    // Chromium takes the privileges of root from its renderers.
    const ofRenderer = expected.user === 'root' ? open.filter((attack) => !onNode.includes(attack)) : open
    if (!hasSandbox) return expect(succeeded(renderer)).toEqual(ofRenderer)
    // The attacks were tried: the filters answered.
    for (const attack of refusedByFilters) expect([attack, renderer[attack]]).toEqual([attack, 'EPERM'])
    const all = (outcomes: Outcomes[keyof Outcomes]) =>
      attacks.filter((attack) => outcomes[attack] === 'succeeded')
    expect([all(renderer), all(gpu)]).toEqual([[], ['make shared memory (System V)']])
  })

  test('crashes of renderers and browsers leave no process behind', { timeout: 600_000 }, async () => {
    const crashed = await ground?.crash({ refused: 'namespaces,privileges' }, crashes)
    expect(crashed).toMatchObject({ isolation: sandboxed, left: [] })
    expect(crashed?.launched).toBeGreaterThan(crashes / 4)
  })
})
