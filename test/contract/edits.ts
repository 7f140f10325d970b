import assert from 'node:assert/strict'
import { getMethod, type Route } from '../../src/platform/route.ts'
import { ROUTES } from '../../src/resources/index.ts'
import type { Caller } from '../context.ts'
import type { Records } from '../factories.ts'
import { buildUrl } from './walk.ts'

/** Changes of one route that do not touch the same field. */
export interface Edits {
  /** Bodies by turn: each turn has values of its own. */
  changes: readonly ((turn: number, records: Records) => object)[]
  /** The object as a later reader sees it; GET of the same address unless it says another. */
  read?: (caller: Caller, records: Records) => Promise<object>
  /** What of that a body sets; what it holds unless it says otherwise. */
  sets?: (body: any) => object
  /** Brings the object into a state in which it can be changed; may add to the records. */
  prepare?: (caller: Caller, records: Records) => Promise<Records>
  /** Each change replaces the whole object, so the last one wins. */
  isWhole?: boolean
}

/** Two keys of the free-form part of an object are two fields. */
const METADATA = [
  (turn: number) => ({ metadata: { east: `${turn}` } }),
  (turn: number) => ({ metadata: { west: `${turn}` } }),
]

const WORKFLOW = [
  (turn: number) => ({ name: `Workflow ${turn}` }),
  (turn: number) => ({ description: `About ${turn}` }),
]

/** Of each route that changes an object; the walk fails on a route that is not here. */
export const EDITS: Readonly<Record<string, Edits>> = {
  'PATCH /v1/brokers/:id': {
    changes: [
      ...METADATA,
      (turn) => ({ name: `Broker ${turn}` }),
      (turn) => ({ commission_note: `Note ${turn}` }),
      (turn) => ({ email: `broker-at-once-${turn}@example.com` }),
    ],
  },
  'PATCH /v1/broker/submissions/:id': {
    changes: [
      ...METADATA,
      (turn) => ({ notes: `Note ${turn}` }),
      (turn) => ({ business: { dba: `Trade ${turn}` } }),
      (turn) => ({ business: { website: `https://${turn}.example` } }),
      (turn) => ({ funding: { amount: turn } }),
    ],
  },
  'PATCH /v1/crm-integrations/:id': {
    changes: [
      (turn) => ({ name: `CRM at once ${turn}` }),
      (turn) => ({ value_mappings: [{ field: null, from: 'ready', to: `Stage ${turn}` }] }),
    ],
  },
  'PATCH /v1/data-sources/:id': {
    changes: [
      (turn) => ({ name: `Source ${turn}` }),
      (turn) => ({ status: turn % 2 === 0 ? 'active' : 'disabled' }),
    ],
  },
  'PATCH /v1/data-sources/:dsid/accounts/:id': {
    changes: [
      (turn) => ({ name: `Account ${turn}` }),
      (turn) => ({ subtype: `kind ${turn}` }),
      (turn) => ({ is_business: turn % 2 === 0 }),
    ],
    read: readInList(({ 'data-sources': id }) => `/v1/data-sources/${id}/accounts`, 'accounts'),
  },
  'PATCH /v1/document-classes/:id': {
    changes: [(turn) => ({ label: `Class ${turn}` }), (turn) => ({ retention_days: 30 + turn })],
  },
  'PATCH /v1/documents/:id': {
    changes: [
      ...METADATA,
      (turn) => ({ display_name: `Document ${turn}` }),
      (turn) => ({ tags: [`tag ${turn}`] }),
    ],
  },
  'PATCH /v1/documents/:id/parsed-results': {
    prepare: async (caller, records) => {
      await caller.post(`/v1/documents/${records.documents}/reclassify`, {
        document_class: 'invoice',
      })
      return records
    },
    changes: [
      (turn) => ({ patches: [{ path: 'fields.total', value: turn }] }),
      (turn) => ({ patches: [{ path: 'fields.invoice_number', value: `No ${turn}` }] }),
    ],
    read: async (caller, { documents }) => {
      const { fields } = await read(caller, `/v1/documents/${documents}/parsed-results`)
      const entries = Object.entries(fields as Record<string, { value: unknown }>)
      return Object.fromEntries(entries.map(([name, { value }]) => [`fields.${name}`, value]))
    },
    sets: ({ patches: [{ path, value }] }) => ({ [path]: value }),
  },
  'PATCH /v1/documents/:id/signals/:signalId': {
    changes: [(turn) => ({ is_dismissed: turn % 2 === 0, reason: `Reason ${turn}` })],
    read: readInList(({ documents }) => `/v1/documents/${documents}/signals`, 'signals'),
    sets: ({ is_dismissed }) => ({ is_dismissed }),
    isWhole: true,
  },
  'PATCH /v1/entities/:id': {
    changes: [
      (turn) => ({ label: `Entity ${turn}` }),
      (turn) => ({ description: `About ${turn}` }),
      (turn) => ({ order: turn }),
    ],
  },
  'PATCH /v1/entities/:id/attributes/:aid': {
    changes: [
      (turn) => ({ label: `Attribute ${turn}` }),
      (turn) => ({ description: `About ${turn}` }),
      (turn) => ({ order: turn }),
    ],
    read: async (caller, { entities, attributes }) => {
      const found = await read(caller, `/v1/entities/${entities}`)
      return found.attributes.find(({ id }: { id: string }) => id === attributes)
    },
  },
  'PATCH /v1/email-templates/:id': {
    changes: [(turn) => ({ description: `About ${turn}` }), (turn) => ({ text: `Hello ${turn}` })],
  },
  'PATCH /v1/file-rename-rules/:id': {
    changes: [(turn) => ({ template: `{{year}} ${turn}` }), (turn) => ({ order: turn })],
  },
  'PATCH /v1/funders/:id': {
    changes: [
      ...METADATA,
      (turn) => ({ notes: `Note ${turn}` }),
      (turn) => ({ legal_name: `Legal ${turn}` }),
    ],
  },
  'PATCH /v1/funders/:fid/submissions/:id': {
    changes: [
      (turn) => ({ notes: `Note ${turn}` }),
      (turn) => ({ external_reference: `Reference ${turn}` }),
    ],
    read: readInList(({ funders }) => `/v1/funders/${funders}/submissions`, 'submissions'),
  },
  'PATCH /v1/funders/:fid/policies/:id': {
    changes: [
      (turn) => ({ paper_grade: 'ABCD'[turn % 4] }),
      (turn) => ({ product_type: `product ${turn}` }),
      (turn) => ({ is_active: turn % 2 === 0 }),
      (turn) => ({ name: `Policy at once ${turn}` }),
    ],
    read: readInList(({ funders }) => `/v1/funders/${funders}/policies`, 'policies'),
  },
  'PATCH /v1/merchants/:id': {
    changes: [
      (turn) => ({ default_category: ['expenses.rent', 'expenses.utilities'][turn % 2] }),
      (turn) => ({ aliases: [`ALIAS ${turn}`] }),
      (turn) => ({ groups: turn % 2 === 0 ? ['debt.mca_or_rbf'] : [] }),
    ],
    read: async (caller, { merchants }) => {
      const { groups, ...shown } = await read(caller, `/v1/merchants/${merchants}`)
      return { ...shown, groups: groups.map(({ slug }: { slug: string }) => slug) }
    },
  },
  'PUT /v1/submissions/:id/pdfs/:pid': {
    changes: [(turn) => ({ notes: `Note ${turn}` }), (turn) => ({ display_name: `Paper ${turn}` })],
    sets: ({ notes, ...body }) => (notes === undefined ? body : { review: { notes } }),
  },
  'PATCH /v1/submissions/:id/pdfs/:pid/statements': {
    prepare: async (caller, records) => {
      const url = `/v1/submissions/${records.submissions}/pdfs/${records.pdfs}`
      const { id } = (await read(caller, url)).statements[0]
      const row = { date: '2025-07-07', amount: -1, description: 'ROW' }
      const { status } = await caller.patch(`${url}/statements`, {
        statements: [{ id, rows: [row, row] }],
      })
      assert.equal(status, 200)
      const rows = `/v1/transactions?submission_id=${records.submissions}&limit=2`
      const [first, second] = await read(caller, `${rows}&sort=-created_at`)
      return { ...records, statements: id, first: first.id, second: second.id }
    },
    changes: [
      (turn, { statements: id }) => ({ statements: [{ id, institution_name: `Bank ${turn}` }] }),
      (turn, { statements: id }) => ({
        statements: [{ id, account_holder_names: [`Holder ${turn}`] }],
      }),
      // Two rows are two fields, and so are two fields of a row.
      (turn, { statements: id, first }) => ({
        statements: [{ id, rows: [{ id: first, amount: -10 - turn }] }],
      }),
      (turn, { statements: id, first }) => ({
        statements: [{ id, rows: [{ id: first, description: `ROW ${turn}` }] }],
      }),
      (turn, { statements: id, second }) => ({
        statements: [{ id, rows: [{ id: second, description: `ROW ${turn}` }] }],
      }),
    ],
    read: async (caller, { submissions, pdfs, first, second }) => {
      const [own] = (await read(caller, `/v1/submissions/${submissions}/pdfs/${pdfs}`)).statements
      const rows = await Promise.all(
        [first, second].map((id) => read(caller, `/v1/transactions/${id}`)),
      )
      const fields = rows.map(({ id, amount, description }) => [id, { amount, description }])
      return { ...own, ...Object.fromEntries(fields) }
    },
    sets: ({ statements: [own] }) => {
      const { id: _, rows, ...fields } = own
      if (rows === undefined) return fields
      const [{ id, ...row }] = rows
      return { [id]: row }
    },
  },
  'PATCH /v1/policies/:id': {
    changes: [
      (turn) => ({ description: `About ${turn}` }),
      (turn) => ({ is_active: turn % 2 === 0 }),
      (turn) => ({ auto_evaluate: turn % 2 === 0 }),
      (turn) => ({ name: `Policy at once ${turn}` }),
    ],
  },
  'PATCH /v1/positions/:id': {
    changes: [
      (turn) => ({ notes: `Note ${turn}` }),
      (turn) => ({ product_type: ['mca', 'term_loan'][turn % 2] }),
      (turn) => ({ is_disclosed: turn % 2 === 0 }),
    ],
  },
  'PATCH /v1/sandbox/inbox': {
    changes: [
      (turn) => ({ response_status: 200 + (turn % 300) }),
      (turn) => ({ response_delay_ms: turn % 50 }),
    ],
  },
  'PATCH /v1/integrations/:id': {
    changes: [
      (turn) => ({ name: `Integration ${turn}` }),
      (turn) => ({ status: turn % 2 === 0 ? 'active' : 'disabled' }),
    ],
  },
  'PATCH /v1/rules/:id': {
    changes: [
      (turn) => ({ description: `About ${turn}` }),
      (turn) => ({ tags: [`tag ${turn}`] }),
      (turn) => ({ weight: turn % 100 }),
      (turn) => ({ name: `Rule at once ${turn}` }),
    ],
  },
  'PATCH /v1/submissions/:id': {
    changes: [
      ...METADATA,
      (turn) => ({ name: `Deal at once ${turn}` }),
      (turn) => ({ company_info: { dba: `Shop ${turn}` } }),
      (turn) => ({ company_info: { industry: `Trade ${turn}` } }),
      (turn) => ({ tags: [`tag ${turn}`] }),
    ],
    // Responses of submissions have camel-cased names.
    sets: ({ company_info: companyInfo, ...body }) =>
      companyInfo === undefined ? body : { companyInfo },
  },
  'PUT /v1/submissions/:id/attribute-values': {
    changes: [
      (turn) => ({ values: [{ entity: 'company', attribute: 'dba', value: `Shop ${turn}` }] }),
      (turn) => ({ values: [{ entity: 'company', attribute: 'name', value: `Legal ${turn}` }] }),
    ],
    read: async (caller, { submissions }) => {
      const found = await read(caller, `/v1/submissions/${submissions}/attribute-values?limit=1000`)
      const own = found.filter(({ entity }: any) => entity.name === 'company')
      return Object.fromEntries(own.map(({ attribute, value }: any) => [attribute.name, value]))
    },
    sets: ({ values: [{ attribute, value }] }) => ({ [attribute]: value }),
  },
  'PATCH /v1/submissions/:id/missing-accounts/:maid': {
    changes: [(turn) => ({ status: ['requested', 'received', 'dismissed'][turn % 3] })],
    read: readInList(
      ({ submissions }) => `/v1/submissions/${submissions}/missing-accounts`,
      'missing-accounts',
    ),
    isWhole: true,
  },
  'PATCH /v1/submissions/:id/anomalies/:aid': {
    changes: [(turn) => ({ status: ['confirmed', 'dismissed'][turn % 2], note: `Note ${turn}` })],
    read: async (caller, { submissions, anomalies }) => {
      const url = `/v1/submissions/${submissions}/anomalies`
      const { anomalies: all } = await read(caller, url)
      return all.find(({ id }: { id: string }) => id === anomalies)
    },
    isWhole: true,
  },
  'PATCH /v1/transactions/:id': {
    changes: [
      ...METADATA,
      (turn) => ({ description: `CHANGED ${turn}` }),
      (turn) => ({ amount: -10 - turn }),
    ],
  },
  'PUT /v1/user/settings': {
    changes: [
      (turn) => ({ low_balance_threshold: 100 + turn }),
      (turn) => ({ creditor: { name: `Creditor ${turn}` } }),
      (turn) => ({ mask_pii: turn % 2 === 0 }),
    ],
  },
  'PUT /v1/user/layout': {
    changes: [
      (turn) => ({
        pages: {
          submission: { sections: [] },
          list: { columns: [], sort: null, filters: { turn } },
        },
        theme: 'dark',
        density: 'compact',
      }),
    ],
    isWhole: true,
  },
  'PATCH /v1/team/members/:id': {
    changes: [(turn) => ({ role: ['developer', 'analyst', 'underwriter'][turn % 3] })],
  },
  'PATCH /v1/user/profile': {
    changes: [
      (turn) => ({ name: `Person ${turn}` }),
      (turn) => ({ locale: ['en', 'de'][turn % 2] }),
    ],
  },
  'PATCH /v1/workflows/:id': { changes: WORKFLOW },
  'PUT /v1/workflows/:id': { changes: WORKFLOW },
  'PATCH /v1/webhooks/:id': {
    changes: [
      ...METADATA,
      (turn) => ({ description: `Hook ${turn}` }),
      (turn) => ({ events: [['document.parsed'], ['submission.processed']][turn % 2] }),
    ],
  },
}

/** The routes that change an object. */
export const CHANGING: readonly Route[] = ROUTES.filter((declared) =>
  ['PATCH', 'PUT'].includes(getMethod(declared)),
)

export function findEdits(declared: Route): Edits {
  const edits = EDITS[declared.endpoint]
  assert.ok(edits, `test/contract/edits.ts has no changes for ${declared.endpoint}`)
  return edits
}

/** The object of a route as a later reader sees it. */
export function readObject(caller: Caller, declared: Route, records: Records): Promise<any> {
  const { read: readIt } = findEdits(declared)
  return readIt ? readIt(caller, records) : read(caller, buildUrl(declared, records))
}

async function read(caller: Caller, url: string): Promise<any> {
  const { status, body } = await caller.get(url)
  assert.equal(status, 200, `GET ${url} returned ${status} ${JSON.stringify(body?.error)}`)
  return body.data
}

/** Reads the object out of the list that it is in. */
function readInList(
  url: (records: Records) => string,
  noun: string,
): (caller: Caller, records: Records) => Promise<object> {
  return async (caller, records) => {
    const all = await read(caller, `${url(records)}?limit=1000`)
    return all.find(({ id }: { id: string }) => id === records[noun])
  }
}
