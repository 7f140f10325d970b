import { openHubspot } from '../../../fixtures/crm/hubspot.ts'
import { openPipedrive } from '../../../fixtures/crm/pipedrive.ts'
import { openSalesforce } from '../../../fixtures/crm/salesforce.ts'
import type { FakeCrm } from '../../../fixtures/crm/server.ts'
import { openZoho } from '../../../fixtures/crm/zoho.ts'
import { DEFAULT_MAP, nameField } from '../../core/crm/default-map.ts'
import { findProvider } from '../../core/crm/providers.ts'
import { expectData, type Client } from './client.ts'

const OAUTH = { client_id: 'demo', client_secret: 'demo', refresh_token: 'demo' }
const WAIT_MS = 150

interface Vendor {
  provider: string
  credentials: Record<string, string>
  open: () => Promise<FakeCrm>
}

const VENDORS: Vendor[] = [
  { provider: 'hubspot', credentials: OAUTH, open: openHubspot },
  { provider: 'salesforce', credentials: OAUTH, open: () => openSalesforce() },
  { provider: 'zoho', credentials: OAUTH, open: openZoho },
  {
    provider: 'pipedrive',
    credentials: { api_token: 'pipe-fixed' },
    open: () => openPipedrive(listPipedriveFields()),
  },
]

function listPipedriveFields(): string[] {
  return DEFAULT_MAP.flatMap((row) => nameField(findProvider('pipedrive'), row) ?? [])
}

interface Sync {
  id: string
  status: string
  created: number
  updated: number
  skipped: number
  items: { object: string; action: string; external_id: string | null; changes: string[] }[]
}

/** Pushes a deal to a server that speaks as each CRM does: once, again, and after a change. */
export async function showCrms(client: Client, print: (line: string) => void): Promise<void> {
  for (const vendor of VENDORS) {
    const crm = await vendor.open()
    try {
      await showOne(client, { vendor, crm, print })
    } finally {
      await crm.close()
    }
  }
}

async function showOne(
  client: Client,
  { vendor, crm, print }: { vendor: Vendor; crm: FakeCrm; print: (line: string) => void },
): Promise<void> {
  const { provider, credentials } = vendor
  const created = await client.post('/v1/submissions', {
    name: 'Harbor Foods',
    company_info: { name: 'Harbor Foods LLC', address: { city: 'Dover', state: 'DE' } },
    owners: [{ first_name: 'Ida', last_name: 'Quill', email: 'ida@quill.example' }],
    request: { amount: 25_000, currency: 'USD' },
  })
  const deal = expectData<{ id: string }>(created, 201)
  const config = { base_url: crm.url }
  const input = { provider, name: provider, credentials, config }
  const { id } = expectData<{ id: string }>(await client.post('/v1/crm-integrations', input), 201)
  print(`\n${findProvider(provider).label}`)
  const push = async (title: string): Promise<void> => {
    const before = crm.calls.length
    const sync = await pushDeal(client, id, deal.id)
    const { status, created: made, updated, skipped } = sync
    const calls = crm.calls.length - before
    print(
      `  ${title}: ${status}, ${made} created, ${updated} updated, ${skipped} as they were, ${calls} calls`,
    )
    for (const { object, action, external_id, changes } of sync.items)
      if (action !== 'skipped')
        print(`    ${action} ${object} ${external_id ?? ''}: ${changes.join(', ')}`)
  }
  await push('pushed')
  await push('pushed again')
  await client.patch(`/v1/submissions/${deal.id}`, { request: { amount: 31_000 } })
  await push('pushed after the amount has changed')
}

async function pushDeal(client: Client, id: string, submissionId: string): Promise<Sync> {
  const body = { submission_ids: [submissionId] }
  const begun = await client.post(`/v1/crm-integrations/${id}/sync`, body)
  const { id: syncId } = expectData<Sync>(begun, 202)
  for (;;) {
    const sync = expectData<Sync>(
      await client.get(`/v1/crm-integrations/${id}/syncs/${syncId}`),
      200,
    )
    if (!['queued', 'running'].includes(sync.status)) return sync
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
  }
}
