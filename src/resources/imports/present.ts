import { toSnake } from '../../core/values/text.ts'
import type { Imported } from '../../core/providers/imported.ts'
import { toMajor } from '../../core/values/money.ts'
import { NOTHING_KEPT, type ImportResult } from './keep/result.ts'
import type { Import, ImportOptions } from './schemas.ts'
import type { ImportRow } from './store.ts'

export function presentImport(row: ImportRow): Import {
  const { id, submissionId, provider, format, status, documentId, options } = row
  return {
    id,
    submissionId,
    provider,
    format,
    status,
    dryRun: false,
    ...(row.result ?? NOTHING_KEPT),
    rows: [],
    rawDocumentId: documentId,
    options: snaked(options),
    createdAt: row.createdAt,
    finishedAt: row.finishedAt,
  }
}

const ROWS_SHOWN = 20

interface Trial {
  submissionId: string
  provider: string
  format: string
  options: ImportOptions
}

/** What an import would do, of which nothing is kept. */
export function presentTrial(
  trial: Trial,
  result: ImportResult,
  imported: Pick<Imported, 'rows'>,
): Import {
  const now = new Date().toISOString()
  return {
    ...trial,
    ...result,
    id: null,
    status: result.errors.length > 0 ? 'partial' : 'succeeded',
    dryRun: true,
    dataSourceId: null,
    reconciliation: [],
    rows: imported.rows
      .slice(0, ROWS_SHOWN)
      .map((row) => ({
        externalId: row.externalId,
        account: row.accountId,
        date: row.date,
        amount: toMajor(row.amount, row.currency),
        currency: row.currency,
        description: row.description,
        isPending: row.isPending,
      })),
    rawDocumentId: null,
    options: snaked(trial.options),
    createdAt: now,
    finishedAt: now,
  }
}

/** As the request names them. */
function snaked(options: ImportOptions): Record<string, unknown> {
  return Object.fromEntries(Object.entries(options).map(([name, value]) => [toSnake(name), value]))
}
