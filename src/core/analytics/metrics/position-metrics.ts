import { daysBetween } from '../../values/dates.ts'
import type { Position } from '../../values/position.ts'
import {
  activeDebtPositions,
  activeMcaPositions,
  advancesIn,
  lastAdvance,
  maxConcurrentPositions,
  positionsWithStatus,
  stackEvents,
  unconfirmedPositions,
} from '../figures/debt-figures.ts'
import type { Ledger } from '../ledger.ts'
import { KIND, type Kind } from '../ledger/classify.ts'
import { findAnyRow, labelAt, selectRows } from '../ledger/rows/select.ts'
import type { Part } from '../metric/parts.ts'
import { metric, type Metric, type MetricDeclaration } from '../metric.ts'
import type { Scope } from '../window.ts'
import { BANK, valueOr } from '../metric/outcomes.ts'

const HALF_YEAR = 'last_180_days'

function debt(declaration: Omit<MetricDeclaration, 'group'>): Metric {
  return metric({ needs: BANK, isHigherBetter: false, ...declaration, group: 'debt' })
}

/** A count of positions, with their transactions as evidence. */
function positions(
  find: (ledger: Ledger, window: Scope) => Position[],
  declaration: Omit<MetricDeclaration, 'group' | 'compute' | 'unit'>,
): Metric {
  return debt({
    defaultWindow: 'all',
    needs: [...BANK, 'recurrence'],
    ...declaration,
    unit: 'n',
    compute: (ledger, window) => {
      const found = find(ledger, window)
      const breakdown = found.map(({ id, funderName, status }) => ({
        position_id: id,
        funder_name: funderName,
        status,
      }))
      return { value: found.length, breakdown }
    },
    basis: {
      method: 'distinct_parties',
      parts: (ledger, window) => partsOfPositions(find(ledger, window)),
    },
  })
}

/** The rows of each position, under its id. */
function partsOfPositions(found: readonly Position[]): Part[] {
  return found.map(({ id, transactionIds }) => ({ rows: transactionIds, factor: 1, party: id }))
}

/** The rows of the latest advance; an amount that a person stated is spread over them. */
function partsOfLastAdvance(ledger: Ledger): Part[] {
  const last = lastAdvance(ledger)
  if (last === null) return []
  const rows = last.transactionIds
  const seen = rows.reduce((sum, id) => sum + (findAnyRow(ledger, id)?.amount ?? 0), 0)
  return [{ rows, factor: seen === 0 ? 0 : last.amount / seen }]
}

/** Distinct funders on rows of some kinds. */
function funders(
  kinds: readonly Kind[],
  facts: Pick<Metric, 'name' | 'label' | 'heronLabel'>,
): Metric {
  const mask = kinds.reduce<number>((bits, kind) => bits | (1 << kind), 0)
  const find = (ledger: Ledger, window: Scope): number[] =>
    selectRows(
      ledger,
      window,
      (row) => (ledger.columns.kinds[row]! & mask) !== 0 && labelAt(ledger, row).funderId !== null,
    )
  return debt({
    ...facts,
    unit: 'n',
    formulaId: 'L1',
    formula: `Distinct registered funders: ${facts.label.toLowerCase()}`,
    defaultWindow: HALF_YEAR,
    compute: (ledger, window) => {
      const funderIds = find(ledger, window).map((row) => labelAt(ledger, row).funderId)
      return { value: new Set(funderIds).size }
    },
    basis: {
      method: 'distinct_parties',
      parts: (ledger, window) =>
        [...Map.groupBy(find(ledger, window), (row) => labelAt(ledger, row).funderId!)].map(
          ([party, rows]) => ({ rows, factor: 1, party }),
        ),
    },
  })
}

/** The days since the latest advance follow from its date. */
const FUNDING_METHODS = { date: 'last_date', days: 'last_date', amount: 'sum' } as const

/** P25 in one of its three readings. */
function lastFunding(
  unit: 'date' | 'days' | 'amount',
  declaration: Omit<MetricDeclaration, 'group' | 'compute' | 'unit' | 'formulaId'>,
): Metric {
  return debt({
    defaultWindow: 'all',
    isHigherBetter: null,
    ...declaration,
    unit,
    formulaId: 'P25',
    compute: (ledger) => {
      const last = lastAdvance(ledger)
      if (last === null) return { value: null, reasons: ['missing_input'] }
      const days = ledger.asOf === null ? null : daysBetween(last.date, ledger.asOf)
      return valueOr({ date: last.date, days, amount: last.amount }[unit], 'missing_input')
    },
    basis: { method: FUNDING_METHODS[unit], parts: partsOfLastAdvance },
  })
}

const STATUS_LABELS = {
  defaulted: 'Defaulted positions',
  late: 'Late positions',
  paid_off: 'Paid-off positions',
} as const

/** Who funds the business, and how many at a time (formulas sections 9 and 10). */
export const POSITION_METRICS: readonly Metric[] = [
  positions(activeMcaPositions, {
    name: 'active_mca_positions',
    label: 'Active MCA positions',
    formulaId: 'L1',
    formula: 'MCA positions with status new, active or late, without unconfirmed ones',
    heronLabel: 'distinct_mcas',
  }),
  positions(unconfirmedPositions, {
    name: 'unconfirmed_positions',
    label: 'Positions to confirm',
    formulaId: 'L1',
    formula: 'Open positions that are not confirmed yet',
  }),
  funders([KIND.mcaPayment], {
    name: 'mca_count_from_outflows',
    label: 'Funders paid',
    heronLabel: 'distinct_mcas_from_outflows',
  }),
  funders([KIND.debtProceeds], {
    name: 'mca_count_from_inflows',
    label: 'Funders that advanced',
    heronLabel: 'distinct_mcas_from_inflows',
  }),
  positions(activeDebtPositions, {
    name: 'total_debt_positions',
    label: 'Active debt positions',
    formulaId: 'L2',
    formula: 'Open positions of every type except credit cards',
  }),
  debt({
    name: 'max_concurrent_positions',
    label: 'Maximum concurrent MCA positions',
    unit: 'n',
    formulaId: 'L3',
    formula: 'Most MCA positions open on one day',
    defaultWindow: 'all',
    compute: (ledger, window) => ({ value: maxConcurrentPositions(ledger, window) }),
  }),
  ...(['defaulted', 'late', 'paid_off'] as const).map((status) =>
    positions((ledger) => positionsWithStatus(ledger, status), {
      name: `${status}_positions`,
      label: STATUS_LABELS[status],
      formulaId: 'L18',
      formula: `Positions with status ${status}`,
      isHigherBetter: status === 'paid_off',
    }),
  ),
  debt({
    name: 'stacking',
    label: 'Stacking',
    unit: 'boolean',
    formulaId: 'L4',
    formula: 'An advance was funded while another funder was still owed',
    defaultWindow: 'all',
    compute: (ledger) => {
      const events = stackEvents(ledger)
      const breakdown = events.map((event) => ({
        date: event.date,
        funder_name: event.funderName,
        position_id: event.positionId,
        open_positions: event.openPositionIds.length,
      }))
      return { value: events.length > 0, breakdown }
    },
  }),
  positions((ledger, window) => advancesIn(ledger, window), {
    name: 'stacking_velocity',
    label: 'New advances',
    formulaId: 'L5',
    formula: 'Advances funded in the period',
    defaultWindow: 'last_90_days',
  }),
  debt({
    name: 'largest_recent_mca_advance',
    label: 'Largest recent advance',
    unit: 'amount',
    formulaId: 'P10',
    formula: 'Largest advance of the period',
    defaultWindow: HALF_YEAR,
    heronLabel: 'latest_largest_mca_funding_amount',
    compute: (ledger, window) => {
      const amounts = advancesIn(ledger, window).map(({ advance }) => advance!.amount)
      return { value: Math.max(0, ...amounts) }
    },
  }),
  funders([KIND.debtService, KIND.debtProceeds], {
    name: 'debt_funder_count',
    label: 'Funders and lenders',
    heronLabel: 'debt_investors',
  }),
  lastFunding('date', {
    name: 'last_funding_date',
    label: 'Last funding date',
    formula: 'Date of the latest advance over all positions',
    heronLabel: 'last_debt_investment',
  }),
  lastFunding('days', {
    name: 'days_since_last_funding',
    label: 'Days since last funding',
    formula: 'As-of date less the date of the latest advance',
    isHigherBetter: true,
    heronLabel: 'last_debt_investment_days',
  }),
  lastFunding('amount', {
    name: 'last_funding_amount',
    label: 'Last funding amount',
    formula: 'Amount of the latest advance over all positions',
  }),
]
