import { seeded, type Random } from '../../fixtures/model/random.ts'

/** A promise that is tested: by a command of its own, and in a short form by the tests. */
export interface Proof {
  /** What `npm run prove -- <name>` calls it. */
  name: string
  /** The promise in one sentence. */
  promise: string
  /** It waits for processes, leases or clocks: its short form is part of `npm run walks` alone. */
  isLong?: true
  /** What one try is, in words. */
  tries: string
  prove(trial: Trial): Promise<void>
}

/** How large a run is: everything, or what every change can afford. */
export type Size = 'full' | 'reduced'

/** What may go wrong with a promise. */
export const FINDINGS = ['lost', 'doubled', 'leaked', 'broken'] as const
export type Finding = (typeof FINDINGS)[number]

export interface Counts extends Record<Finding, number> {
  tried: number
}

/** Enough lines to find the cause; a thousand failures have one reason. */
const FAULTS_REPORTED_MAX = 20

/** One run of a proof: its size and seed, what it counted, and what it measured. */
export class Trial {
  readonly size: Size
  readonly seed: number
  readonly random: Random
  readonly counts: Counts = { tried: 0, lost: 0, doubled: 0, leaked: 0, broken: 0 }
  /** One line each, the first ones. */
  readonly faults: string[] = []
  /** What was measured beside the counts, such as the slowest response, in words. */
  readonly figures: string[] = []

  constructor(size: Size, seed: number) {
    this.size = size
    this.seed = seed
    this.random = seeded(`proof ${seed}`)
  }

  /** The number for a run of this size. */
  of(numbers: Record<Size, number>): number {
    return numbers[this.size]
  }

  /** All of a list, or a few of it, drawn by the seed. */
  some<Item>(items: readonly Item[], reduced: number): Item[] {
    if (this.size === 'full') return [...items]
    const left = [...items]
    const drawn = Array.from({ length: Math.min(reduced, left.length) }, () => {
      const [one] = left.splice(this.random.integer(0, left.length - 1), 1)
      return one!
    })
    return drawn
  }

  tried(count = 1): void {
    this.counts.tried += count
  }

  /** Notes what went wrong in a try. */
  found(finding: Finding, line: string): void {
    this.counts[finding] += 1
    if (this.faults.length < FAULTS_REPORTED_MAX) this.faults.push(`${finding}: ${line}`)
  }

  /** Notes a finding unless the condition holds. */
  hold(condition: boolean, line: string, finding: Finding = 'broken'): void {
    if (!condition) this.found(finding, line)
  }

  /**
   * A time that must hold. The short form runs beside other tests, where times say nothing: there
   * it is printed only.
   */
  holdTime(isWithin: boolean, line: string): void {
    if (this.size === 'full') this.hold(isWithin, line)
    else if (!isWithin) this.figures.push(line)
  }

  /** One try; what it throws is a finding, and the next try goes on. */
  async try(name: string, work: () => Promise<void>): Promise<void> {
    this.tried()
    try {
      await work()
    } catch (error) {
      this.found('broken', `${name}: ${(error as Error).message.slice(0, 300)}`)
    }
  }

  get hasHeld(): boolean {
    return FINDINGS.every((finding) => this.counts[finding] === 0)
  }
}
