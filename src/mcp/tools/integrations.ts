import { tool, type Tool } from './declare.ts'

export const INTEGRATION_TOOLS: readonly Tool[] = [
  tool('service_import_provider_a', 'POST /v1/submissions/:id/provider-a-transactions', {
    purpose: 'Import what Plaid returned: transactions, a page of a sync, or an asset report.',
    picks: ['submission_id=id', 'payload'],
    requires: ['payload'],
    shows:
      'id status accounts_created accounts_matched transactions_received transactions_created ' +
      'transactions_updated transactions_skipped date_range reconciliation errors',
    next: 'service_get_transactions',
    isCreating: true,
    isOpenWorld: true,
  }),
  tool('service_import_bank_pdf', 'POST /v1/submissions/:sid/documents', {
    purpose: 'Upload a bank statement and wait until it is read: rows and reconciliation.',
    picks: ['submission_id=sid', 'filename', 'url', 'password'],
    shows:
      'id filename document_class status institution_name period statements_count ' +
      'transactions_count reconciliation problems error_code error_message',
    next: 'service_get_processing_status until status is processed, then service_get_scorecard',
    isCreating: true,
    takesFile: true,
  }),
]
