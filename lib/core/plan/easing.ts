import type { Easing } from './render-plan.ts'

/** Returns the progress of a movement, from 0 to 1, for a progress of its time from 0 to 1. */
type EasingCurve = (time: number) => number

const easeIn =
  (power: number): EasingCurve =>
  (time) =>
    time ** power

const easeOut =
  (power: number): EasingCurve =>
  (time) =>
    1 - (1 - time) ** power

const easeInOut =
  (power: number): EasingCurve =>
  (time) =>
    time < 0.5 ? (2 * time) ** power / 2 : 1 - (2 - 2 * time) ** power / 2

/** The power curves of Robert Penner's easing equations (robertpenner.com/easing). */
export const easings: Record<Easing, EasingCurve> = {
  linear: (time) => time,
  ease_in_quad: easeIn(2),
  ease_out_quad: easeOut(2),
  ease_in_out_quad: easeInOut(2),
  ease_in_cubic: easeIn(3),
  ease_out_cubic: easeOut(3),
  ease_in_out_cubic: easeInOut(3),
  ease_in_quart: easeIn(4),
  ease_out_quart: easeOut(4),
  ease_in_out_quart: easeInOut(4),
  ease_in_quint: easeIn(5),
  ease_out_quint: easeOut(5),
  ease_in_out_quint: easeInOut(5),
}
