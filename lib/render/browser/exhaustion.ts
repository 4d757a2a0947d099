/** `zombies`: the browsers left too many processes that nothing reaps. `launches`: several launches in a row failed. */
export type Exhaustion = 'zombies' | 'launches'

/**
 * How many zombies may be added in the life of a process. Lambda allows 1,024 processes and threads in a sandbox, whichever process they
 * belong to. A browser that renders and Node use about 125 of them, and the browser of the other kind 60 (on 2 cores).
 * A discarded browser leaves two or three zombies, and one that exited unexpectedly up to five.
 *
 * Zombies from before the start do not count. Lambda may start the next process in the same sandbox
 * (https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtime-environment.html: a reset keeps /tmp), and where they remain, ending the
 * process again right after its start cannot remove them. Five starts fit into one sandbox. After that, launches fail.
 */
const newZombiesMax = 150

const failedLaunchesMax = 3

/** Recognizes an environment that cannot run browsers for long. */
export class ExhaustionGauge {
  readonly #countZombies: () => number
  readonly #zombiesAtStart: number
  #zombies: number
  #failedLaunches = 0

  /** @param countZombies counts those of the whole environment, whose number is limited */
  constructor(countZombies: () => number) {
    this.#countZombies = countZombies
    this.#zombiesAtStart = countZombies()
    this.#zombies = this.#zombiesAtStart
  }

  /** Counts a launch that fails, and the zombies that it leaves. */
  async launch<T>(launching: Promise<T>): Promise<T> {
    try {
      const launched = await launching
      this.#failedLaunches = 0
      return launched
    } catch (error) {
      this.#failedLaunches++
      this.discarded()
      throw error
    }
  }

  /** Must be called when a browser was ended, because that leaves zombies. */
  discarded(): void {
    this.#zombies = this.#countZombies()
  }

  read(): Exhaustion | undefined {
    if (this.#failedLaunches >= failedLaunchesMax) return 'launches'
    return this.#zombies - this.#zombiesAtStart > newZombiesMax ? 'zombies' : undefined
  }
}
