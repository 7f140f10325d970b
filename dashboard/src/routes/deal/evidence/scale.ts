import type { SubmissionMetric } from '../../../../../clients/typescript/src/index.ts'

/** On what a number of a month rests; null for a mean of full months, which needs no scaling. */
export function findScale({ inputs }: Pick<SubmissionMetric, 'inputs'>): string | null {
  const { rests_on: basis = null, full_months: months = null } = inputs
  return typeof basis === 'string' && typeof months === 'number' && months < 2 ? basis : null
}

/** What is done with the days that are there. */
export function describeScale(basis: string): string {
  return `A month of 30.4 days at the rate of ${basis}`
}
