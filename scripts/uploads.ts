// `npm run uploads [-- FILES] [--hostile]`: uploads files, by default the sample statements and
// exports or, without them, the statements of fixtures/, to a copy of the service and compares its
// output with what reading them without it gives. `--hostile` uploads the files of
// fixtures/hostile.ts and prints how each ended.
import { globSync, readFileSync } from 'node:fs'
import { basename, join, relative, sep } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { HOSTILE_FILES } from '../fixtures/hostile.ts'
import type { Tools } from '../src/core/statements/formats/format.ts'
import { createPdfReader } from '../src/core/statements/pdf/pdfium.ts'
import { readStatement } from '../src/core/statements/read-statement.ts'
import { createScanTools } from '../src/parser/scan-tools.ts'
import { createServiceClient, fileForm, type ServiceClient } from './service-client.ts'
import { makeServiceCopy } from './service-process.ts'
import {
  differences,
  describeReading,
  describeServiceOutput,
  type ShownRow,
} from './uploads/compare.ts'

const FIXTURES = fileURLToPath(new URL('../fixtures/statements', import.meta.url))
const TIMEOUT_MS = 180_000
const POLL_MS = 200
/** States a document does not leave by itself. */
const FINAL = ['parsed', 'processed', 'review_required', 'failed', 'unsupported', 'split']

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { hostile: { type: 'boolean', default: false } },
})

interface File {
  filename: string
  bytes: Uint8Array
  /** Codes it may end with; null for one whose reading is compared. */
  expected: readonly string[] | null
}

process.exitCode = await main()

async function main(): Promise<number> {
  const copy = await makeServiceCopy({ RATE_LIMIT_PER_SECOND: '0' })
  try {
    await copy.start()
    const client = createServiceClient(copy.url, copy.readKey())
    const tools = await openTools()
    let bad = 0
    let count = 0
    for await (const file of files()) {
      const faults = await findFaults(client, file, tools)
      count += 1
      if (faults.length > 0) bad += 1
      for (const fault of faults.slice(0, 5)) console.log(`  ${fault.slice(0, 300)}`)
    }
    const health = await client.call('GET', '/health')
    console.log(
      `\n${count} files, ${count - bad} as they should be; service ${health.body.data.status}`,
    )
    await client.close()
    return bad > 0 || health.status !== 200 || count === 0 ? 1 : 0
  } finally {
    await copy.remove()
  }
}

async function* files(): AsyncGenerator<File> {
  if (values.hostile) {
    for (const { filename, bytes, expected } of HOSTILE_FILES)
      yield { filename, bytes: await bytes(), expected }
    return
  }
  const samples = process.env['ASSAY_SAMPLES_DIR'] ?? '../shared/samples'
  const all = globSync(join(samples, '{statements,tabular}/**/*.*'))
    .filter((path) => basename(path) !== 'expected.json')
    .toSorted()
  const own = globSync(join(FIXTURES, '**/statement.pdf')).toSorted()
  const paths = [positionals, all, own].find(({ length }) => length > 0) ?? []
  for (const path of paths) {
    const filename = paths === own ? relative(FIXTURES, path).replaceAll(sep, '-') : basename(path)
    yield { filename, bytes: readFileSync(path), expected: null }
  }
}

async function openTools(): Promise<Tools> {
  const wasm = readFileSync(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')))
  return { pdf: await createPdfReader(wasm), scan: createScanTools(() => {}) }
}

/** Uploads the file into a submission of its own and prints how it ended. */
async function findFaults(client: ServiceClient, file: File, tools: Tools): Promise<string[]> {
  const startedAt = performance.now()
  const { filename, bytes, expected } = file
  const created = await client.call('POST', '/v1/submissions', { body: { name: filename } })
  const path = `/v1/submissions/${created.body.data.id}/documents`
  const form = fileForm(filename, new Uint8Array(bytes))
  const { status, body } = await client.call('POST', path, { form })
  const document = status === 201 ? await finalState(client, body.data.id) : null
  const isFailed = document?.status === 'failed'
  const end = (isFailed ? document.error_code : document?.status) ?? body.error.code
  const isRead = document !== null && !isFailed
  console.log(`${filename}: ${end}, ${((performance.now() - startedAt) / 1000).toFixed(1)} s`)
  if (expected) return expected.includes(end) ? [] : [`expected ${expected.join(' or ')}`]
  const reading = await readStatement(bytes, { filename }, tools)
  if (!isRead) {
    const code = reading.failure?.code ?? 'none'
    return code === end ? [] : [`the reading fails with ${code}`]
  }
  if (!FINAL.includes(document.status)) return ['it is in no final state']
  const results = (await client.read(`/v1/documents/${document.id}/parsed-results`)).data
  const rows = await listRows(client, document.submission_id)
  return differences(describeServiceOutput(results.statements, rows), describeReading(reading))
}

interface Ended {
  id: string
  submission_id: string
  status: string
  error_code: string | null
}

async function finalState(client: ServiceClient, id: string): Promise<Ended> {
  const deadline = performance.now() + TIMEOUT_MS
  for (;;) {
    const document: Ended = (await client.read(`/v1/documents/${id}`)).data
    if (FINAL.includes(document.status) || performance.now() > deadline) return document
    await sleep(POLL_MS)
  }
}

async function listRows(client: ServiceClient, submissionId: string): Promise<ShownRow[]> {
  const rows: ShownRow[] = []
  let cursor = ''
  do {
    const url = `/v1/transactions?submission_id=${submissionId}&limit=1000${cursor}`
    const { data, next_cursor: next } = await client.read(url)
    rows.push(...data)
    cursor = next === null ? '' : `&cursor=${encodeURIComponent(next)}`
  } while (cursor !== '')
  return rows
}
