import { tool, type Tool } from './declare.ts'

const SHOWN =
  'id filename document_class status stage page_count transactions_count duplicate_of ' +
  'error_code error_message problems'

export const DOCUMENT_TOOLS: readonly Tool[] = [
  tool('service_upload_document', 'POST /v1/submissions/:sid/documents', {
    purpose:
      'Upload one file to a deal by url or base64 (stdio: file_path); it is classified and read.',
    picks: ['submission_id=sid', 'filename', 'url', 'document_class', 'password', 'auto_process'],
    shows: SHOWN,
    next: 'service_get_processing_status, or service_start_workflow once all files are uploaded',
    isCreating: true,
    takesFile: true,
  }),
  tool('service_list_documents', 'GET /v1/submissions/:sid/documents', {
    purpose: 'Documents of a deal with class, state and whether they reconcile.',
    picks: ['submission_id=sid', 'document_class', 'status', 'limit', 'cursor'],
    defaults: { limit: 25 },
    shows: 'id filename document_class status page_count transactions_count',
  }),
  tool('service_get_parsed_results', 'GET /v1/documents/:id/parsed-results', {
    purpose: 'What was read from a document: accounts, statements, fields and how they reconcile.',
    picks: ['document_id=id'],
  }),
  tool('service_reclassify_document', 'POST /v1/documents/:id/reclassify', {
    purpose: 'Set the class of a document by hand; it is read again.',
    picks: ['document_id=id', 'document_class', 'document_subtype'],
    shows: SHOWN,
  }),
  tool('service_split_document', 'POST /v1/documents/:id/split', {
    purpose: 'Split a PDF into documents by page ranges, or by mode auto.',
    picks: ['document_id=id', 'ranges', 'mode', 'dry_run'],
  }),
]
