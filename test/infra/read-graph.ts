import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { inject } from 'vitest'
import type { StageName } from './setup.ts'
import type { Graph } from './synth/graph.ts'

/** Returns the graph of a stage as soon as its synthesis, which `setup.ts` started, has ended. */
export const readGraph = async (name: StageName = 'production'): Promise<Graph> => {
  const file = join(inject('graphFolder'), `${name}.json`)
  while (!existsSync(file)) await pause(50)
  return JSON.parse(readFileSync(file, 'utf8')) as Graph
}
