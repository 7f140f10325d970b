import { balanceSign } from '../../core/statements/reconcile/reconcile.ts'
import type { Statement } from '../../core/statements/statement.ts'
import { toMajor, type Cents } from '../../core/values/money.ts'
import type { Context } from '../../platform/context.ts'
import { ERRORS } from '../../platform/errors/catalogue.ts'
import { presentReading } from '../documents/fields/present.ts'
import type { Content } from './content.ts'
import type { ProcessedFile } from './store.ts'

/** A file with what was found in it; what was read at once has no id to be found by. */
type Shown = Pick<
  ProcessedFile,
  'filename' | 'contentType' | 'sizeBytes' | 'sha256' | 'operations' | 'documentId' | 'submissionId'
> &
  Partial<Pick<ProcessedFile, 'createdAt' | 'expiresAt'>> & {
    id: string | null
    content: Content | null
  }

/** A processed file on the wire. Identifiers are shown in full to callers who may read them. */
export function presentFile(ctx: Context, { content, ...file }: Shown): object {
  const { createdAt = null, expiresAt = null } = file
  const { classification = null, statements = null, fields = null } = content ?? {}
  const { signals = null, parts = null, failure = null } = content ?? {}
  return {
    ...file,
    status: content === null ? 'processing' : failure === null ? 'processed' : 'failed',
    pageCount: content?.pageCount ?? null,
    documentClass: content?.documentClass ?? null,
    documentSubtype: content?.documentSubtype ?? null,
    classification: classification && {
      ...classification,
      candidates: classification.candidates.map(({ documentClass, score }) => {
        return { class: documentClass, score }
      }),
    },
    parsed: fields && presentFields(ctx, fields),
    statements: statements && statements.map(toStatement),
    transactions: statements && statements.flatMap(toRows),
    signals: signals && signals.map(({ box, ...signal }) => ({ ...signal, bbox: box })),
    splitSuggestions: parts,
    error: failure && { code: failure, message: ERRORS[failure].message },
    createdAt,
    expiresAt,
  }
}

function presentFields(ctx: Context, { parser, reading }: NonNullable<Content['fields']>): object {
  const corrected = { parser, reading, patches: [], checks: [] }
  const { fields, tables } = presentReading(ctx, corrected)
  return { parser, fields, tables, reviewReasons: reading.reviewReasons }
}

function toStatement(statement: Statement): object {
  const { accountLast4, currency, reconciliation, printedTotals } = statement
  const sign = balanceSign(statement)
  const major = (cents: Cents | null): number | null =>
    cents === null ? null : toMajor(cents, currency)
  const signed = (cents: Cents | null): number | null => major(cents && sign * cents)
  return {
    ...statement,
    accountNumberMasked: accountLast4 === null ? null : `****${accountLast4}`,
    openingBalance: signed(statement.openingBalance),
    closingBalance: signed(statement.closingBalance),
    totalCredits: major(printedTotals.credits),
    totalDebits: major(printedTotals.debits),
    transactionsCount: statement.rows.length,
    reconciliation: { status: reconciliation.status, difference: major(reconciliation.difference) },
  }
}

function toRows({ index, rows, currency }: Statement): object[] {
  return rows.map((row) => {
    const own = row.currency ?? currency
    return {
      ...row,
      statementIndex: index,
      amount: toMajor(row.amount, own),
      balance: row.balance === null ? null : toMajor(row.balance, own),
      currency: own,
      bbox: row.box,
    }
  })
}
