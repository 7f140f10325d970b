import { tool, type Tool } from './declare.ts'

const SHOWN = 'id name externalId status createdAt companyInfo metadata'

export const SUBMISSION_TOOLS: readonly Tool[] = [
  tool('service_create_submission', 'POST /v1/submissions', {
    purpose: 'Create a deal to which documents and transactions are added.',
    picks: ['name', 'external_id', 'company_info', 'metadata'],
    narrow: { company_info: ['name', 'ein'] },
    notes: { external_id: 'your own id, usable as submission_id' },
    requires: ['name'],
    shows: SHOWN,
    next: 'service_upload_document with this submission_id',
    isCreating: true,
  }),
  tool('service_get_submission', 'GET /v1/submissions/:id', {
    purpose:
      'One deal: state, company, counts; expand adds documents, positions, accounts, funders.',
    picks: ['submission_id=id', 'expand'],
  }),
  tool('service_list_submissions', 'GET /v1/submissions', {
    purpose: 'Find deals by text, state or external id, newest first.',
    picks: ['q', 'status', 'external_id', 'limit', 'cursor'],
    defaults: { limit: 25 },
    shows: 'id name externalId status createdAt',
  }),
  tool('service_update_submission', 'PATCH /v1/submissions/:id', {
    purpose: 'Change name or metadata of a deal; metadata is merged, null removes a key.',
    picks: ['submission_id=id', 'name', 'metadata'],
    shows: SHOWN,
  }),
  tool('service_start_workflow', 'POST /v1/submissions/:id/process', {
    purpose: 'Run the pipeline over the documents of a deal; automations: service_run_workflow.',
    picks: ['submission_id=id', 'force', 'restart', 'wait_seconds'],
    notes: { wait_seconds: '0-25: wait for the end' },
    shows: 'id name status processedAt',
    next: 'service_get_processing_status until status is processed, then service_get_scorecard',
  }),
  tool('service_get_processing_status', 'GET /v1/submissions/:id/status', {
    purpose:
      'Stage, progress, problems of a pipeline run and its documents; waits 10 s for its end.',
    picks: ['submission_id=id'],
  }),
  tool('service_find_duplicates', 'GET /v1/submissions/:id/duplicates', {
    purpose: 'Deals that look like the same business, most likely first, with reasons.',
    picks: ['submission_id=id', 'min_score', 'limit'],
    notes: { min_score: '0-100' },
    defaults: { limit: 25 },
  }),
  tool('service_delete_submission', 'DELETE /v1/submissions/:id', {
    purpose: 'Delete a deal with its documents and transactions, permanently.',
    picks: ['submission_id=id'],
    confirms: 'GET /v1/submissions/:id',
    isDestructive: true,
  }),
]
