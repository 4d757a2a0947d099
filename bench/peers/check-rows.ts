import { type Kind, kinds } from './kinds.ts'
import type { Latency, Throughput } from './measure.ts'

/** What one run measured, by system. */
export interface Figures extends Record<Kind, Record<string, Latency>> {
  /** By the number of parallel renders. */
  throughput: Record<string, Record<string, Throughput>>
}

export interface Row {
  text: string
  now: number
  before: number
}

/** The largest growth that `check` accepts: of a ratio, a time or the memory. */
const toleranceMax = 0.15

/** Whether a figure grew by more than is accepted, or is missing. */
export const isWorse = ({ now, before }: Row): boolean => !(now <= before * (1 + toleranceMax))

type Read = (figures: Figures) => number | undefined

const toRows = (reads: Record<string, Read>, now: Figures, before: Figures): Row[] =>
  Object.entries(reads).map(([text, read]) => ({
    text,
    now: read(now) ?? Number.NaN,
    before: read(before) ?? Number.NaN,
  }))

const inverse = (value: number | undefined) => (value === undefined ? undefined : 1 / value)

/** Compares a system's times with those of the bare browser in the same run, so the runs may be of two machines with one browser. */
export const toRatioRows = (name: string, now: Figures, before: Figures): Row[] =>
  toRows(
    {
      ...Object.fromEntries(
        kinds.map((kind) => [`${name}: ${kind}, time`, (of: Figures) => of[kind][name]?.ratio]),
      ),
      [`${name}: 2 in parallel, time for each`]: ({ throughput }) => inverse(throughput[2]?.[name]?.ratio),
      [`${name}: 2 in parallel, CPU time`]: ({ throughput }) => throughput[2]?.[name]?.cpuRatio,
    },
    now,
    before,
  )

/** Compares a system's times and memory, so the runs may be of two browsers on one machine. */
export const toAbsoluteRows = (name: string, now: Figures, before: Figures): Row[] =>
  toRows(
    {
      ...Object.fromEntries(
        kinds.map((kind) => [`${name}: ${kind}, ms`, (of: Figures) => of[kind][name]?.ms]),
      ),
      [`${name}: 2 in parallel, s for each`]: ({ throughput }) => inverse(throughput[2]?.[name]?.perSecond),
      [`${name}: 2 in parallel, CPU ms`]: ({ throughput }) => throughput[2]?.[name]?.cpuMs,
      [`${name}: 2 in parallel, memory in MB`]: ({ throughput }) => throughput[2]?.[name]?.memoryMb,
    },
    now,
    before,
  )
