import type { VariantOptions, MadeVariant } from '../../../parser/variant/variant.ts'
import type { OutsideContext } from '../../../platform/context.ts'
import { ApiError } from '../../../platform/errors/api-error.ts'
import { listParsedStatements } from '../parsed/store.ts'
import { failureCode } from '../fail.ts'
import { isParsed } from '../../records/documents/lifecycle.ts'
import { readInSandbox } from '../reading/read.ts'
import { listAllSignals } from '../../records/documents/signals/store.ts'
import type { DocumentRow } from '../../records/documents/store.ts'
import { buildAnnotations } from './annotations.ts'
import { listExportedRows } from './store.ts'

/** A PDF made from a document. */
export type Variant = VariantOptions['kind']

const PDF_TYPE = 'application/pdf'

/**
 * Throws `variant_unavailable` for a variant the document cannot have, `not_ready` before it was
 * read.
 */
export function requireVariant(document: DocumentRow, variant: Variant | 'original'): void {
  if (variant === 'original') return
  const { contentType, status, parsedAt, facts } = document
  if (contentType !== PDF_TYPE && !contentType.startsWith('image/')) {
    throw unavailable('The document has no pages.')
  }
  if (!isParsed(status) && parsedAt === null) throw new ApiError('not_ready')
  if (variant === 'searchable' && facts?.['scannedPagesCount'] === 0) {
    throw unavailable('Every page of the document has text already; download the original.')
  }
}

function unavailable(message: string): ApiError {
  return new ApiError('variant_unavailable', message, { param: 'variant' })
}

/** `july.jpg` → `july-annotated.pdf`. */
export function variantFile(
  { displayName }: DocumentRow,
  variant: Variant,
): { filename: string; contentType: string } {
  const filename = `${displayName.replace(/\.[^.]*$/, '')}-${variant}.pdf`
  return { filename, contentType: PDF_TYPE }
}

/** A PDF of the document's pages, made in the sandbox. Throws what the reader reports. */
export async function makeVariant(
  ctx: OutsideContext,
  document: DocumentRow,
  kind: Variant,
): Promise<Buffer> {
  const options = kind === 'searchable' ? { kind } : await buildAnnotatedOptions(ctx, document)
  const outcome = await readInSandbox(ctx, document, { task: 'variant', variant: options })
  if (!outcome.ok) throw new ApiError(failureCode(outcome.code))
  const made = outcome.value as MadeVariant
  if (made.failure !== null) throw new ApiError(failureCode(made.failure))
  return Buffer.from(made.pdfBase64, 'base64')
}

async function buildAnnotatedOptions(
  ctx: OutsideContext,
  document: DocumentRow,
): Promise<VariantOptions> {
  const environmentId = ctx.environment.id
  const annotations = await ctx.house.database.withEnvironment(environmentId, async (db) => {
    const own = { ...ctx, db }
    return buildAnnotations({
      document,
      statements: await listParsedStatements(own, [document.id]),
      rows: await listExportedRows(own, document.id),
      signals: await listAllSignals(own, document.id),
    })
  })
  return { kind: 'annotated', annotations }
}
