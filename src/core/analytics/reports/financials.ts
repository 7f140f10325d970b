import { Type, type Static } from 'typebox'
import { computeRatio, roundNumber } from '../arithmetic.ts'
import {
  listFinancialChecks,
  compareSources,
  SOURCES,
  type ComparedLine,
} from '../financials/compare.ts'
import {
  findAmount,
  KINDS,
  readFinancialStatements,
  type FinancialStatement,
} from '../financials/statements.ts'
import { judge, windowNamed, type Reason } from '../metric/gate.ts'
import type { Ledger } from '../ledger.ts'
import { toAmount } from '../metric.ts'
import { REVENUE } from '../metric/outcomes.ts'
import { buildReportHead, reportSchema, type Report, type ReportRequest } from '../report.ts'
import { Figure, Nullable, Shape } from '../schemas.ts'
import { buildQuerySchema } from './paging.ts'

const Period = Shape({ start_date: Type.String(), end_date: Type.String() })

const StatementBody = Shape({
  document_id: Type.String(),
  kind: Type.Enum(KINDS),
  period: Nullable(Period),
  basis: Nullable(Type.Enum(['cash', 'accrual'])),
  currency: Type.String(),
  lines: Type.Array(
    Shape({
      key: Type.String(),
      label: Type.String(),
      amount: Type.Number(),
      page: Nullable(Type.Integer()),
      bbox: Nullable(Type.Array(Type.Number())),
    }),
  ),
  totals: Nullable(
    Shape({
      key: Type.String(),
      extracted: Type.Number(),
      computed: Type.Number(),
      difference: Type.Number(),
      is_reconciled: Type.Boolean(),
    }),
  ),
})

const CombinedLine = Shape({
  line: Type.String(),
  label: Type.String(),
  period: Period,
  by_source: Shape({ bank: Figure, profit_and_loss: Figure, tax_return: Figure }),
  bank_coverage: Type.Number(),
  is_bank_scaled: Type.Boolean(),
  variance: Figure,
  variance_ratio: Figure,
  flag: Nullable(Type.Enum(['match', 'minor', 'major'])),
})

const schema = reportSchema({
  statements: Type.Array(StatementBody),
  combined: Type.Array(CombinedLine),
  ratios: Shape({
    current_ratio: Figure,
    debt_to_equity: Figure,
    gross_margin: Figure,
    net_margin: Figure,
  }),
  checks: Type.Array(
    Shape({ name: Type.String(), passed: Nullable(Type.Boolean()), detail: Type.String() }),
  ),
})

/** Tax return, profit and loss, balance sheet and bank side by side, with their variances. */
export const financials: Report = {
  name: 'financials',
  title: 'Financials',
  description:
    'Financial documents compared with bank data by line and period, with variances and checks.',
  defaultWindow: 'all',
  query: buildQuerySchema({
    years: Type.Optional(
      Type.Array(Type.Integer({ minimum: 1990, maximum: 2199 }), { maxItems: 20 }),
    ),
    sources: Type.Optional(Type.Array(Type.Enum(SOURCES), { maxItems: 3 })),
  }),
  schema,
  compute: computeFinancials,
}

function computeFinancials(ledger: Ledger, request: ReportRequest): Static<typeof schema> {
  const window = request.window ?? windowNamed(ledger, 'all')
  const { blocks, weakens } = judge(ledger, window, REVENUE)
  const statements = wantedStatements(ledger, request)
  const isKnown = statements.length > 0
  const missing: Reason[] = isKnown ? [] : ['missing_input']
  const reasons = [...blocks, ...(blocks.length > 0 ? [] : weakens), ...missing]
  const compared = compareSources(ledger, statements).map((line) => only(line, request))
  return {
    ...buildReportHead(ledger, request, { window, isKnown, reasons }),
    statements: statements.map(statementBody),
    combined: compared.map((line) => combinedBody(ledger, line)),
    ratios: computeRatios(statements),
    checks: listFinancialChecks(ledger, statements, compared).map(({ name, isPassed, detail }) => ({
      name,
      passed: isPassed,
      detail,
    })),
  }
}

/** Documents of the years, and of the window when one was requested. */
function wantedStatements(
  ledger: Ledger,
  { window, options }: ReportRequest,
): FinancialStatement[] {
  const years = options['years'] as readonly number[] | undefined
  return readFinancialStatements(ledger.documents).filter(({ period }) => {
    const isOfYear =
      years === undefined || (period !== null && years.includes(Number(period.endDate.slice(0, 4))))
    const from = window?.startDate ?? null
    const to = window?.endDate ?? null
    const isInside =
      from === null ||
      to === null ||
      (period !== null && period.startDate <= to && period.endDate >= from)
    return isOfYear && isInside
  })
}

/** A source that was not requested is unknown. */
function only(line: ComparedLine, { options }: ReportRequest): ComparedLine {
  const wanted = options['sources'] as readonly string[] | undefined
  if (wanted === undefined) return line
  const entries = Object.entries(line.bySource).map(([source, amount]) => [
    source,
    wanted.includes(source) ? amount : null,
  ])
  return { ...line, bySource: Object.fromEntries(entries) as ComparedLine['bySource'] }
}

function statementBody(statement: FinancialStatement): Static<typeof StatementBody> {
  const { document, kind, period, lines, total } = statement
  const amount = (cents: number): number => toAmount(cents, document.currency)!
  return {
    document_id: document.id,
    kind,
    period: period && { start_date: period.startDate, end_date: period.endDate },
    basis: null,
    currency: document.currency,
    lines: lines.map((line) => ({
      key: line.key,
      label: line.label,
      amount: amount(line.amount),
      page: document.fields[line.key]?.page ?? null,
      bbox: copyBox(document.fields[line.key]?.box ?? null),
    })),
    totals: total && {
      key: total.key,
      extracted: amount(total.stated),
      computed: amount(total.computed),
      difference: amount(total.stated - total.computed),
      is_reconciled: total.stated === total.computed,
    },
  }
}

function copyBox(box: readonly number[] | null): number[] | null {
  return box === null ? null : [...box]
}

function combinedBody(ledger: Ledger, line: ComparedLine): Static<typeof CombinedLine> {
  const amount = (cents: number | null): number | null => toAmount(cents, ledger.currency)
  return {
    line: line.line,
    label: line.label,
    period: { start_date: line.startDate, end_date: line.endDate },
    by_source: {
      bank: amount(line.bySource.bank),
      profit_and_loss: amount(line.bySource.profit_and_loss),
      tax_return: amount(line.bySource.tax_return),
    },
    bank_coverage: roundNumber(line.bankCoverage, 4)!,
    is_bank_scaled: line.isBankScaled,
    variance: amount(line.variance),
    variance_ratio: roundNumber(line.varianceRatio, 4),
    flag: line.flag,
  }
}

/** From the latest balance sheet and the latest profit and loss. */
function computeRatios(statements: readonly FinancialStatement[]): Static<typeof schema>['ratios'] {
  const latest = (kind: FinancialStatement['kind']): FinancialStatement | null =>
    statements
      .filter((each) => each.kind === kind && each.period !== null)
      .toSorted((a, b) => (a.period!.endDate < b.period!.endDate ? 1 : -1))[0] ?? null
  const ratio = (from: FinancialStatement | null, over: string, under: string): number | null =>
    from === null
      ? null
      : roundNumber(computeRatio(findAmount(from, over), findAmount(from, under)), 4)
  const [sheet, book] = [latest('balance_sheet'), latest('profit_and_loss')]
  return {
    current_ratio: ratio(sheet, 'current_assets', 'current_liabilities'),
    debt_to_equity: ratio(sheet, 'total_liabilities', 'total_equity'),
    gross_margin: ratio(book, 'gross_profit', 'total_revenue'),
    net_margin: ratio(book, 'net_income', 'total_revenue'),
  }
}
