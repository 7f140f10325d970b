import assert from 'node:assert/strict'
import type { Caller } from '../context.ts'

/** Calls the service, and returns the `data` of what must succeed. */
export type Call = (method: 'get' | 'post' | 'put' | 'patch', url: string, body?: object) => any

export function callWith(caller: Caller): Call {
  return async (method, url, body) => {
    const response = await (method === 'get' ? caller.get(url) : caller[method](url, body))
    assert.ok(response.status < 300, `${url}: ${JSON.stringify(response.body)}`)
    return response.body.data
  }
}

/** A policy of two rules that looks at every deal, and three funders, of which two take the demo deal. */
export async function makeHouseRules(call: Call): Promise<void> {
  const rules = [
    { name: 'Few NSF', metric: 'nsf_overdraft_count', operator: 'less_than_or_equal', value: 0 },
    { name: 'In business', metric: 'time_in_business_months', operator: 'greater_than', value: 12 },
  ]
  const rule_ids: string[] = []
  for (const rule of rules) rule_ids.push((await call('post', '/v1/rules', rule)).id)
  const policy = { name: 'Standard', kind: 'underwriting', rule_ids, auto_evaluate: true }
  const { id } = await call('post', '/v1/policies', policy)
  await call('post', `/v1/policies/${id}/publish`, {})
  await makeFunder(call, 'Harbor Street Capital', 15_000)
  await makeFunder(call, 'Credence Advance', 20_000)
  await makeFunder(call, 'North Pier Funding', 900_000)
}

async function makeFunder(call: Call, name: string, revenue: number): Promise<void> {
  const intake = { submission_channel: 'email', submission_email: 'deals@funder.example' }
  const { id } = await call('post', '/v1/funders', { name, kind: 'mca', ...intake })
  const needs = { name: 'min_monthly_revenue', operator: 'greater_than_or_equal', value: revenue }
  const offer = { factor: 1.32, term: 9, max_amount: 80_000 }
  await call('post', `/v1/funders/${id}/policies`, { name: 'Standard', criteria: [needs], offer })
}

/** An amount that is not the one on the page. */
export interface Misread {
  documentId: string
  filename: string
  rowId: string
  description: string
  /** As it is printed. */
  amount: number
  /** Which row of the first page it is, from 0. */
  at: number
}

/** Reads two digits of an amount of the demo deal in the wrong order, as a tired reader does. */
export async function misreadAmount(call: Call, deal: string): Promise<Misread> {
  const documents = await call('get', `/v1/submissions/${deal}/documents?limit=50`)
  const { id: documentId, display_name: filename } = documents.find(
    (one: { display_name: string }) => one.display_name === 'harborline-operating-2025-08.pdf',
  )
  const query = `submission_id=${deal}&document_id=${documentId}&include_unloaded=true&limit=1000`
  const rows: any[] = await call('get', `/v1/transactions?${query}`)
  const printed = rows
    .filter(({ evidence }) => evidence.page === 1)
    .toSorted((one, other) => one.evidence.bbox[1] - other.evidence.bbox[1])
  const at = printed.findIndex(({ amount }) => swapDigits(amount) !== amount)
  const { id: rowId, statement_id, amount, description } = printed[at]
  const wrong = { id: rowId, amount: swapDigits(amount) }
  const path = `/v1/submissions/${deal}/pdfs/${documentId}/statements`
  await call('patch', path, { statements: [{ id: statement_id, rows: [wrong] }] })
  return { documentId, filename, rowId, description, amount, at }
}

/** 412.58 → 421.58; the same where two neighbors are equal, or the amount is short. */
function swapDigits(amount: number): number {
  return Number(amount.toFixed(2).replace(/(\d)(\d)(\.\d\d)$/, '$2$1$3'))
}
