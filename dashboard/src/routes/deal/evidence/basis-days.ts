import type { SubmissionMetricResultBasis } from '../../../../../clients/typescript/src/index.ts'

const SHOWN = 31

type Basis = Pick<SubmissionMetricResultBasis, 'method' | 'days'>
export type BasisDay = SubmissionMetricResultBasis['days'][number]

export interface ChosenDays {
  title: string
  days: BasisDay[]
}

/** Of the days behind a balance, those that decide it: the ends of accounts, else the extremes. */
export function chooseDays({ method, days }: Basis): ChosenDays {
  if (method === 'opening_day') {
    const first = days.toSorted((one, other) => one.date.localeCompare(other.date))
    return { title: 'The first day of each account', days: pickOnePerAccount(first) }
  }
  if (method === 'closing_day') {
    const last = days.toSorted((one, other) => other.date.localeCompare(one.date))
    return { title: 'The last day of each account', days: pickOnePerAccount(last) }
  }
  const rising = days.toSorted((one, other) => one.balance - other.balance)
  return method === 'highest_day'
    ? { title: 'The highest days', days: rising.toReversed().slice(0, SHOWN) }
    : { title: 'The lowest days it looks at', days: rising.slice(0, SHOWN) }
}

function pickOnePerAccount(days: readonly BasisDay[]): BasisDay[] {
  return [...Map.groupBy(days, (day) => day.account_id).values()].map(([day]) => day!)
}
