import type { Reporter, TestCase, TestModule } from 'vitest/node'

/** Ends the run with a line for each test that did not run on this machine: why, and the command that changes it. */
export default class NotRunReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const lines = modules.flatMap((module) =>
      [...module.children.allTests('skipped')].flatMap(describeSkipped),
    )
    if (lines.length === 0) return
    process.stdout.write(`Tests that did not run:\n${lines.map((line) => `  ${line}\n`).join('')}`)
  }
}

/** Tests of the long forms are skipped without a note. */
const describeSkipped = (test: TestCase): string[] => {
  const result = test.result()
  return result.state === 'skipped' && result.note
    ? [`${test.module.relativeModuleId} > ${test.fullName}: ${result.note}`]
    : []
}
