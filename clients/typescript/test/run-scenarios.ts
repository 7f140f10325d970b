// Carries out the calls of a file of scenarios and prints what came of each, as JSON.
import { readFileSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { List, Service, ServiceError, webhooks, type FileInput } from '../src/index.ts'
import type { Outcome, Scenario, ScenarioCall } from '../../scenarios/scenario.ts'

type Task = Scenario & { url: string }

const tasks = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as Task[]
process.stdout.write(JSON.stringify(await Promise.all(tasks.map(run))))

async function run({ name, url, client = {}, call }: Task): Promise<Outcome> {
  try {
    if (call.webhook) return { name, data: await verify(call.webhook) }
    const service = new Service({
      apiKey: client.api_key === undefined ? 'svc_test_scenario' : (client.api_key ?? ''),
      baseUrl: url,
      ...(client.max_retries === undefined ? {} : { maxRetries: client.max_retries }),
      ...(client.timeout_ms === undefined ? {} : { timeoutMs: client.timeout_ms }),
    })
    return {
      name,
      ...(call.method === 'construct' ? { data: null } : await carryOut(service, call)),
    }
  } catch (error) {
    return { name, error: describe(error) }
  }
}

function verify({
  payload,
  headers,
  secrets,
  now,
}: NonNullable<ScenarioCall['webhook']>): Promise<unknown> {
  return webhooks.constructEvent(payload, headers, secrets, { now: now * 1_000 })
}

async function carryOut(service: Service, call: ScenarioCall): Promise<Omit<Outcome, 'name'>> {
  const [resource = '', method = ''] = call.method.split('.')
  const methods = (
    service as unknown as Record<string, Record<string, (...given: unknown[]) => unknown>>
  )[resource]!
  const {
    idempotency_key: idempotencyKey,
    timeout_ms: timeoutMs,
    max_retries: maxRetries,
  } = call.options ?? {}
  const given = { idempotencyKey, timeoutMs, maxRetries }
  const options = Object.fromEntries(
    Object.entries(given).filter(([, value]) => value !== undefined),
  )
  const result = methods[method]!(...(call.args ?? []), await withFile(call.params ?? {}), options)
  if (result instanceof List)
    return { data: await result.toArray(call.take === undefined ? {} : { max: call.take }) }
  if (Symbol.asyncIterator in (result as object))
    return { data: await take(result as AsyncIterable<unknown>, call.take ?? 100) }
  if (!('withResponse' in (result as object))) return { data: await (result as Promise<unknown>) }
  const { data, response } = await (
    result as ReturnType<Service['submissions']['get']>
  ).withResponse()
  const { status, requestId, idempotentReplayed, retries, rateLimit } = response
  return {
    data: toText(data) ?? null,
    response: {
      status,
      retries,
      request_id: requestId,
      idempotent_replayed: idempotentReplayed,
      rate_limit: rateLimit,
    },
  }
}

async function take(items: AsyncIterable<unknown>, max: number): Promise<unknown[]> {
  const taken: unknown[] = []
  for await (const item of items) if (taken.push(item) >= max) break
  return taken
}

/** The bytes of a file as a text. */
function toText(data: unknown): unknown {
  const { content, contentType, filename } = (data ?? {}) as {
    content?: unknown
    contentType?: string
    filename?: string
  }
  if (!(content instanceof Uint8Array)) return data
  return { content: new TextDecoder().decode(content), content_type: contentType, filename }
}

interface FilePlan {
  from: 'path' | 'bytes' | 'stream'
  name: string
  size: number
}

async function withFile(params: Record<string, unknown>): Promise<Record<string, unknown>> {
  const plan = params.file as FilePlan | undefined
  return plan ? { ...params, file: await makeFile(plan) } : params
}

async function makeFile({ from, name, size }: FilePlan): Promise<FileInput> {
  const bytes = new Uint8Array(size).fill(97)
  if (from === 'bytes') return { filename: name, content: bytes }
  if (from === 'stream') return { filename: name, content: new Blob([bytes]).stream() }
  const path = join(await mkdtemp(join(tmpdir(), 'assay-scenario-')), name)
  writeFileSync(path, bytes)
  return path
}

function describe(error: unknown): Record<string, unknown> {
  if (!(error instanceof ServiceError)) return { kind: 'unknown', message: String(error) }
  const { name, code, status, param, requestId, docUrl, message } = error
  return {
    kind: name,
    code,
    status,
    param,
    request_id: requestId,
    doc_url: docUrl,
    message,
    text: String(error),
  }
}
