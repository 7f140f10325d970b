import type { Context, OutsideContext } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { Reply } from '../../../platform/route.ts'
import { XLSX_TYPE } from '../../../platform/wire/tables/xlsx.ts'
import { listParsedStatements } from '../parsed/store.ts'
import { isParsed } from '../../records/documents/lifecycle.ts'
import { presentFields, type PresentedField } from '../fields/present.ts'
import { listCorrected } from '../../records/documents/field-review.ts'
import { listAllSignals } from '../../records/documents/signals/store.ts'
import type { DocumentRow } from '../../records/documents/store.ts'
import { auditDocument } from '../events.ts'
import { getOwnDocument } from './file.ts'
import { listExportedRows, listPrintedDays } from './store.ts'
import { SHEETS, writeWorkbook, type SheetName } from './workbook.ts'

/** Writing more would block other requests for seconds. */
const ROWS_MAX = 100_000

/**
 * What was read from a document, as a spreadsheet. Throws `document_not_found`, `not_ready`,
 * `file_too_large`.
 */
export async function exportWorkbook(
  ctx: OutsideContext,
  ref: { submissionId: string; id: string },
  names: readonly SheetName[] = SHEETS,
): Promise<Reply> {
  const data = await ctx.transaction(async (own) => {
    const document = requireRows(await getOwnDocument(own, ref))
    await auditDocument(own, document, { action: 'exported', summary: 'Document exported as XLSX' })
    return {
      document,
      statements: await listParsedStatements(own, [document.id]),
      rows: await listExportedRows(own, document.id),
      days: await listPrintedDays(own, document.id),
      signals: await listAllSignals(own, document.id),
      fields: await listPresentedFields(own, document),
    }
  })
  const body = await writeWorkbook(data, [...new Set(names)])
  const filename = `${data.document.displayName.replace(/\.[^.]*$/, '')}.xlsx`
  return new Reply({
    download: {
      contentType: XLSX_TYPE,
      filename,
      disposition: 'attachment',
      body,
      sizeBytes: body.length,
    },
  })
}

async function listPresentedFields(ctx: Context, document: DocumentRow): Promise<PresentedField[]> {
  const corrected = (await listCorrected(ctx, [document])).get(document.id)
  return corrected ? presentFields(ctx, corrected) : []
}

function requireRows(document: DocumentRow): DocumentRow {
  const { status, parsedAt, transactionsCount } = document
  if (!isParsed(status) && !(status === 'excluded' && parsedAt !== null))
    throw new ApiError('not_ready')
  if (transactionsCount <= ROWS_MAX) return document
  const message = `The document has more than ${ROWS_MAX} transactions; list them page by page.`
  throw new ApiError('file_too_large', message)
}
