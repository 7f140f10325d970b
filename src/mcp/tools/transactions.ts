import { tool, type Tool } from './declare.ts'

export const TRANSACTION_TOOLS: readonly Tool[] = [
  tool('service_get_transactions', 'GET /v1/transactions', {
    purpose:
      'Transactions of a deal by text, category, merchant, amount or date; inflow is positive.',
    picks: [
      'submission_id',
      'q',
      'category',
      'merchant',
      'direction',
      'min_amount',
      'max_amount',
      'start_date',
      'end_date',
      'ids',
      'limit',
      'cursor',
    ],
    requires: ['submission_id'],
    defaults: { limit: 10 },
    shows: 'id date amount balance currency description categories{slug}',
  }),
  tool('service_create_transactions', 'POST /v1/transactions/bulk', {
    purpose: 'Add rows of your own; from a PDF: service_import_bank_pdf.',
    picks: ['submission_id', 'transactions', 'on_conflict', 'dry_run'],
    notes: {
      transactions:
        '[{date, description, amount (inflow positive), balance?, currency?, external_id?}]',
    },
    isCreating: true,
    next: 'service_enrich_transactions',
  }),
  tool('service_enrich_transactions', 'POST /v1/submissions/:sid/transactions/enrich', {
    purpose: 'Give the transactions of a deal categories, merchants and flags.',
    picks: ['submission_id=sid', 'only', 'force'],
  }),
]
