import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import type { Caller, TestResponse, TestFile } from './context.ts'
import { getCreatedId } from './factories.ts'

/** Values that must never be stored unencrypted, by their kind. */
export interface Canaries {
  values: Map<string, string>
  /** Names that are stored unencrypted, and deleted with their submission. */
  openNames: string[]
  /** Ids of what was made, by noun. */
  submissionIds: string[]
  documentIds: string[]
  /** Signed links to the files. */
  links: string[]
}

const UNREAD = 'Nobody listens there'
export const CLOSED_PORT = 'http://127.0.0.1:9/hook'

/**
 * Plants numbered identifiers, names and secrets through the API in every field that takes one:
 * `count` submissions with an EIN, owners and an account each, one of them with every other kind.
 */
export async function plantCanaries(caller: Caller, count: number): Promise<Canaries> {
  const found: Canaries = {
    values: new Map(),
    openNames: [],
    submissionIds: [],
    documentIds: [],
    links: [],
  }
  const plant = (name: string, value: string): string => {
    found.values.set(name, value)
    return value
  }
  await plantSecrets(caller, plant)
  for (let n = 0; n < count; n += 1) {
    const id = getCreatedId(
      await caller.post('/v1/submissions', buildApplication(n, plant), keyed(n)),
    )
    found.submissionIds.push(id)
    const account = { number: plant(`account ${n}`, digits(12)), institution_name: `Bank ${n}` }
    const row = { submission_id: id, account, amount: 10, description: 'DEPOSIT' }
    ok(await caller.post('/v1/transactions', { ...row, date: '2025-03-03' }))
  }
  await plantInOne(caller, found, plant)
  return found
}

type Plant = (name: string, value: string) => string

/** The response to a request with a key is kept for a day: with the identifiers that it shows. */
function keyed(n: number): { headers: Record<string, string> } {
  return { headers: { 'idempotency-key': `canary-${n}` } }
}

function buildApplication(n: number, plant: Plant): object {
  const ein = plant(`EIN ${n}`, `${digits(2)}-${digits(7)}`)
  plant(`EIN ${n} without its dash`, ein.replace('-', ''))
  return {
    name: `Canary deal ${n}`,
    // One goes the whole way; the others keep what they were given.
    auto_process: n === 0,
    company_info: { name: `Canary company ${n}`, ein },
    owners: [0, 1].map((index) => ({
      first_name: plant(`first name ${n}.${index}`, `Quill${digits(8)}`),
      last_name: plant(`last name ${n}.${index}`, `Feather${digits(8)}`),
      date_of_birth: plant(
        `date of birth ${n}.${index}`,
        `19${randomInt(10, 40)}-0${1 + index}-11`,
      ),
      email: plant(`e-mail ${n}.${index}`, `q${digits(9)}@example.com`),
      phone: plant(`phone ${n}.${index}`, `+1 ${digits(10)}`),
      ssn_last4: digits(4),
    })),
  }
}

/** What is shown once, or never: keys, signing secrets, credentials of a receiver. */
async function plantSecrets(caller: Caller, plant: Plant): Promise<void> {
  const first = ok(await caller.post('/v1/api-keys', { name: 'Canary' }, keyed(9000))).body.data
  plant('API key', first.key)
  const next = ok(await caller.post(`/v1/api-keys/${first.id}/rotate`, {})).body.data
  plant('rotated API key', next.key)
  const headers = { Authorization: plant('receiver’s credential', `Bearer ${digits(20)}`) }
  const hook = { url: CLOSED_PORT, description: UNREAD, events: ['*'], headers }
  const api_config = { url: CLOSED_PORT, headers: { 'X-Key': plant('funder’s key', digits(20)) } }
  ok(await caller.post('/v1/funders', { name: 'Canary funder', api_config }, keyed(9002)))
  const { id, secret } = ok(await caller.post('/v1/webhooks', hook, keyed(9001))).body.data
  plant('webhook secret', secret)
  const url = `/v1/webhooks/${id}/rotate-secret`
  plant('rotated webhook secret', ok(await caller.post(url, { grace_hours: 1 })).body.data.secret)
}

/** A file with numbers of its bank, what people say of it, and attributes of a tenant's own. */
async function plantInOne(caller: Caller, found: Canaries, plant: Plant): Promise<void> {
  const submissionId = found.submissionIds[0]!
  const file = ofxFile(plant('routing number', '021000021'), plant('account of a file', digits(11)))
  const password = plant('password of a file', `opensesame${digits(8)}`)
  const url = `/v1/submissions/${submissionId}/documents`
  found.documentIds.push(getCreatedId(await caller.upload(url, [file], { password })))
  const attributes = [{ name: 'ssn', type: 'string', is_pii: true }]
  const kyc = { name: 'kyc', label: 'KYC', cardinality: 'one', attributes }
  ok(await caller.post('/v1/entities', kyc))
  const value = plant('SSN of a tenant’s own attribute', `${digits(3)}-${digits(2)}-${digits(4)}`)
  const input = { values: [{ entity: 'kyc', attribute: 'ssn', value }] }
  ok(await caller.put(`/v1/submissions/${submissionId}/attribute-values`, input))
}

/** What can be said of a document once it was read: to be called when the jobs are done. */
export async function plantInReadings(caller: Caller, found: Canaries): Promise<void> {
  const [submissionId, documentId] = [found.submissionIds[0]!, found.documentIds[0]!]
  const pdf = `/v1/submissions/${submissionId}/pdfs/${documentId}`
  const { statements } = ok(await caller.get(pdf)).body.data
  for (const number of [digits(13), digits(13)]) {
    found.values.set(`account number said ${number}`, number)
    const account_holder_names = [`Keeper${digits(8)}`]
    found.openNames.push(...account_holder_names)
    const [{ id }] = statements
    const input = { statements: [{ id, account_number: number, account_holder_names }] }
    ok(await caller.patch(`${pdf}/statements`, input))
  }
  const sources = ok(await caller.get(`/v1/submissions/${submissionId}/data-sources`)).body.data
  const accounts = `/v1/data-sources/${sources[0].id}/accounts`
  const [account] = ok(await caller.get(accounts)).body.data
  const number = digits(14)
  const holder = `Holder${digits(8)}`
  found.values.set('account number of an account', number)
  found.openNames.push(holder)
  const patch = { account_number: number, holder_names: [holder] }
  ok(await caller.patch(`${accounts}/${account.id}`, patch))
  for (const id of found.documentIds) {
    const { url } = ok(await caller.get(`/v1/documents/${id}/download`)).body.data
    found.links.push(url)
  }
}

function ofxFile(routing: string, account: string): TestFile {
  const row =
    '<STMTTRN><TRNTYPE>CREDIT<DTPOSTED>20250304<TRNAMT>250.00<FITID>1<NAME>SALES</STMTTRN>'
  const text = `OFXHEADER:100
DATA:OFXSGML
VERSION:102

<OFX><SIGNONMSGSRSV1><SONRS><FI><ORG>Meridian Ridge Bank</FI></SONRS></SIGNONMSGSRSV1>
<BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKACCTFROM><BANKID>${routing}<ACCTID>${account}
<ACCTTYPE>CHECKING</BANKACCTFROM><BANKTRANLIST><DTSTART>20250301<DTEND>20250331${row}
</BANKTRANLIST><LEDGERBAL><BALAMT>1250.00<DTASOF>20250331</LEDGERBAL></STMTRS></STMTTRNRS>
</BANKMSGSRSV1></OFX>
`
  return { filename: 'export.ofx', bytes: Buffer.from(text) }
}

function digits(length: number): string {
  return Array.from({ length }, (_, index) => randomInt(index === 0 ? 1 : 0, 10)).join('')
}

function ok(response: TestResponse): TestResponse {
  assert.ok(response.status < 300, `${response.status}: ${JSON.stringify(response.body)}`)
  return response
}
