import { easings } from './easing.ts'

interface Point {
  x: number
  y: number
}

/** Milliseconds of the shortest and the longest movement, and for each pixel. */
const shortestMs = 250
const longestMs = 800
const pixelMs = 0.8

/** How far a hand leaves the straight line, as a part of the distance. */
const bend = 0.08

/** Returns how long the mouse takes from one point to another. */
export const moveMs = (from: Point, to: Point): number => {
  const distance = Math.hypot(to.x - from.x, to.y - from.y)
  return distance < 1 ? 0 : Math.min(longestMs, shortestMs + distance * pixelMs)
}

/** Returns where the mouse is at a part of the time from 0 to 1: on a slightly bent line, slow at both ends. */
export const pointerAt = (from: Point, to: Point, time: number): Point => {
  if (time >= 1) return { x: to.x, y: to.y }
  const progress = easings.ease_in_out_cubic(Math.max(0, time))
  const [dx, dy] = [to.x - from.x, to.y - from.y]
  const offset = Math.sin(progress * Math.PI) * bend
  return { x: from.x + dx * progress - dy * offset, y: from.y + dy * progress + dx * offset }
}
