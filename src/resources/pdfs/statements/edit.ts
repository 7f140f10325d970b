import { buildRepair, editStatement, type EditResult } from '../../../core/statements/edits/edit.ts'
import type { PlacedStatement } from '../../../core/statements/edits/rows.ts'
import { toMajor } from '../../../core/values/money.ts'
import type { Context } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import type { MatchCheck } from '../../../platform/http/respond.ts'
import {
  loadReadValues,
  toEdits,
  type StatementValues,
} from '../../documents/statements/overrides.ts'
import type { MajorRowEdit } from '../../documents/statements/row-edits.ts'
import {
  loadStatements,
  restoreReading,
  type LoadedStatement,
} from '../../documents/statements/stored.ts'
import type { DocumentRow } from '../../records/documents/store.ts'
import { holdBankPdf, type PdfRef } from '../find.ts'
import type { RowPatch, StatementPatch } from '../schemas.ts'
import type { EditedStatement } from './edited.ts'
import { keepEdited } from './keep.ts'
import { refuseAccount, refuseImpossible, type Attempt } from './refuse.ts'
import { mergeRowPatches } from './row-edits.ts'
import { mergeValues, turnEdits } from './values.ts'

interface Request {
  patches: StatementPatch[]
  check: MatchCheck<DocumentRow>
}

/**
 * Overrides values and rows of statements of a PDF; each is reconciled again, and later readings
 * keep the overrides. Throws `pdf_not_found` for a statement that is not there, `version_conflict`,
 * and what the parts of an edit throw.
 */
export async function editStatements(
  ctx: Context,
  ref: PdfRef,
  { patches, check }: Request,
): Promise<DocumentRow> {
  const document = await holdBankPdf(ctx, ref)
  await check(document)
  const statements = await loadStatements(ctx, document.id)
  const readValues = await loadReadValues(ctx, document.id)
  const edited = new Map<string, EditedStatement>()
  for (const [index, patch] of patches.entries()) {
    const param = `statements[${index}]`
    const loaded = statements.find(({ id }) => id === patch.id)
    if (!loaded) throw statementNotFound(`${param}.id`)
    const known = edited.get(patch.id) ?? begin(loaded, readValues.get(patch.id) ?? {})
    const attempt = tryPatch(known, patch, param)
    await refuseAccount(ctx, document, attempt)
    const { values, after } = attempt
    edited.set(patch.id, { ...known, values, after, patches: [...known.patches, patch] })
  }
  return keepEdited(ctx, document, { statements, edited: [...edited.values()] })
}

/** Changes the currency of one statement of a PDF, or of all. */
export async function changeCurrency(
  ctx: Context,
  ref: PdfRef,
  { currency, statementId }: { currency: string; statementId?: string | undefined },
): Promise<DocumentRow> {
  const document = await holdBankPdf(ctx, ref)
  const statements = await loadStatements(ctx, document.id)
  const chosen = statements.filter(({ id }) => statementId === undefined || id === statementId)
  if (statementId !== undefined && chosen.length === 0) throw statementNotFound('statement_id')
  const readValues = await loadReadValues(ctx, document.id)
  const edited = chosen.map((loaded) => {
    const patch = { id: loaded.id, currency }
    const known = begin(loaded, readValues.get(loaded.id) ?? {})
    return { ...known, ...tryPatch(known, patch, ''), patches: [patch] }
  })
  return keepEdited(ctx, document, { statements, edited })
}

function begin(loaded: LoadedStatement, readValues: StatementValues): EditedStatement {
  const { statement, positions } = loaded
  const after = { statement, positions }
  const read = restoreReading(loaded, readValues)
  return { before: loaded, read, after, values: applicable(loaded), patches: [] }
}

/**
 * Repairs of an earlier release that this reading still shows; the rows of others were changed
 * before rows kept what was read.
 */
function applicable({ overrides, rows, removed }: LoadedStatement): StatementValues {
  const { repairs, ...values } = overrides
  if (repairs === undefined) return values
  const marked = new Set(
    [...rows.filter(({ asRead }) => asRead !== null), ...removed].map(({ position }) => position),
  )
  return { ...values, repairs: repairs.filter(({ position }) => marked.has(position)) }
}

function tryPatch(known: EditedStatement, patch: StatementPatch, param: string): Attempt {
  const { read } = known
  const plain = mergeValues(known.values, patch)
  const turned = apply(read, { ...plain, rows: [] })
  const kept = turnEdits(plain.rows ?? [], known.after, turned)
  const rows = mergeRows(known, { patch, plain, kept, param })
  const values = rows.length === 0 ? withoutRows(plain) : { ...plain, rows }
  const attempt = { patch, read, values, after: apply(read, values), param }
  refuseImpossible(attempt)
  return attempt
}

function apply(read: PlacedStatement, values: StatementValues): EditResult {
  return editStatement(read, toEdits(values, read.statement.currency))
}

interface RowsRequest {
  patch: StatementPatch
  plain: StatementValues
  kept: MajorRowEdit[]
  param: string
}

function mergeRows(
  { before, read, after }: EditedStatement,
  { patch, plain, kept, param }: RowsRequest,
): MajorRowEdit[] {
  const repair = repairIn(before, { patch, after, param })
  const patches = [...repair, ...(patch.rows ?? [])]
  if (patches.length === 0) return kept
  const now = apply(read, { ...plain, rows: kept })
  const ids = [...before.rows.filter(({ asRead }) => !asRead?.added), ...before.removed]
  const idAt = new Map(ids.map(({ id, position }) => [position, id]))
  return mergeRowPatches({ read, now, idAt, edits: kept }, patches, `${param}.rows`)
}

function withoutRows({ rows: _rows, ...values }: StatementValues): StatementValues {
  return values
}

/** A repair candidate as the correction of its row. Throws `out_of_range`. */
function repairIn(
  { rows }: LoadedStatement,
  {
    patch: { applyRepair },
    after,
    param,
  }: { patch: StatementPatch; after: PlacedStatement; param: string },
): RowPatch[] {
  if (applyRepair === undefined) return []
  const { statement, positions } = after
  const repair = buildRepair(statement, applyRepair)
  if (repair === null) {
    const { length } = statement.reconciliation.repairCandidates
    const span = length === 0 ? 'It has none.' : `They count from 0 to ${length - 1}.`
    const message = `The statement has no repair candidate ${applyRepair} that names a row. ${span}`
    throw new ApiError('out_of_range', message, { param: `${param}.apply_repair` })
  }
  const { rowIndex, to } = repair
  const { addedAs } = statement.rows[rowIndex]!
  const isThere = (position: number) => position === positions[rowIndex]
  const id = addedAs ?? rows.find(({ position, asRead }) => isThere(position) && !asRead?.added)!.id
  return [to === 0 ? { id, isRemoved: true } : { id, amount: toMajor(to, statement.currency) }]
}

function statementNotFound(param: string): ApiError {
  return new ApiError('pdf_not_found', 'The PDF has no such statement.', { param })
}
