import { randomUUID } from 'node:crypto'
import { startMastercard, type FakeMastercard } from '../fakes/mastercard.ts'
import { startPlaid, type FakePlaid } from '../fakes/plaid.ts'
import type { Caller } from '../context.ts'
import type { Factory, SampleMaker } from './sample.ts'

let plaid: Promise<FakePlaid> | null = null
let mastercard: Promise<FakeMastercard> | null = null

/** One of each for all suites of a process: they end with it. */
function sharedPlaid(): Promise<FakePlaid> {
  return (plaid ??= startPlaid())
}

async function plaidBody(): Promise<object> {
  const { url, clientId, secret } = await sharedPlaid()
  const credentials = { client_id: clientId, secret }
  return {
    provider: 'plaid',
    name: `Plaid ${randomUUID()}`,
    credentials,
    config: { base_url: url },
  }
}

async function mastercardBody(): Promise<object> {
  const { url, credentials } = await (mastercard ??= startMastercard())
  const name = `Mastercard ${randomUUID()}`
  return { provider: 'mastercard', name, credentials, config: { base_url: url } }
}

async function create(caller: Caller, path: string, body: unknown): Promise<string> {
  const { body: response } = await caller.post(path, body)
  return response.data?.id ?? randomUUID()
}

function makeSubmission(caller: Caller): Promise<string> {
  return create(caller, '/v1/submissions', { name: 'A deal with linked accounts' })
}

const NEW_ITEM = 'public-sandbox-any'

export const INTEGRATION_FACTORIES: Record<string, Factory> = {
  integrations: async (caller) => create(caller, '/v1/integrations', await plaidBody()),
  links: async (caller, { integrations }) =>
    create(caller, '/v1/integrations/provider-a/exchange-token', {
      public_token: `${NEW_ITEM}-${randomUUID()}`,
      submission_id: await makeSubmission(caller),
      integration_id: integrations,
    }),
  // Each call to the provider is one; the test of its credentials is the first.
  calls: async (caller, { integrations = '' }) => {
    await caller.patch(`/v1/integrations/${integrations}`, { status: 'active' })
    const { body } = await caller.get(`/v1/integrations/${integrations}/calls?limit=1`)
    return body.data?.[0]?.id ?? randomUUID()
  },
}

export const INTEGRATION_SAMPLES: Record<string, SampleMaker> = {
  'POST /v1/integrations': async () => ({ body: await plaidBody() }),
  'PATCH /v1/integrations/:id': () => ({ body: { name: `Renamed ${randomUUID()}` } }),
  'POST /v1/integrations/provider-a/link-token': async (caller) => ({
    body: {
      submission_id: await makeSubmission(caller),
      integration_id: await INTEGRATION_FACTORIES.integrations!(caller, {}),
    },
  }),
  'POST /v1/integrations/provider-a/exchange-token': async (caller) => ({
    body: {
      public_token: `${NEW_ITEM}-${randomUUID()}`,
      submission_id: await makeSubmission(caller),
      integration_id: await INTEGRATION_FACTORIES.integrations!(caller, {}),
    },
  }),
  'POST /v1/integrations/provider-b/connect': async (caller) => ({
    body: {
      submission_id: await makeSubmission(caller),
      integration_id: await create(caller, '/v1/integrations', await mastercardBody()),
    },
  }),
}
