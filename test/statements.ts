import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { Truth } from '../fixtures/truth.ts'
import { sql } from '../src/platform/db/sql.ts'
import type { Caller, TestFile, TestHouse, TestTenant } from './context.ts'

export interface Fixture {
  truth: Truth
  file: TestFile
}

/** A printed statement with what stands on it: `running-balance/funded`. */
export function readFixture(name: string): Fixture {
  const folder = new URL(`../fixtures/statements/${name}/`, import.meta.url)
  const truth = JSON.parse(readFileSync(new URL('truth.json', folder), 'utf8')) as Truth
  const bytes = readFileSync(new URL('statement.pdf', folder))
  return { truth, file: { filename: `${name.replace('/', '-')}.pdf`, bytes } }
}

/** The same statement as other bytes: nobody's duplicate. */
export function retouched({ filename, bytes }: TestFile, note: string): TestFile {
  return { filename, bytes: Buffer.concat([bytes, Buffer.from(`\n% ${note}\n`)]) }
}

/** A submission of this caller. */
export async function submit(caller: Caller, fields: object = {}): Promise<string> {
  const { status, body } = await caller.post('/v1/submissions', { name: 'Harborline', ...fields })
  assert.equal(status, 201, JSON.stringify(body))
  return body.data.id
}

/** The id of one uploaded document. */
export async function upload(
  caller: Caller,
  submissionId: string,
  upload: { file: TestFile; fields?: Record<string, string> },
): Promise<string> {
  const url = `/v1/submissions/${submissionId}/documents`
  const { status, body } = await caller.upload(url, [upload.file], upload.fields)
  assert.equal(status, 201, JSON.stringify(body))
  return body.data.id
}

export interface StoredRow {
  id: string
  date: string
  amount: number
  description: string
  page: number | null
  box: number[] | null
  position: number
  isDuplicate: boolean
  duplicateOf: string | null
}

/** The stored transactions of a document in the order it prints them, whether or not they count. */
export async function storedRows(
  house: TestHouse,
  tenant: TestTenant,
  documentId: string,
): Promise<StoredRow[]> {
  const environmentId = tenant.environments.live
  return house.house.database.withEnvironment(environmentId, (db) =>
    db.rows<StoredRow>(sql`
      select t.id, t.date, t.amount, t.description, t.page, t.box, t.position, t.is_duplicate, t.duplicate_of
      from transactions t
      join statements s on s.environment_id = t.environment_id and s.id = t.statement_id
      where t.environment_id = ${environmentId} and t.document_id = ${documentId}
      order by s.index, t.position`),
  )
}
