/** A figure with its grade, as the scorecard has it. */
interface Graded {
  name: string
  grade: string | null
}

interface Principal {
  code: string
  metric: { name: string } | null
}

/**
 * The reasons that the grades of their figures support: a good grade, or none, contradicts a
 * reason, and whoever declines by it says what the same page denies.
 */
export function listSupported(reasons: readonly Principal[], graded: readonly Graded[]): string[] {
  const grades = new Map(graded.map(({ name, grade }) => [name, grade]))
  return reasons
    .filter(({ metric }) => (grades.get(metric?.name ?? '') ?? 'A') > 'B')
    .map(({ code }) => code)
}
