import { openZoho } from '../../../fixtures/crm/zoho.ts'
import { OAUTH } from '../../../fixtures/crm/vendors.ts'
import { openTestHouse, type TestHouse, type TestTenant } from '../../context.ts'
import type { Proof, Trial } from '../proof.ts'
import { judgeAttempts, NAMED, openTo, TEXTS, unwatchAttempts, watchAttempts } from './attempts.ts'

/** Addresses that a tenant gives for a server that is called with credentials or data of a deal. */
export const connectorsProof: Proof = {
  name: 'connectors',
  promise: 'No address of a bank feed, mailbox, CRM or app makes us connect to what is closed',
  tries: 'addresses given, and used after they were stored',
  prove: async (trial) => {
    const house = await openTestHouse()
    watchAttempts()
    try {
      const { live } = await house.tenant()
      const ground: Ground = { house, live }
      await openTo(house, [])
      for (const [name, surface] of Object.entries(SURFACES)) await proveGiven(trial, ground, { name, surface }) // prettier-ignore
      for (const [name, surface] of Object.entries(STORED)) await proveStored(trial, ground, { name, surface }) // prettier-ignore
      judgeAttempts(trial)
      await proveTokens(trial, ground)
    } finally {
      unwatchAttempts()
      await house.close()
    }
  },
}

interface Ground {
  house: TestHouse
  live: TestTenant['live']
}

type Response = Awaited<ReturnType<TestTenant['live']['post']>>
type Give = (live: TestTenant['live'], url: string) => Promise<Response>

let names = 0
const toMail = (url: string): string => url.replace(/^http/i, 'imap')

function connect(provider: string, credentials: object, toAddress = (url: string) => url): Give {
  return (live, url) => {
    names += 1
    const config = { base_url: toAddress(url) }
    return live.post('/v1/integrations', { provider, name: `Try ${names}`, credentials, config })
  }
}

function install(slug: string, toConfig: (url: string) => object): Give {
  return async (live, url) => {
    const request = { config: toConfig(url), accept_permissions: true }
    const response = await live.post(`/v1/apps/${slug}/install`, request)
    if (response.status < 300) await live.delete(`/v1/apps/${slug}/uninstall`)
    return response
  }
}

const connectHubspot: Give = (live, url) => {
  const credentials = { access_token: 'a' }
  const input = { provider: 'hubspot', name: 'Hub', credentials, config: { base_url: url } }
  return live.post('/v1/crm-integrations', input)
}

const connectCrm: Give = (live, url) => {
  names += 1
  const config = { base_url: url, rest: { path: '/deals' } }
  return live.post('/v1/crm-integrations', { provider: 'rest', name: `Try ${names}`, config })
}

const BUCKET = { bucket: 'deals', region: 'us-east-1', access_key_id: 'a', secret_access_key: 'b' }

/** Each place that takes an address in, by what it leads to. */
const SURFACES: Readonly<Record<string, Give>> = {
  'bank feed': connect('plaid', { client_id: 'a', secret: 'b' }),
  mailbox: connect('imap', { user: 'a', password: 'b' }, toMail),
  'app of a mailbox': install('imap', (url) => ({
    base_url: toMail(url),
    user: 'a',
    password: 'b',
  })),
  crm: connectCrm,
  enricher: install('http_enricher', (url) => ({ url })),
  message: install('slack_webhook', (url) => ({ webhook_url: url })),
  bucket: install('s3_bucket', (url) => ({ ...BUCKET, endpoint: url.replace(/\/$/, '') })),
}

/** Names are taken, since only a look-up shows where they lead. */
const NAMES_OVER_TLS = NAMED.map((url) => url.replace(/^http:/, 'https:').replace(/hook$/, ''))
/**
 * Texts that each place is tried with in the short form, others for each: the proof of webhooks
 * tries all of them, and a place either has them checked or has not.
 */
const TEXTS_REDUCED = 16
const REFUSALS = /^(?:invalid_url|url_not_allowed|too_long|invalid_format)$/

/** What is refused by its text never gets so far as a row, with TLS or without. */
async function proveGiven(
  trial: Trial,
  { live }: Ground,
  { name, surface }: { name: string; surface: Give },
): Promise<void> {
  const texts = TEXTS.flatMap((text) => [text, text.replace(/^http:/, 'https:')])
  for (const url of trial.some(texts, TEXTS_REDUCED)) {
    trial.tried()
    const { status, body } = await surface(live, url)
    const code = body.error?.code ?? ''
    trial.hold(REFUSALS.test(code), `a ${name} at ${url.slice(0, 80)} returns ${status} ${code}`)
  }
  for (const url of NAMES_OVER_TLS) {
    trial.tried()
    const { status, body } = await surface(live, url)
    trial.hold(status < 300, `a ${name} at ${url} returns ${status} ${body.error?.code}`)
  }
}

interface Stored {
  give: Give
  table: string
  toAddress: (url: string) => string
  /** Uses what is stored; true when it reached something. */
  use: (live: TestTenant['live'], id: string) => Promise<boolean>
}

const reactivate: Stored['use'] = async (live, id) => {
  const { status, body } = await live.patch(`/v1/integrations/${id}`, { status: 'active' })
  return status === 200 && body.data.status !== 'error'
}

const tryCrm: Stored['use'] = async (live, id) => {
  const { body } = await live.post(`/v1/crm-integrations/${id}/test`)
  return body.data?.objects.some((one: { reachable: boolean }) => one.reachable) ?? false
}

/** Those whose address stands in a row, as if it had been taken under other rules. */
const STORED: Readonly<Record<string, Stored>> = {
  'bank feed': { give: SURFACES['bank feed']!, table: 'integrations', toAddress: (url) => url, use: reactivate }, // prettier-ignore
  mailbox: { give: SURFACES.mailbox!, table: 'integrations', toAddress: toMail, use: reactivate },
  crm: { give: connectHubspot, table: 'crm_integrations', toAddress: (url) => url, use: tryCrm },
}

async function proveStored(
  trial: Trial,
  { house, live }: Ground,
  { name, surface }: { name: string; surface: Stored },
): Promise<void> {
  const { body } = await surface.give(live, NAMES_OVER_TLS[0]!)
  const { id } = body.data
  const { pool } = house.house.database
  for (const url of [...trial.some(TEXTS, TEXTS_REDUCED), ...NAMED]) {
    trial.tried()
    const config = JSON.stringify({ base_url: surface.toAddress(url) })
    await pool.query(`update ${surface.table} set config = config || $1 where id = $2`, [
      config,
      id,
    ])
    const hasReached = await surface.use(live, id)
    trial.hold(!hasReached, `a ${name} stored with ${url.slice(0, 80)} was used`)
  }
}

/** A CRM that is open, and sends us elsewhere with each token that it gives. */
async function proveTokens(trial: Trial, { house, live }: Ground): Promise<void> {
  const crm = await openZoho()
  await openTo(house, ['127.0.0.1/32'])
  const config = { base_url: crm.url }
  const input = { provider: 'zoho', name: 'Leads away', credentials: OAUTH, config }
  const made = await live.post('/v1/crm-integrations', input)
  for (const api_domain of [...trial.some(TEXTS, TEXTS_REDUCED), ...NAMED]) {
    trial.tried()
    await live.patch(`/v1/crm-integrations/${made.body.data.id}`, { credentials: OAUTH })
    crm.script = [{ on: /token/, body: { access_token: 'a', expires_in: 3600, api_domain } }]
    await tryCrm(live, made.body.data.id)
    trial.hold(crm.script.length === 0, `no token that leads to ${api_domain.slice(0, 80)} came`)
  }
  // What is open is an address, with each of its ports.
  judgeAttempts(trial, (address) => /^(?:127\.0\.0\.1|::ffff:7f00:1):/.test(address))
  await crm.close()
}
