import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Caller } from '../context.ts'
import type { Records, SampleMaker } from './sample.ts'

/** An integration that needs nobody else. */
export function crmIntegration(): object {
  return { provider: 'csv', name: `CRM ${randomUUID()}` }
}

async function createIntegration(caller: Caller): Promise<string> {
  const { status, body } = await caller.post('/v1/crm-integrations', crmIntegration())
  assert.equal(status, 201, JSON.stringify(body))
  return body.data.id as string
}

async function createSubmission(caller: Caller): Promise<string> {
  const { body } = await caller.post('/v1/submissions', { name: 'Deal of a CRM' })
  return body.data.id as string
}

async function createSync(caller: Caller, parents: Records): Promise<string> {
  const body = { submission_ids: [await createSubmission(caller)], dry_run: true }
  const url = `/v1/crm-integrations/${parents['crm-integrations']}/sync`
  const response = await caller.post(url, body)
  assert.equal(response.status, 200, JSON.stringify(response.body))
  return response.body.data.id as string
}

export const CRM_FACTORIES = { 'crm-integrations': createIntegration, syncs: createSync }

export const CRM_SAMPLES: Record<string, SampleMaker> = {
  'POST /v1/crm-integrations': () => ({ body: crmIntegration() }),
  'PATCH /v1/crm-integrations/:id': () => ({ body: { name: `Renamed ${randomUUID()}` } }),
  'POST /v1/crm-integrations/:id/sync': async (caller) => ({
    body: { submission_ids: [await createSubmission(caller)] },
  }),
  'POST /v1/crm-integrations/:id/preview': async (caller) => ({
    body: { submission_id: await createSubmission(caller) },
  }),
}
