import { chainCheck } from '../../../core/statements/reconcile/chain.ts'
import { balanceSign } from '../../../core/statements/reconcile/reconcile.ts'
import type { DerivedEdge, ReconciliationCheck } from '../../../core/statements/statement.ts'
import { toMajor, type Cents } from '../../../core/values/money.ts'
import type { Context } from '../../../platform/context.ts'
import { listBody, parsePage } from '../../../platform/wire/list-query.ts'
import type { Body } from '../../../platform/route.ts'
import { VERSION } from '../../../version.ts'
import { presentReading } from '../fields/present.ts'
import { listCorrected, type CorrectedReading } from '../../records/documents/field-review.ts'
import { getSubmission } from '../../records/submissions/store.ts'
import { listContradictions } from '../../records/documents/contradictions.ts'
import { listCauses } from './review-causes.ts'
import type { ParsedSubmissionQuery } from './schemas.ts'
import {
  listParsedDocuments,
  listParsedStatements,
  PARSED_SORTS,
  type ParsedDocumentRow,
  type ParsedStatementRow,
} from './store.ts'

/** What was read from each document of a submission. Throws `submission_not_found`. */
export async function listParsedSubmissions(
  ctx: Context,
  submissionId: string,
  query: Body<typeof ParsedSubmissionQuery>,
): Promise<object> {
  await getSubmission(ctx, submissionId)
  const { documentClass, documentId } = query
  const page = parsePage(ctx, query, PARSED_SORTS)
  const filter = { submissionId, documentClass, documentId }
  const documents = await listParsedDocuments(ctx, filter, page)
  const statements = await listParsedStatements(
    ctx,
    documents.rows.map(({ id }) => id),
  )
  const byDocument = Map.groupBy(statements, (statement) => statement.documentId)
  const readings = await listCorrected(ctx, documents.rows)
  return listBody(documents, (document) => {
    const corrected = readings.get(document.id)
    return {
      ...toParsedSubmission(document, byDocument.get(document.id) ?? [], corrected),
      ...(corrected ? presentReading(ctx, corrected, query.include) : {}),
    }
  })
}

/** One document's result in the shape of resources §4.8. */
export function toParsedSubmission(
  document: ParsedDocumentRow,
  statements: ParsedStatementRow[],
  corrected?: CorrectedReading,
): object {
  const isFailed = document.status === 'failed'
  const open = corrected?.reading.reviewReasons ?? []
  const reasons = [...reviewReasons(document, statements), ...open]
  const layouts = new Set(statements.map(({ layoutId }) => layoutId).filter((id) => id !== null))
  return {
    documentId: document.id,
    documentClass: document.documentClass,
    documentSubtype: document.documentSubtype,
    parser: corrected?.parser ?? ([...layouts].join(', ') || 'bank_statement'),
    parserVersion: VERSION,
    ocrEngine: document.facts?.['ocrEngine'] ?? null,
    parsedAt: document.parsedAt,
    status: isFailed
      ? 'failed'
      : document.problems.length + open.length > 0
        ? 'partially_parsed'
        : 'parsed',
    fields: {},
    tables: [],
    totals: computeTotals(statements),
    statements: statements.map(toStatement),
    qualityStatus: reasons.length === 0 ? 'fully_matched' : 'review_required',
    reviewReasons: reasons,
    patches: [],
  }
}

function reviewReasons(
  { status, errorCode, problems }: ParsedDocumentRow,
  statements: ParsedStatementRow[],
): string[] {
  const unreconciled = statements.some(
    ({ reconciliation }) => reconciliation.status === 'unreconciled',
  )
  return [
    ...new Set([
      ...(status === 'failed' && errorCode !== null ? [errorCode] : []),
      ...(unreconciled ? ['unreconciled_statement'] : []),
      ...problems.map(({ code }) => code),
    ]),
  ]
}

function computeTotals(statements: ParsedStatementRow[]): object {
  const currencies = new Set(statements.map(({ currency }) => currency))
  const [currency] = currencies
  const isReconciled =
    statements.length > 0 &&
    statements.every(
      ({ reconciliation: { status } }) => status !== 'unreconciled' && status !== 'unverifiable',
    )
  if (currency === undefined || currencies.size > 1) {
    return { currency: null, extracted: null, computed: null, isReconciled }
  }
  const sumAmounts = (pick: (statement: ParsedStatementRow) => Cents | null) =>
    sum(statements.map(pick), currency)
  return {
    currency,
    extracted: {
      credits: sumAmounts((own) => own.printedTotals.credits),
      debits: sumAmounts((own) => own.printedTotals.debits),
    },
    computed: {
      credits: sumAmounts((own) => own.computedCredits),
      debits: sumAmounts((own) => own.computedDebits),
    },
    isReconciled,
  }
}

/** Null when any part is unknown: a partial sum would look like the total. */
function sum(parts: (Cents | null)[], currency: string): number | null {
  const known = parts.filter((part) => part !== null)
  return known.length < parts.length
    ? null
    : toMajor(
        known.reduce((total, part) => total + part, 0),
        currency,
      )
}

/** A statement as the API shows it, with the check against the statement before it (T5). */
export function toStatement(row: ParsedStatementRow): object {
  const { printedTotals, reconciliation, currency } = row
  const major = (cents: Cents | null) => (cents === null ? null : toMajor(cents, currency))
  const chained = chainCheck(row, row.before)
  const checks = chained ? [...reconciliation.checks, chained] : reconciliation.checks
  return {
    ...row,
    pdfId: row.documentId,
    layoutFingerprint: row.fingerprint,
    taught: row.taught.map(({ layoutId, ...value }) => ({ ...value, taughtLayoutId: layoutId })),
    reviewCauses: listCauses(row),
    contradictions: listContradictions(row.overrides),
    accountNumberMasked: row.accountLast4 === null ? null : `****${row.accountLast4}`,
    openingBalance: major(row.openingBalance),
    closingBalance: major(row.closingBalance),
    periodSource:
      edgeSource(row, 'endDate', 'end_date') ?? edgeSource(row, 'startDate', 'start_date'),
    openingBalanceSource: edgeSource(row, 'openingBalance', 'opening_balance'),
    closingBalanceSource: edgeSource(row, 'closingBalance', 'closing_balance'),
    totalCredits: major(printedTotals.credits),
    totalDebits: major(printedTotals.debits),
    creditsCount: printedTotals.creditsCount,
    debitsCount: printedTotals.debitsCount,
    averageBalancePrinted: major(row.averageBalancePrinted),
    feesPrinted: row.feesPrinted && {
      overdraftPeriod: major(row.feesPrinted.overdraftPeriod),
      overdraftYtd: major(row.feesPrinted.overdraftYtd),
      returnedPeriod: major(row.feesPrinted.returnedPeriod),
      returnedYtd: major(row.feesPrinted.returnedYtd),
    },
    sections: row.sections.map((section) => ({
      ...section,
      printedTotal: major(section.printedTotal),
      parsedTotal: major(section.parsedTotal),
      difference: major(section.difference),
    })),
    computed: {
      closingBalance: major(computedClosing(row)),
      totalCredits: major(row.computedCredits),
      totalDebits: major(row.computedDebits),
    },
    reconciliation: {
      ...reconciliation,
      difference: major(reconciliation.difference),
      checks: checks.map((check) => toCheck(check, currency)),
    },
    pages: row.pageStart === null ? null : { start: row.pageStart, end: row.pageEnd },
  }
}

type EdgeSource = 'printed' | 'derived' | 'stated' | null

function edgeSource(row: ParsedStatementRow, edge: DerivedEdge, field: string): EdgeSource {
  if (row[edge] === null) return null
  if (row.overrides.some((override) => override.field === field)) return 'stated'
  return row.derivedEdges.includes(edge) ? 'derived' : 'printed'
}

/** A card or loan statement prints the amount owed, which debits increase. */
function computedClosing({
  openingBalance,
  computedCredits,
  computedDebits,
  accountType,
}: ParsedStatementRow): Cents | null {
  if (openingBalance === null) return null
  return openingBalance + balanceSign({ accountType }) * (computedCredits - computedDebits)
}

/** Check T8 compares counts; the numbers of all others are money. */
function toCheck(check: ReconciliationCheck, currency: string): ReconciliationCheck {
  const shown = <V>(value: V) =>
    typeof value === 'number' && check.id !== 'T8' ? toMajor(value, currency) : value
  return { ...check, expected: shown(check.expected), actual: shown(check.actual) }
}
