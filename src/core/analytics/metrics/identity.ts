import { dateOfDay, daysBetween, type PlainDate } from '../../values/dates.ts'
import type { Ledger } from '../ledger.ts'
import { metric, type Metric, type MetricDeclaration, type MetricOutcome } from '../metric.ts'
import { DAYS_PER_MONTH } from '../figures/monthly.ts'
import { valueOr } from './outcomes.ts'

const identity = (
  declaration: Omit<MetricDeclaration, 'group' | 'formulaId' | 'defaultWindow'>,
): Metric =>
  metric({
    needs: [],
    ...declaration,
    group: 'identity',
    formulaId: 'application',
    defaultWindow: 'latest',
  })

const stated = (
  name: string,
  label: string,
  unit: 'n' | 'amount' | 'string',
  read: (ledger: Ledger) => number | string | null,
): Metric =>
  identity({
    name,
    label,
    unit,
    formula: `${label} as the application states it`,
    isHigherBetter: name === 'owner_fico' ? true : null,
    compute: (ledger) => valueOr(read(ledger), 'missing_input'),
  })

/** Facts of the company and its owners (formulas section 22, group identity). */
export const IDENTITY_METRICS: readonly Metric[] = [
  identity({
    name: 'time_in_business_months',
    label: 'Time in business',
    unit: 'n',
    formula: 'Months from the start date of the application; else from the oldest bank data',
    isHigherBetter: true,
    compute: timeInBusiness,
  }),
  stated('owner_fico', 'Owner credit score', 'n', ({ company }) => company.ownerFico),
  stated('requested_amount', 'Requested amount', 'amount', ({ company }) => company.requestedAmount),
  stated('state', 'State', 'string', ({ company }) => company.state),
  stated('naics_code', 'Industry code', 'string', ({ company }) => company.naicsCode),
  stated('entity_type', 'Entity type', 'string', ({ company }) => company.entityType),
]

/** Bank data shows a lower bound only, which is why it comes with a reason and is not graded. */
function timeInBusiness(ledger: Ledger): MetricOutcome {
  const { asOf, company } = ledger
  if (asOf === null) return { value: null, reasons: ['missing_input'] }
  if (company.businessStartDate !== null) {
    return { value: monthsBetween(company.businessStartDate, asOf), inputs: { source: 'application' } }
  }
  if (ledger.lastDay < ledger.firstDay) return { value: null, reasons: ['missing_input'] }
  const oldest = dateOfDay(ledger.firstDay)
  const value = Math.floor(daysBetween(oldest, asOf) / DAYS_PER_MONTH)
  return { value, reasons: ['missing_input'], inputs: { source: 'bank_data', since: oldest } }
}

/** Complete months; never below zero. */
function monthsBetween(from: PlainDate, to: PlainDate): number {
  const months =
    (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 +
    (Number(to.slice(5, 7)) - Number(from.slice(5, 7)))
  return Math.max(0, to.slice(8) < from.slice(8) ? months - 1 : months)
}
