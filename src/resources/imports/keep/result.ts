import type { PayloadProblem } from '../../../core/providers/imported.ts'

export interface KeptPeriod {
  accountId: string
  startDate: string | null
  endDate: string | null
  status: string
  /** In major units. */
  difference: number | null
  failedChecks: string[]
}

/** What became of a payload. */
export interface ImportResult {
  dataSourceId: string | null
  accountsCreated: number
  accountsMatched: number
  transactionsReceived: number
  transactionsCreated: number
  transactionsUpdated: number
  transactionsRemoved: number
  transactionsSkipped: number
  duplicates: string[]
  statementsCreated: number
  reconciliation: KeptPeriod[]
  signalsCreated: number
  dateRange: { startDate: string; endDate: string } | null
  warnings: PayloadProblem[]
  errors: PayloadProblem[]
  error: { code: string; message: string } | null
}

const FAULTS_MAX = 50

/** The faults that a response has room for. */
export function firstFaults(problems: readonly PayloadProblem[]): PayloadProblem[] {
  return problems.slice(0, FAULTS_MAX)
}

/** Of a payload of which nothing was kept. */
export const NOTHING_KEPT: ImportResult = {
  dataSourceId: null,
  accountsCreated: 0,
  accountsMatched: 0,
  transactionsReceived: 0,
  transactionsCreated: 0,
  transactionsUpdated: 0,
  transactionsRemoved: 0,
  transactionsSkipped: 0,
  duplicates: [],
  statementsCreated: 0,
  reconciliation: [],
  signalsCreated: 0,
  dateRange: null,
  warnings: [],
  errors: [],
  error: null,
}
