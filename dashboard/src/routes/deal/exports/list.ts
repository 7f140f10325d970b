import type { FileContent } from '../../../../../clients/typescript/src/index.ts'
import { api } from '../../../data/session.ts'

type Get = (id: string) => Promise<FileContent>

export interface Export {
  name: string
  note: string
  /** What a person must hold to read it. */
  scope: string
  formats: Readonly<Record<string, Get>>
}

/** Reports that come as data unless a file is requested. */
export const asFile = (call: PromiseLike<unknown>): Promise<FileContent> =>
  Promise.resolve(call) as Promise<FileContent>

export const EXPORTS: readonly Export[] = [
  {
    name: 'Underwriting file',
    note: 'Grade and reasons, months, balances, positions, risk events, offers and the rows behind them.',
    scope: 'analytics:read',
    formats: {
      PDF: (id) => api.submissions.report(id, { format: 'pdf' }),
      XLSX: (id) => api.submissions.report(id, { format: 'xlsx' }),
      HTML: (id) => api.submissions.report(id, { format: 'html' }),
    },
  },
  {
    name: 'Credit memo',
    note: 'The underwriting file with decision, notes, policy results, forecast and corrections. For your committee alone.',
    scope: 'policies:read',
    formats: {
      PDF: (id) => api.submissions.report(id, { format: 'pdf', audience: 'committee' }),
      XLSX: (id) => api.submissions.report(id, { format: 'xlsx', audience: 'committee' }),
    },
  },
  {
    name: 'Scorecard',
    note: 'The graded metrics with their thresholds.',
    scope: 'analytics:read',
    formats: {
      PDF: (id) => asFile(api.submissions.scorecard(id, { format: 'pdf' })),
      XLSX: (id) => asFile(api.submissions.scorecard(id, { format: 'xlsx' })),
    },
  },
  {
    name: 'Months',
    note: 'Deposits, true revenue, withdrawals, balances and returned items of each month.',
    scope: 'analytics:read',
    formats: {
      CSV: (id) => asFile(api.submissions.bankSummary(id, { format: 'csv' })),
      XLSX: (id) => asFile(api.submissions.bankSummary(id, { format: 'xlsx' })),
    },
  },
  {
    name: 'Transactions',
    note: 'Every row with its category, its document and its page.',
    scope: 'transactions:read',
    formats: {
      CSV: (id) => api.transactions.export({ submission_id: id, format: 'csv' }),
      XLSX: (id) => api.transactions.export({ submission_id: id, format: 'xlsx' }),
      OFX: (id) => api.transactions.export({ submission_id: id, format: 'ofx' }),
    },
  },
  {
    name: 'Everything',
    note: 'The documents as submitted, the rows, every report, and a list of their hashes.',
    scope: 'submissions:read',
    formats: { ZIP: (id) => api.submissions.export(id) },
  },
]
