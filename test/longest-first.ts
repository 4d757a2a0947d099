import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files that take long, and would begin late because they are small or the name of their project is late in the alphabet. */
const long = [
  'corpora/same-as-operations',
  'corpora/samples',
  'corpora/smoke',
  'e2e/browser/growth',
  'e2e/capture/unseen',
  'e2e/lambda/attacks',
  'e2e/lambda/ground',
  'e2e/operations/hostile-pages',
  'e2e/operations/idle-time',
  'faults/kill',
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
    const isLate = (file: TestSpecification) => file.project.name === 'infra'
    const others = sorted.filter((file) => !isLong(file) && !isLate(file))
    return [...sorted.filter(isLong), ...others, ...sorted.filter(isLate)]
  }
}
