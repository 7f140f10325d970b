import { choice, record, text, tool, type Tool } from './declare.ts'

export const INTEGRATION_TOOLS: readonly Tool[] = [
  tool('service_import_provider_a', 'POST /v1/submissions/:id/provider-a-:kind', {
    purpose: 'Import the payload of provider A into a deal: its assets or its transactions.',
    picks: ['submission_id=id', 'kind', 'payload'],
    planned: { submission_id: text, kind: choice('assets', 'transactions'), payload: record },
    requires: ['submission_id', 'kind'],
    isCreating: true,
    isOpenWorld: true,
  }),
  tool('service_import_bank_pdf', 'POST /v1/submissions/:sid/documents', {
    purpose: 'Upload a bank statement and wait until it is read: rows and reconciliation.',
    picks: ['submission_id=sid', 'filename', 'url', 'password'],
    shows:
      'id filename document_class status institution_name period statements_count ' +
      'transactions_count reconciliation problems error_code error_message',
    next: 'service_start_workflow, then service_get_scorecard',
    isCreating: true,
    takesFile: true,
  }),
]
