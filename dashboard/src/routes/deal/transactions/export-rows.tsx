import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TransactionExportParams } from '../../../../../clients/typescript/src/index.ts'
import { dealQuery } from '../../../data/queries.ts'
import { api } from '../../../data/session.ts'
import { SavedViews } from '../../../parts/saved-views.tsx'
import { saveFile } from '../../../parts/save-file.ts'
import { attempt } from '../attempt.ts'
import { toParams, type TransactionSearch } from './transaction-search.ts'

const FORMATS = ['csv', 'xlsx'] as const

/** The rows that fit the filters as a file, shown or not, and the filters as a view. */
export function ExportRows({ id, search }: { id: string; search: TransactionSearch }) {
  const [isBusy, setBusy] = useState(false)
  const deal = useQuery(dealQuery(id))
  const save = async (format: string): Promise<void> => {
    setBusy(true)
    const { sort: _, ...params } = toParams(id, search) as TransactionExportParams & {
      sort?: string
    }
    const file = await attempt(() => api.transactions.export({ ...params, format }))
    setBusy(false)
    if (file !== undefined) saveFile(file, deal.data?.name)
  }
  return (
    <div className="flex gap-2 no-print">
      <SavedViews screen="/deals/transactions" passing={['ids', 'accounts', 'range', 'evidence']} />
      {FORMATS.map((format) => (
        <button
          key={format}
          type="button"
          className="button"
          aria-label={`Save these rows as ${format.toUpperCase()}`}
          disabled={isBusy}
          onClick={() => void save(format)}
        >
          {format.toUpperCase()}
        </button>
      ))}
    </div>
  )
}
