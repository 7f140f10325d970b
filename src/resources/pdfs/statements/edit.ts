import {
  editStatement,
  inCurrency,
  buildRepair,
  type PlacedStatement,
} from '../../../core/statements/edit.ts'
import { getExponent, toCents, toMajor } from '../../../core/values/money.ts'
import { toSnake } from '../../../core/values/text.ts'
import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { findAccount } from '../../records/data-sources/accounts/store.ts'
import { loadStatements, type LoadedStatement } from '../../documents/statements/stored.ts'
import {
  sealed,
  toEdits,
  type MajorRepair,
  type OverrideField,
  type StatementValues,
} from '../../documents/statements/overrides.ts'
import type { DocumentRow } from '../../records/documents/store.ts'
import { holdPdf, type PdfRef } from '../find.ts'
import type { StatementPatch } from '../schemas.ts'
import { keepEdited, type EditedStatement } from './keep.ts'
import { readBefore, type ReadBefore } from './read-values.ts'

/**
 * Overrides values of statements of a PDF; each is reconciled again, and later readings keep the
 * overrides. Throws `pdf_not_found` for a statement that is not there, `invalid_date`,
 * `invalid_amount`, `account_not_found`, `invalid_currency`, `out_of_range`.
 */
export async function editStatements(
  ctx: Context,
  ref: PdfRef,
  patches: StatementPatch[],
): Promise<DocumentRow> {
  const document = await holdPdf(ctx, ref)
  const statements = await loadStatements(ctx, document.id)
  const read = await readBefore(ctx, document.id)
  const edited = new Map<string, EditedStatement>()
  for (const [index, patch] of patches.entries()) {
    const param = `statements[${index}]`
    const known = edited.get(patch.id) ?? statements.find(({ id }) => id === patch.id)
    if (!known) throw statementNotFound(`${param}.id`)
    const repairs = edited.get(patch.id)?.overrides.repairs ?? read.get(patch.id)?.repairs ?? []
    const given = { document, patch, read: read.get(patch.id), repairs, param }
    const next = await editOne(ctx, known, given)
    edited.set(patch.id, merged(edited.get(patch.id), next))
  }
  return keepEdited(ctx, document, { statements, edited: [...edited.values()] })
}

/** Changes the currency of one statement of a PDF, or of all. */
export async function changeCurrency(
  ctx: Context,
  ref: PdfRef,
  { currency, statementId }: { currency: string; statementId?: string | undefined },
): Promise<DocumentRow> {
  if (!Intl.supportedValuesOf('currency').includes(currency)) {
    throw new ApiError('invalid_currency', `${currency} is not a currency of ISO 4217.`, {
      param: 'currency',
    })
  }
  const document = await holdPdf(ctx, ref)
  const statements = await loadStatements(ctx, document.id)
  const chosen = statements.filter(({ id }) => statementId === undefined || id === statementId)
  if (statementId !== undefined && chosen.length === 0) throw statementNotFound('statement_id')
  const edited = chosen.map((known) => {
    refuseDecimals(known, currency)
    const after = editStatement(known, { currency })
    const readValues = { currency: known.statement.currency }
    return { ...known, ...after, before: known, overrides: { currency }, readValues }
  })
  return keepEdited(ctx, document, { statements, edited })
}

function refuseDecimals({ statement }: PlacedStatement, currency: string): void {
  if (inCurrency(statement, currency) !== null) return
  const message = `The statement prints amounts with more decimals than ${currency} has.`
  throw new ApiError('invalid_currency', message, { param: 'currency' })
}

interface Given {
  document: DocumentRow
  patch: StatementPatch
  read: ReadBefore | undefined
  /** Repairs applied earlier. */
  repairs: MajorRepair[]
  param: string
}

async function editOne(
  ctx: Context,
  known: LoadedStatement,
  { document, patch, read, repairs, param }: Given,
): Promise<EditedStatement> {
  const overrides = toOverrides(patch)
  refuseAmounts(overrides, known.statement.currency, param)
  const repair = repairIn(known, patch, param)
  // Removing an override restores the value that was read.
  const values = { ...withRead(overrides, read), ...(repair && { repairs: [repair] }) }
  const after = editStatement(known, toEdits(values, known.statement.currency))
  refuseDates(after, param)
  await refuseAccount(ctx, { document, accountId: overrides.account_id, after, param })
  return {
    ...known,
    ...after,
    isIncluded: 'is_included' in values ? (values.is_included ?? true) : known.isIncluded,
    before: known,
    overrides: {
      ...overrides,
      ...(repair && { repairs: [...repairs, repair] }),
    } as StatementValues,
    readValues: collectReadValues(ctx, document.id, known),
  }
}

/** Two edits of one statement in one request are one edit. */
function merged(first: EditedStatement | undefined, next: EditedStatement): EditedStatement {
  if (!first) return next
  return {
    ...next,
    before: first.before,
    overrides: { ...first.overrides, ...next.overrides },
    readValues: first.readValues,
  }
}

function toOverrides(patch: StatementPatch): StatementValues {
  const { id: _id, applyRepair: _repair, ...fields } = patch
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries.map(([field, value]) => [toSnake(field), value]))
}

function withRead(overrides: StatementValues, read: ReadBefore | undefined): StatementValues {
  const entries = Object.entries(overrides).flatMap(([field, value]) => {
    if (value !== null) return [[field, value] as const]
    const known = read?.values[field as OverrideField]
    return known === undefined ? [] : [[field, known] as const]
  })
  return Object.fromEntries(entries) as StatementValues
}

function refuseAmounts(overrides: StatementValues, currency: string, param: string): void {
  for (const field of ['opening_balance', 'closing_balance'] as const) {
    const amount = overrides[field]
    if (amount == null || toCents(amount, currency) !== null) continue
    const message = `${currency} has ${getExponent(currency)} decimals.`
    throw new ApiError('invalid_amount', message, { param: `${param}.${field}` })
  }
}

function refuseDates({ statement }: PlacedStatement, param: string): void {
  const { startDate, endDate } = statement
  if (startDate === null || endDate === null || startDate <= endDate) return
  const message = `The statement would end on ${endDate}, before it starts.`
  throw new ApiError('invalid_date', message, { param: `${param}.end_date` })
}

function repairIn(known: LoadedStatement, { applyRepair }: StatementPatch, param: string) {
  if (applyRepair === undefined) return undefined
  const repair = buildRepair(known, applyRepair)
  if (repair === null) {
    const message = `The statement has no repair candidate ${applyRepair} that names a row.`
    throw new ApiError('out_of_range', message, { param: `${param}.apply_repair` })
  }
  const { currency } = known.statement
  const { amount, to, ...place } = repair
  return { ...place, amount: toMajor(amount, currency), to: toMajor(to, currency) }
}

async function refuseAccount(
  ctx: Context,
  given: {
    document: DocumentRow
    accountId: string | null | undefined
    after: PlacedStatement
    param: string
  },
): Promise<void> {
  const { document, accountId, after, param } = given
  if (accountId == null) return
  const account = await findAccount(ctx, document.submissionId, accountId)
  const name = `${param}.account_id`
  if (!account || account.mergedInto !== null) {
    throw new ApiError('account_not_found', 'The submission has no such account.', { param: name })
  }
  if (account.currency === after.statement.currency) return
  const message = `The account is in ${account.currency}, the statement in ${after.statement.currency}.`
  throw new ApiError('invalid_currency', message, { param: name })
}

/** The present values of the statement in the form of overrides. */
function collectReadValues(
  ctx: Context,
  documentId: string,
  { statement, isIncluded }: LoadedStatement,
): Record<string, unknown> {
  const { currency, openingBalance, closingBalance } = statement
  const number = statement.accountNumber ?? statement.accountLast4
  return {
    account_number: sealed(ctx, documentId, { field: 'account_number', value: number }),
    account_type: statement.accountType,
    institution_name: statement.institutionName,
    account_holder_names: statement.accountHolderNames,
    start_date: statement.startDate,
    end_date: statement.endDate,
    opening_balance: openingBalance === null ? null : toMajor(openingBalance, currency),
    closing_balance: closingBalance === null ? null : toMajor(closingBalance, currency),
    is_included: isIncluded,
  }
}

function statementNotFound(param: string): ApiError {
  return new ApiError('pdf_not_found', 'The PDF has no such statement.', { param })
}
