import type { Account, CompanyFacts, CoveredPeriod } from '../values/account.ts'
import type { PlainDate } from '../values/dates.ts'
import type { KnownPosition } from '../values/position.ts'
import type { RawTransaction } from '../values/transaction.ts'
import { buildCoverage, type Coverage } from './covered-days.ts'
import { matchPairs, type Partner } from './matching/pairs.ts'
import { toRows, type Row } from './row.ts'
import { detectSeries, type Series } from './streams/series.ts'
import {
  EMPTY_TENANT_LAYER,
  indexTenantLayer,
  type TenantIndex,
  type TenantLayer,
} from './tenant-layer.ts'

/** The rows of one submission and what is known around them. */
export interface DealInput {
  transactions: readonly RawTransaction[]
  accounts: readonly Account[]
  company: CompanyFacts
  periods: readonly CoveredPeriod[]
  /** Null stands for the last date that the data covers (formulas C6). */
  asOf: PlainDate | null
  /** Positions found earlier, which keep their ids, with the decisions of people on them. */
  positions?: readonly KnownPosition[]
  /** Rules and merchants of the tenant; none unless given. */
  tenant?: TenantLayer
}

/** The rows of a deal with everything that is known before any category. */
export interface DealRows {
  rows: readonly Row[]
  company: CompanyFacts
  known: readonly KnownPosition[]
  tenantIndex: TenantIndex
  coverage: Coverage
  asOf: PlainDate
  /** Transfers, returns and reversals by row index. */
  partners: ReadonlyMap<number, Partner>
  series: readonly Series[]
}

/** Reads the descriptors, pairs the rows, and finds those that repeat. */
export function readDealRows(input: DealInput): DealRows {
  const { accounts, company, periods, tenant = EMPTY_TENANT_LAYER } = input
  const tenantIndex = indexTenantLayer(tenant)
  const rows = toRows(input.transactions, { accounts, ownName: company.name, tenantIndex })
  const coverage = buildCoverage(periods)
  return {
    rows,
    company,
    known: input.positions ?? [],
    tenantIndex,
    coverage,
    asOf: input.asOf ?? lastDate(rows, periods),
    partners: matchPairs(rows),
    series: detectSeries(rows, coverage),
  }
}

/** The last covered date or, where no period is known, the last row (formulas C6). */
function lastDate(rows: readonly Row[], periods: readonly CoveredPeriod[]): PlainDate {
  const dates = [...rows.map(({ date }) => date), ...periods.map(({ endDate }) => endDate)]
  return dates.reduce((last, date) => (date > last ? date : last), '1970-01-01')
}
