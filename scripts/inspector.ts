// `npm run inspector`: starts a copy of the service and shows it to the official Inspector of the Model Context
// Protocol, which npx fetches: the handshake of the interface as it goes over the wire, the line of the README, and
// a deal from the list of tools to its scorecard. Fails where one of them does not come out.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { delimiter, dirname } from 'node:path'
import { promisify } from 'node:util'
import { inspectorCall } from '../src/mcp/guide/set-up.ts'
import { makeServiceCopy } from './service-process.ts'

const STATEMENT = `${import.meta.dirname}/../fixtures/statements/running-balance/funded/statement.pdf`
const TOOLS_COUNT = 45
const OUTPUT_BYTES_MAX = 16 * 1024 * 1024
/** It wants a newer Node than ours may be started by; the pinned one is new enough. */
const env = { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env.PATH}` }
const run = promisify(execFile)

/** Where the service is, and the key that opens it. */
interface Place {
  url: string
  key: string
}

const copy = await makeServiceCopy()
try {
  await copy.start()
  const place = { url: copy.url, key: copy.readKey() }
  await printHandshake(place)
  await printLine(place)
  await underwrite(place)
} finally {
  await copy.remove()
}

async function printHandshake(place: Place): Promise<void> {
  console.log('The handshake of the interface:\n')
  const clientInfo = { name: 'example', version: '1.0.0' }
  const params = { protocolVersion: '2024-11-05', capabilities: {}, clientInfo }
  await exchange(place, { jsonrpc: '2.0', id: 1, method: 'initialize', params })
  await exchange(place, { jsonrpc: '2.0', method: 'notifications/initialized' })
  const list = await exchange(place, { jsonrpc: '2.0', id: 2, method: 'tools/list' })
  assert.equal(JSON.parse(list).result.tools.length, TOOLS_COUNT)
}

/** Prints both sides, long ones by their beginning; returns the response. */
async function exchange({ url, key }: Place, message: object): Promise<string> {
  const body = JSON.stringify(message)
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const response = await fetch(`${url}/mcp`, { method: 'POST', headers, body })
  const text = await response.text()
  console.log(
    `> ${body}\n< ${response.status} ${text.length > 300 ? `${text.slice(0, 300)} …` : text}`,
  )
  assert.ok(response.ok, text)
  return text
}

async function printLine({ url, key }: Place): Promise<void> {
  const line = inspectorCall(url)
  const { stdout } = await run('sh', ['-c', line], { env: { ...env, KEY: key } })
  console.log(`\nThe line of the README:\n\n$ ${line}\n${stdout}`)
  assert.equal(stdout.trim(), String(TOOLS_COUNT))
}

async function underwrite(place: Place): Promise<void> {
  const deal = await call(place, 'service_create_submission', { name: 'Shown to the Inspector' })
  const submission_id = deal.id!
  const content_base64 = readFileSync(STATEMENT).toString('base64')
  const file = { submission_id, filename: 'statement.pdf', content_base64 }
  await call(place, 'service_upload_document', file)
  let status = 'processing'
  // The upload has begun a run already.
  const started = { submission_id, restart: 'true', wait_seconds: '25' }
  await call(place, 'service_start_workflow', started)
  while (status === 'processing')
    status = (await call(place, 'service_get_processing_status', { submission_id })).status!
  const { paper_grade = '' } = await call(place, 'service_get_scorecard', { submission_id })
  console.log(`The deal is ${status}, its paper grade ${paper_grade}.`)
  assert.match(paper_grade, /^[A-D]$/)
}

/** The data of a call that the Inspector makes. */
async function call(
  { url, key }: Place,
  tool: string,
  values: Record<string, string>,
): Promise<Record<string, string>> {
  const given = Object.entries(values).flatMap(([name, value]) => [
    '--tool-arg',
    `${name}=${value}`,
  ])
  const inspector = ['-y', '@modelcontextprotocol/inspector', '--cli']
  const args = [...inspector, `${url}/mcp`, '--transport', 'http']
  const rest = ['--header', `X-Api-Key: ${key}`, '--method', 'tools/call', '--tool-name', tool]
  const { stdout } = await run('npx', [...args, ...rest, ...given], {
    env,
    maxBuffer: OUTPUT_BYTES_MAX,
  })
  const { structuredContent, isError, content } = JSON.parse(stdout)
  assert.notEqual(isError, true, `${tool}: ${content[0].text}`)
  console.log(`${tool}: ${content[0].text.split('\n').length} lines`)
  return structuredContent.data
}
