import { existsSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { inject } from 'vitest'
import type { Graph } from './synth/graph.ts'

/** Returns the graph of the stage `production` as soon as the synthesis, which `setup.ts` started, has ended. */
export const readGraph = async (): Promise<Graph> => {
  const file = inject('graphFile')
  while (!existsSync(file)) await pause(50)
  return JSON.parse(readFileSync(file, 'utf8')) as Graph
}
