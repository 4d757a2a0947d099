import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that are small but take long. A worker that begins one last would run alone. */
const long = [
  'faults/cloud',
  'faults/kill',
  'e2e/service/smoke',
  'e2e/service/tasks',
  'e2e/browser/growth',
  'integration/service/start',
].map((name) => `/test/${name}.test.ts`)

/**
 * The order in which the workers take the files. Vitest begins with the files that took longest the last time. In a fresh clone it begins
 * with the largest.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => long.some((name) => moduleId.endsWith(name))
    // The infrastructure is still being synthesized when the first files begin.
    const isLate = ({ project }: TestSpecification) => project.name === 'infra'
    const others = sorted.filter((file) => !isLong(file) && !isLate(file))
    return [...sorted.filter(isLong), ...others, ...sorted.filter(isLate)]
  }
}
