import catalogue from '../../platform/errors/catalogue.json' with { type: 'json' }
import type { ApiResponse } from '../calls/api.ts'
import { splitPick, type Tool } from '../tools/declare.ts'
import { cleanText, fence } from './clean.ts'
import type { ToolResult } from './result.ts'
import { toText } from '../text.ts'

interface ApiFault {
  code?: string
  message?: string
  param?: string
  request_id?: string
  doc_url?: string
  existing_id?: string
  errors?: { param?: string; message: string }[]
}

interface Entry {
  fix?: string
  isRetryable?: boolean
}

/** Which call finds what was not found, or moves what is in the wrong state. */
export const NEXT_CALLS: Readonly<Record<string, string>> = {
  submission_not_found: 'service_list_submissions finds deals by q, status or external_id',
  document_not_found: 'service_list_documents lists the documents of a deal with their ids',
  workflow_not_found: 'service_list_workflows lists workflows with their ids',
  duplicate_document: 'use the document that is there, by its existing_id',
  rule_not_found: 'service_list_rules lists rules with their ids',
  policy_not_found: 'leave policy_ids out for all policies in force',
  already_processing: 'service_get_processing_status until the run ends',
  invalid_document_class: 'call again with one of the classes that the message names',
}

const KEY_REMEDY =
  'next: the person must set SERVICE_API_KEY of this server, or sign in again; no call works before'

const CATALOGUE: Readonly<Record<string, Entry>> = catalogue

/** Sentences of ours, for a call that was not made. */
export function presentFaults(faults: readonly string[], next: string): ToolResult {
  return toError([...faults.map(cleanText), `next: ${next}`])
}

/** A delete that was not confirmed: what it would remove, of which the name is not ours. */
export function presentUnconfirmed(tool: string, name: string, counts: string): ToolResult {
  const lines = [
    `Nothing was deleted. ${tool} would remove this for good${counts}:`,
    fence(cleanText(name).replace(/\s+/g, ' ')),
    'next: only if the person wants this, call again with confirm=true',
  ]
  return { content: [{ type: 'text', text: lines.join('\n') }], isError: true }
}

/** An error of the API, with the call that would be right. */
export function presentFault(declared: Tool, { status, headers, body }: ApiResponse): ToolResult {
  const fault = (body as { error?: ApiFault } | undefined)?.error
  if (fault?.code === undefined) {
    const text = `The address in SERVICE_API_URL gave status ${status} without an error of the API.`
    return toError([text, 'next: check that SERVICE_API_URL is the address of the API itself'])
  }
  const { fix, isRetryable = status >= 500 || status === 429 } = CATALOGUE[fault.code] ?? {}
  const wait = headers['retry-after']
  if (status === 401) return toError([fault.message ?? '', KEY_REMEDY, describe(fault, false)])
  const next = wait === undefined ? NEXT_CALLS[fault.code] : `call again after ${toText(wait)} s`
  return toError([
    nameParam(declared, fault),
    ...(fault.errors ?? []).slice(1).map(({ message, param }) => `also ${param}: ${message}`),
    ...(fix === undefined ? [] : [`fix: ${fix}`]),
    ...(next === undefined ? [] : [`next: ${next}`]),
    describe(fault, isRetryable),
  ])
}

/** The name that the caller knows the parameter by. */
function nameParam({ picks }: Tool, { param, message = '' }: ApiFault): string {
  const pick = picks.map(splitPick).find(({ field }) => field === param)
  const isRenamed = pick !== undefined && pick.argument !== param
  return isRenamed ? `${pick.argument}: ${message}` : message
}

function describe(fault: ApiFault, isRetryable: boolean): string {
  const { code, param, existing_id, request_id, doc_url } = fault
  const existing = existing_id === undefined ? '' : ` existing_id=${existing_id}`
  const named = param === undefined ? '' : ` param=${param}`
  const retry = isRetryable ? 'yes' : 'no'
  return `code=${code}${named}${existing} request_id=${request_id} retryable=${retry} doc_url=${doc_url}`
}

function toError(lines: readonly string[]): ToolResult {
  return { content: [{ type: 'text', text: cleanText(lines.join('\n')) }], isError: true }
}
