import type { Phase, RenderReport } from '../../core/telemetry/render-report.ts'

/** Runs `work` and adds its duration to the report under `phase`, even if it throws. */
export const timed = async <T>(report: RenderReport, phase: Phase, work: () => Promise<T>): Promise<T> => {
  const startedMs = performance.now()
  try {
    return await work()
  } finally {
    report.phasesMs[phase] = (report.phasesMs[phase] ?? 0) + Math.round(performance.now() - startedMs)
  }
}
