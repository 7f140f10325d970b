import type { Caller } from '../context.ts'

/** Ids of the records of a path, by noun. */
type Parents = Readonly<Record<string, string>>

/** An app that any copy of the service can install, and others with what their forms need. */
const APP = 'http_enricher'
const WEBHOOK = { webhook_url: 'https://hooks.example.com/desk' }
const APPS: Readonly<Record<string, object>> = {
  slack_webhook: WEBHOOK,
  teams_webhook: WEBHOOK,
  [APP]: { url: 'http://127.0.0.1:9/enrich' },
}
const HOLIDAYS = {
  enrichers: ['holiday_calendar'],
  inputs: { start_date: '2025-01-01', end_date: '2025-01-31' },
  force: true,
}

/** Records of enrichers and apps, by their noun. */
export const ENRICHER_FACTORIES: Record<
  string,
  (caller: Caller, parents: Parents) => Promise<string>
> = {
  results: async (caller, { submissions }) => {
    const { body } = await caller.post(`/v1/submissions/${submissions}/enrichers`, HOLIDAYS)
    return body.data.runs[0].id
  },
  apps: async () => APP,
  installed: async (caller) => {
    const { body } = await caller.get('/v1/apps?is_installed=false&limit=100')
    const absent = body.data.find(({ slug }: { slug: string }) => slug in APPS)
    if (absent) await install(caller, absent.slug)
    return absent?.id ?? APP
  },
}

/** Requests of their routes. */
export const ENRICHER_SAMPLES: Record<
  string,
  (caller: Caller, records: Parents) => Promise<{ body?: object }>
> = {
  'POST /v1/submissions/:id/enrichers': async () => ({ body: HOLIDAYS }),
  // Ends at once, also where no worker is: the submission has no phone number.
  'POST /v1/submissions/:id/enrichers/sync': async () => ({
    body: { enrichers: ['phone_normalizer'] },
  }),
  'POST /v1/apps/:id/install': async (caller, { apps }) => {
    await caller.delete(`/v1/apps/${apps}/uninstall`)
    return { body: installation(APP) }
  },
  'DELETE /v1/apps/:id/uninstall': async (caller, { apps }) => {
    await install(caller, apps!)
    return {}
  },
}

function installation(app: string) {
  return { config: APPS[app], accept_permissions: true }
}

async function install(caller: Caller, app: string): Promise<void> {
  await caller.post(`/v1/apps/${app}/install`, installation(app))
}
