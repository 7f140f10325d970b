import { readFileSync } from 'node:fs'
import { code, page, table } from '../../scripts/markdown.ts'
import { PROOFS } from './index.ts'

/** A line of the security checklist: what holds it, or why nothing does yet. */
export interface Item {
  item: string
  /** Chapters of OWASP ASVS 5.0, and of the API Security Top 10 of 2023. */
  reference: string
  /** Names of proofs, and tests as `file: words of the title`. */
  heldBy: readonly string[]
  /** What is missing, and what it waits for. */
  later?: string
}

const api = 'src/resources'
const keys = `${api}/api-keys/api-keys.test.ts`
const rights = `${api}/api-keys/rights.test.ts`
const contract = 'test/contract'

/** The checklist of the security design, in its order. */
export const CHECKLIST: readonly Item[] = [
  { item: 'An id of another’s returns 404, without effect', reference: '8.2.2 8.4.1 API1', heldBy: ['isolation', 'id-fields', `${contract}/strangers.test.ts: see what is not there`, `${contract}/id-fields.test.ts: every id in a body says what it names`] },
  { item: 'A nested id under another parent returns 404', reference: '8.2.2 API1', heldBy: [`${contract}/strangers.test.ts: an id under the wrong parent is not there`] },
  { item: 'A broker key is refused outside of /v1/broker', reference: '8.2.1 API5', heldBy: ['brokers'] },
  { item: 'A test key cannot read, make or rotate what is live', reference: '8.2.1 API5', heldBy: ['isolation', `${keys}: a test key makes test keys only`, `${rights}: gives no longer life than it has`, `${rights}: only by one with its scopes`] },
  { item: 'A token cannot exceed its user’s role, and a change of role acts at once', reference: '8.3.2', heldBy: [`${contract}/roles.test.ts: is served to the roles that have its scope`, 'src/platform/http/credentials/access-tokens.test.ts: loses within a second'] },
  { item: 'Read-only fields cannot be set', reference: '15.3.3 API3', heldBy: [`${contract}/refusals.test.ts: a field it does not know`] },
  { item: 'A response has the fields of its schema only', reference: '15.3.1 API3', heldBy: [`${contract}/writes.test.ts: succeeds`, 'src/platform/wire/convert.test.ts: a response has every required field'] },
  { item: 'A secret is shown once and never listed', reference: '14.2.6', heldBy: [`${keys}: a new key works and is shown once`, `${api}/webhooks/webhooks.test.ts: shows its secret once`, 'canaries'] },
  { item: 'Row security holds without any filter of the application', reference: '8.4.1', heldBy: ['fence', `${contract}/schema.test.ts: row security is enabled and forced`] },
  { item: 'All SQL is parameterised', reference: '1.2.4', heldBy: [`${contract}/words.test.ts: words with a place of their own`, 'malformed'] },
  { item: 'No shell starts a program', reference: '1.2.5', heldBy: [`${contract}/words.test.ts: words with a place of their own`] },
  { item: 'No text becomes code', reference: '1.3.2', heldBy: [`${contract}/words.test.ts: words with a place of their own`] },
  { item: 'Rules are a tree of our own with a budget', reference: '1.3.2 4.3.1', heldBy: ['src/core/decisions/decisions.test.ts: five levels and fifty conditions are taken'] },
  { item: 'Patterns of users run in linear time', reference: '1.3.12', heldBy: ['expressions', 'src/core/decisions/decisions.test.ts: a thousand hostile expressions and patterns'] },
  { item: 'A mail from outside is parsed in the sandbox alone, and trusted for nothing it says of itself', reference: '1.3.1 5.2.1', heldBy: ['hostile-mails', 'src/resources/emails/incoming/incoming.test.ts: is authenticated by nobody but the relay', 'src/resources/emails/incoming/incoming.test.ts: shows HTML that runs and loads nothing'] },
  { item: 'E-mail carries no code and no second header', reference: '1.3.7 1.3.11', heldBy: ['src/platform/mail.test.ts: with a line break in a header is refused'] },
  { item: 'Tables that are exported run no formula', reference: '1.2.10', heldBy: [`${api}/documents/exports/exports.test.ts: a description that looks like a formula stays a text`] },
  { item: 'XML without document types and entities', reference: '1.5.1', heldBy: [`${api}/documents/hostile.test.ts: ends as`] },
  { item: 'One parser of JSON, URLs and MIME; what is there twice is refused', reference: '1.5.3', heldBy: [`${contract}/malformed.test.ts: bodies that cannot be read`] },
  { item: 'No prototype can be polluted', reference: '15.3.6', heldBy: [`${contract}/malformed.test.ts: values of another kind`, 'malformed'] },
  { item: 'A parameter that stands twice is refused', reference: '15.3.7', heldBy: [`${contract}/malformed.test.ts: a limit, a cursor and an order`] },
  { item: 'A value of another kind is refused', reference: '15.3.5', heldBy: [`${contract}/malformed.test.ts: a wrong value in each field`, 'malformed'] },
  { item: 'Bulk and metadata are bounded', reference: '2.3.2 API4', heldBy: [`${contract}/malformed.test.ts: a wrong value in each field`] },
  { item: 'A write happens whole or not', reference: '2.3.3', heldBy: ['kills', 'crash-points', 'mailbox-kills'] },
  { item: 'Check and act are one statement', reference: '15.4.2 2.3.4', heldBy: ['idempotency', 'lost-updates', `${contract}/at-once.test.ts: keeps what it acknowledged`] },
  { item: 'Rate, concurrency and quota', reference: '2.4.1 6.3.1 API4 API6', heldBy: ['rate-limits', 'overload', 'noisy-tenant', 'slow-clients', 'src/platform/http/limits/limits.test.ts: more requests of a tenant at once', 'src/platform/http/limits/limits.test.ts: an address that tries one unknown key'] },
  { item: 'Uploads are bounded in size, type, ratio, pages and pixels', reference: '5.2.1–5.2.6', heldBy: [`${api}/documents/hostile.test.ts: ends as`, 'src/parser/scans.test.ts: a file of too many scanned pages is refused'] },
  { item: 'Files are stored under names of our own', reference: '5.3.2 5.3.3', heldBy: ['src/platform/storage/stores.test.ts: follows no name out of its folder'] },
  { item: 'Downloads carry a safe name and are never sniffed', reference: '3.2.1 5.4.1 5.4.2', heldBy: [`${contract}/routes.test.ts: is not stored`] },
  { item: 'A hook for a virus scanner', reference: '5.4.3', heldBy: ['src/platform/virus-scan/virus-scan.test.ts: that finds something keeps the file out', 'src/platform/virus-scan/virus-scan.test.ts: that cannot be reached'] },
  { item: 'A storage quota per tenant', reference: '5.2.4', heldBy: [`${api}/documents/intake/room.test.ts: an error states how much the tenant stores`, `${api}/documents/intake/room.test.ts: finds the same room for two files`] },
  { item: 'Risky parsers run in a sandbox', reference: '15.2.5', heldBy: ['src/platform/sandbox/pool.test.ts: put the child on a network of its own'] },
  { item: 'Every outgoing call is checked for where it goes', reference: '1.3.6 API7', heldBy: ['egress', 'connectors', 'src/platform/egress/egress.test.ts: is blocked', `${contract}/words.test.ts: words with a place of their own`] },
  { item: 'Redirects are not followed', reference: '15.3.2', heldBy: ['egress', 'src/platform/egress/egress.test.ts: is not redirected'] },
  { item: 'Responses of others are bounded and timed', reference: 'API10', heldBy: ['src/platform/egress/egress.test.ts: keeps one kilobyte of a long response', 'src/platform/egress/egress.test.ts: times out in total'] },
  { item: 'TLS is always verified', reference: '12.3.2', heldBy: ['src/platform/egress/plain-http.test.ts: public hosts are not sent to without TLS', `${contract}/words.test.ts: words with a place of their own`] },
  { item: 'Keys have 256 random bits, a prefix and a checksum, and are stored as a hash', reference: '7.2.3 11.5.1 API2', heldBy: ['src/platform/crypto/api-key.test.ts: is 43 base62 characters', `${keys}: a key is stored as a keyed hash only`, 'canaries'] },
  { item: 'No key is taken from a URL', reference: '14.2.1', heldBy: [`${contract}/refusals.test.ts: a parameter it does not know`] },
  { item: 'Signatures are compared in constant time', reference: '11.2.4', heldBy: ['src/platform/storage/signed-url.test.ts: does not open with a signature that is cut'] },
  { item: 'Passwords', reference: '6.2.1–6.2.12 11.4.2', heldBy: [], later: 'there are no passwords yet' },
  { item: 'Users cannot be enumerated', reference: '6.3.8 API2', heldBy: [], later: 'there are no users yet' },
  { item: 'A second factor', reference: '6.3.3 GLBA', heldBy: [], later: 'there are no users yet' },
  { item: 'Sessions', reference: '7.2.4 7.3 7.4 7.5.2 API2', heldBy: [], later: 'there are no sessions yet' },
  { item: 'Cookies', reference: '3.3.1–3.3.4', heldBy: [], later: 'the service sets and reads no cookie' },
  { item: 'Requests from other sites', reference: '3.5.1–3.5.3', heldBy: [], later: 'without cookies no request of another site carries rights, so compressed responses let none guess at a secret either (BREACH)' },
  { item: 'Headers that browsers obey', reference: '3.4.1–3.4.8 API8', heldBy: [`${contract}/routes.test.ts: is not stored`], later: 'pages of a dashboard will need a policy of their own' },
  { item: 'Other origins are allowed by a list, and never with credentials', reference: '3.4.2', heldBy: ['src/platform/http/response/response.test.ts: may not when it is'] },
  { item: 'A method that a path does not have returns 405', reference: '4.1.4 13.4.4', heldBy: [`${contract}/refusals.test.ts: a method it does not have`] },
  { item: 'Content types with their charset', reference: '4.1.1', heldBy: [`${contract}/routes.test.ts: is not stored`] },
  { item: 'Forwarded headers count from configured proxies only', reference: '4.1.3 15.3.4', heldBy: [], later: 'no forwarded header is read at all' },
  { item: 'No request hides in another', reference: '4.2.1–4.2.4', heldBy: ['sockets'] },
  { item: 'Codes of OAuth', reference: '10.4.1–10.4.6', heldBy: ['oauth', 'src/oauth/oauth.test.ts: lets a program in'] },
  { item: 'Refresh tokens', reference: '10.4.5 10.4.8 10.4.9', heldBy: ['oauth', 'src/oauth/oauth.test.ts: when a refresh token comes twice'] },
  { item: 'Consent and registration of clients', reference: '10.4.7 10.7.1–10.7.3', heldBy: ['oauth'] },
  { item: 'The audience of a token', reference: '10.3.1', heldBy: ['oauth'] },
  { item: 'Authenticated encryption with unique nonces and key ids', reference: '11.3.2–11.3.4', heldBy: ['src/platform/crypto/key-ring.test.ts: never uses a nonce twice', 'src/platform/crypto/key-ring.test.ts: does not open a value of which any byte was changed', `${contract}/at-rest.test.ts: stands readable in any table`, 'canaries'] },
  { item: 'Secrets rotate without a stop', reference: '13.3.4', heldBy: ['src/platform/crypto/key-ring.test.ts: writes with the first key and reads with all', `${contract}/at-rest.test.ts: a new key seals every value anew beside a service at work`] },
  { item: 'Accounts of the database have the least rights', reference: '13.2.2', heldBy: [`${contract}/schema.test.ts: the application role owns nothing`, `${contract}/schema.test.ts: a definer function looks in pg_temp last`, 'src/commands/database.test.ts: is used with a role that may take', 'fence'] },
  { item: 'No stack, version or listing in an error', reference: '13.4.2–13.4.6 16.5.1 API8', heldBy: ['malformed'] },
  { item: 'Responses to a key are not cached by others', reference: '14.3.2', heldBy: [`${contract}/routes.test.ts: is not stored`] },
  { item: 'Retention deletes on schedule', reference: '14.2.7', heldBy: [`${api}/submissions/retention/retention.test.ts: removes what is older than the tenant keeps`, `${api}/submissions/retention/retention.test.ts: keeps everything of a tenant that says nothing`, 'clocks'] },
  { item: 'A deletion is complete', reference: '–', heldBy: ['deletion', `${contract}/at-rest.test.ts: a table that names a submission goes with it`, `${contract}/at-rest.test.ts: a tenant that holds its records deletes nothing`, `${api}/documents/changes/changes.test.ts: a deleted document is gone with its rows`] },
  { item: 'Logs hold no secret and one line an entry', reference: '16.2.5 16.3.1–16.3.3 16.4.1', heldBy: ['canaries', `${contract}/at-rest.test.ts: none comes back in an error`, 'src/platform/egress/egress.test.ts: cannot be split by a line break'] },
  { item: 'The audit log shows every change of itself', reference: '16.4.2', heldBy: ['audit-chain', 'src/platform/audit-chain/audit-chain.test.ts: cannot be changed, shortened', 'src/platform/audit-chain/audit-chain.test.ts: cut off together with its head is found'] },
  { item: 'Without its database the service refuses, and never opens', reference: '16.5.3', heldBy: ['database-stops'] },
  { item: 'An error nobody caught ends the process in order', reference: '16.5.4', heldBy: ['test/proofs/faults/service/shutdown.test.ts: when an error is caught by nobody'] },
  { item: 'What is installed is pinned, and routes, OpenAPI and docs agree', reference: '15.1.2 15.2.4 API9', heldBy: [`${contract}/goldens.test.ts: says what the lists say`, `${contract}/bill-of-materials.test.ts: names everything that is installed`, `${contract}/bill-of-materials.test.ts: every package is pinned`] },
]

/** What an item says of itself that is not so: a proof or test that does not exist. */
export function findChecklistFaults(root: string): string[] {
  return CHECKLIST.flatMap(({ item, heldBy, later }) => {
    if (heldBy.length === 0 && later === undefined)
      return [`${item}: held by nothing, and no reason`]
    return heldBy.filter((holder) => !isThere(holder, root)).map((one) => `${item}: ${one}`)
  })
}

function isThere(holder: string, root: string): boolean {
  const [path, words] = holder.split(': ', 2) as [string, string?]
  if (words === undefined) return PROOFS.some(({ name }) => name === holder)
  return readFileSync(`${root}/${path}`, 'utf8').includes(words)
}

/** docs/security.md: the checklist with what holds each item. */
export function securityPage(): string {
  const rows = CHECKLIST.map(({ item, reference, heldBy, later = '' }, index) => {
    const holders = new Set(heldBy.map(formatHolder))
    return [index + 1, item, reference, [...holders].join(', '), later]
  })
  const held = CHECKLIST.filter(({ later }) => later === undefined).length
  const origin = `The checklist that the service is held to, after OWASP ASVS 5.0 and the API Security Top 10 of
2023. Of its ${CHECKLIST.length} items ${held} are held by tests and proofs; the others say what they wait for. What is
promised under faults and load, with counts, is in [guarantees.md](guarantees.md).`
  return page('Security', origin, [table(['#', 'item', 'reference', 'held by', 'later'], rows)])
}

function formatHolder(holder: string): string {
  const [path, words] = holder.split(': ', 2)
  return words === undefined ? code(`npm run prove -- ${holder}`) : code(path!)
}
