import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { linesPdf, pagesPdf } from '../lines-pdf.ts'
import type { Caller, TestFile } from '../context.ts'
import type { Factory, SampleMaker } from './sample.ts'

/** Classes that a person gives, one after the other. */
const CLASSES = ['voided_check', 'utility_bill', 'lease_agreement', 'deed', 'passport', 'ssn_card']

let made = 0

/** Too long to be read while a request waits. */
export function longFile(): TestFile {
  const pages = Array.from({ length: 21 }, (_, at) => [`Page ${at + 1} of ${randomUUID()}`])
  return { filename: 'long.pdf', bytes: pagesPdf(pages) }
}

export async function processLongFile(caller: Caller): Promise<string> {
  const { status, body } = await caller.upload('/v1/files/process', [longFile()])
  assert.equal(status, 202, JSON.stringify(body))
  return body.data.id
}

async function addOfNextClass(caller: Caller, submissionId: string): Promise<string> {
  const url = `/v1/submissions/${submissionId}/documents`
  const file = { filename: 'letter.pdf', bytes: linesPdf([`Letter ${randomUUID()}`]) }
  const document_class = CLASSES[(made += 1) % CLASSES.length]!
  const { status, body } = await caller.upload(url, [file], { document_class })
  assert.equal(status, 201, JSON.stringify(body))
  return body.data.id
}

export const FILE_FACTORIES: Record<string, Factory> = {
  recent: (caller, { submissions = '' }) => addOfNextClass(caller, submissions),
}

const TABLE = 'Date,Description,Amount,Balance\n2025-03-03,SALES,100.00,1100.00\n'

export const FILE_SAMPLES: Record<string, SampleMaker> = {
  'POST /v1/files/process': () => ({
    files: [{ filename: 'rows.csv', bytes: Buffer.from(TABLE) }],
  }),
}
