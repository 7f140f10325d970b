import { toSnake } from '../../core/values/text.ts'
import { checkArguments } from './arguments.ts'
import { UnreachableError, type ApiRequest, type ApiResponse } from './api.ts'
import { toInput } from '../catalogue.ts'
import { attachFile, readSource } from './files.ts'
import { presentFault, presentFaults, presentUnconfirmed } from '../present/fault.ts'
import { presentResult, type Page, type ToolResult } from '../present/result.ts'
import { buildRead, buildRequest, findPlace, identify, UUID } from './request.ts'
import type { Session } from '../session.ts'
import { splitPick, type Tool } from '../tools/declare.ts'
import { waitForEnd } from './wait.ts'

type Values = Record<string, unknown>

/** A call of a tool: whatever goes wrong is a result that says what the right call is. */
export async function performTool(
  declared: Tool,
  given: Values,
  session: Session,
): Promise<ToolResult> {
  const { values, notes, faults } = checkArguments(toInput(declared, session.selection), given)
  if (faults.length > 0) return presentFaults(faults, `call ${declared.name} again`)
  try {
    return await perform(declared, { values, notes, session })
  } catch (error) {
    if (!(error instanceof UnreachableError)) throw error
    return presentFaults([error.message], 'say so to the person; another call will fail as well')
  }
}

interface Call {
  values: Values
  notes: string[]
  session: Session
}

async function perform(declared: Tool, call: Call): Promise<ToolResult> {
  const { session, notes } = call
  const refusal = await refuseUnconfirmed(declared, call)
  if (refusal !== null) return refusal
  const resolved = await resolveReferences(declared, call)
  if ('refusal' in resolved) return resolved.refusal
  const { values } = resolved
  const plain = buildRequest(declared, values, { key: session.key, nowMs: session.now() })
  const file = declared.takesFile ? await readSource(values, session.filesRoot) : null
  if (file?.kind === 'fault')
    return presentFaults([file.fault], `call ${declared.name} again with one file`)
  const request = file?.kind === 'bytes' ? await attachFile(plain, file) : plain
  const response = await sendAs(session, request)
  if (response.status >= 400 || !isPage(response.body)) return presentFault(declared, response)
  const page = await waitForEnd(declared, response.body, (path) => read(session, path))
  const include = [values.include ?? [], values.expand ?? []].flat() as string[]
  const source = `${request.method} ${request.path}`
  return presentResult(page, { declared, notes, include, source })
}

/** A delete without `confirm` says what it would remove, and removes nothing. */
async function refuseUnconfirmed(declared: Tool, call: Call): Promise<ToolResult | null> {
  const { values, session } = call
  if (declared.confirms === undefined || values.confirm === true) return null
  const response = await read(session, buildRead(declared.confirms, declared, values))
  if (response.status >= 400 || !isPage(response.body)) return presentFault(declared, response)
  const { name = '', counts = {} } = response.body.data as Removed
  return presentUnconfirmed(declared.name, name, describeCounts(counts))
}

interface Removed {
  name?: string
  counts?: Record<string, number | null>
}

function describeCounts(counts: Record<string, number | null>): string {
  const parts = Object.entries(counts)
    .filter(([, number]) => number !== null && number > 0)
    .map(([noun, number]) => `${number} ${toSnake(noun)}`)
  return parts.length === 0 ? '' : `, with ${parts.join(', ')}`
}

/** Bodies take the id of a deal alone, so an id of the caller's own is looked up before. */
async function resolveReferences(
  declared: Tool,
  { values, session }: Call,
): Promise<{ values: Values } | { refusal: ToolResult }> {
  const pick = declared.picks.map(splitPick).find(({ argument }) => argument === 'submission_id')
  const id = values.submission_id
  const isBody = pick !== undefined && findPlace(declared, pick.field) === 'body'
  if (!isBody || typeof id !== 'string' || UUID.test(id)) return { values }
  const name = encodeURIComponent(`ext:${id.replace(/^ext:/, '')}`)
  const response = await read(session, `/v1/submissions/${name}`)
  if (response.status >= 400 || !isPage(response.body))
    return { refusal: presentFault(declared, response) }
  return { values: { ...values, submission_id: (response.body.data as { id: string }).id } }
}

/** A read with the key of the session. */
export function read(session: Session, path: string): Promise<ApiResponse> {
  return sendAs(session, { method: 'GET', path, headers: identify(session) })
}

async function sendAs(session: Session, request: ApiRequest): Promise<ApiResponse> {
  const response = await session.send(request)
  if (response.status === 401) session.onUnauthorized?.()
  return response
}

export function isPage(body: unknown): body is Page {
  return typeof body === 'object' && body !== null && 'data' in body
}
