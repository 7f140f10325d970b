import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { DOCUMENT_CLASSES } from '../../core/statements/classes/index.ts'
import { useTestHouse, type Caller } from '../../../test/context.ts'
import { derivedId } from '../../platform/crypto/derived-id.ts'

const URL = '/v1/document-classes'

describe('document classes', () => {
  const house = useTestHouse({}, { worker: false })
  let caller: Caller

  before(async () => {
    caller = (await house.tenant()).live
  })

  test('the built-in classes come first, page by page and each once', async () => {
    await caller.post(URL, { name: 'aa_own' })
    const names: string[] = []
    let next: string | null = ''
    do {
      const cursor: string = next ? `&cursor=${next}` : ''
      const { body } = await caller.get(`${URL}?limit=20${cursor}`)
      names.push(...body.data.map(({ name }: { name: string }) => name))
      next = body.next_cursor
    } while (next)
    const builtin = DOCUMENT_CLASSES.map(({ name }) => name)
    assert.deepEqual(names.slice(0, builtin.length), builtin)
    assert.ok(names.slice(builtin.length).includes('aa_own'))
    assert.equal(new Set(names).size, names.length)
  })

  test('a built-in class has the same id everywhere and is found by id and by name', async () => {
    const byName = await caller.get(`${URL}/bank_statement`)
    assert.equal(byName.body.data.id, derivedId('document-class', 'bank_statement'))
    assert.equal(byName.body.data.is_builtin, true)
    const byId = await caller.get(`${URL}/${derivedId('document-class', 'bank_statement')}`)
    assert.deepEqual(byId.body, byName.body)
    const nothing = await caller.get(`${URL}/no_such_class`)
    assert.deepEqual([nothing.status, nothing.body.error.code], [404, 'document_class_not_found'])
  })

  test('a layer adds to a built-in class and replaces nothing but its label', async () => {
    const { body: plain } = await caller.get(`${URL}/invoice`)
    const field = { name: 'purchase_order', type: 'string' }
    const change = {
      label: 'Bill',
      cues: { strong: ['remit to'] },
      extraction_fields: [field],
      retention_days: 30,
    }
    const { status, body } = await caller.patch(`${URL}/invoice`, change)
    assert.equal(status, 200)
    const { data } = body
    assert.deepEqual(
      [data.label, data.retention_days, data.family],
      ['Bill', 30, plain.data.family],
    )
    assert.deepEqual(data.cues.strong, [...plain.data.cues.strong, 'remit to'])
    assert.equal(data.extraction_fields.length, plain.data.extraction_fields.length + 1)
    await caller.patch(`${URL}/invoice`, { is_active: false })
    const { body: later } = await caller.get(`${URL}/invoice`)
    assert.deepEqual([later.data.is_active, later.data.label], [false, 'Bill'])
  })

  test('what a built-in class is cannot be changed or deleted', async () => {
    const changed = await caller.patch(`${URL}/deed`, { family: 'debt' })
    assert.deepEqual([changed.status, changed.body.error.code], [409, 'builtin_immutable'])
    const deleted = await caller.delete(`${URL}/deed`)
    assert.equal(deleted.body.error.code, 'builtin_immutable')
  })

  test('a name or alias belongs to one class', async () => {
    await caller.post(URL, { name: 'site_photo', aliases: ['photo'] })
    for (const input of [
      { name: 'site_photo' },
      { name: 'photo' },
      { name: 'bank_statement' },
      { name: 'w2' },
      { name: 'other_photo', aliases: ['statement'] },
    ]) {
      const { status, body } = await caller.post(URL, input)
      assert.deepEqual([status, body.error.code], [409, 'duplicate_name'], JSON.stringify(input))
    }
  })

  test('a class of one’s own keeps what it was given and can be changed and deleted', async () => {
    const input = {
      name: 'landlord_letter',
      family: 'property',
      parser: 'form',
      cues: { title: ['landlord letter'] },
      extraction_fields: [{ name: 'rent', type: 'money', pattern: '^\\d+$' }],
    }
    const created = await caller.post(URL, input)
    assert.equal(created.status, 201)
    assert.equal(created.headers.location, `${URL}/${created.body.data.id}`)
    assert.equal(created.body.data.label, 'Landlord letter')
    assert.deepEqual(created.body.data.cues.weak, [])
    const changed = await caller.patch(`${URL}/landlord_letter`, { description: 'Rent paid.' })
    assert.deepEqual(
      [changed.body.data.description, changed.body.data.family],
      ['Rent paid.', 'property'],
    )
    assert.equal((await caller.delete(`${URL}/landlord_letter`)).status, 200)
    assert.equal((await caller.get(`${URL}/landlord_letter`)).status, 404)
  })

  test('a pattern that is no regular expression and a cue without a letter are refused', async () => {
    const field = { name: 'rent', type: 'money', pattern: '(' }
    const badPattern = await caller.post(URL, { name: 'bad_pattern', extraction_fields: [field] })
    assert.deepEqual(
      [badPattern.status, badPattern.body.error.param],
      [422, 'extraction_fields[0].pattern'],
    )
    const badCue = await caller.post(URL, { name: 'bad_cue', cues: { weak: ['--'] } })
    assert.equal(badCue.body.error.code, 'invalid_format')
  })

  test('a change made on an older state is refused', async () => {
    const read = await caller.get(`${URL}/deed`)
    const headers = { 'if-match': String(read.headers.etag) }
    assert.equal((await caller.patch(`${URL}/deed`, { label: 'Title' }, { headers })).status, 200)
    const late = await caller.patch(`${URL}/deed`, { label: 'Late' }, { headers })
    assert.equal(late.body.error.code, 'version_conflict')
  })

  test('a class of another tenant does not exist', async () => {
    const { body } = await caller.post(URL, { name: 'private_class' })
    const stranger = (await house.tenant()).live
    for (const ref of [body.data.id, 'private_class']) {
      assert.equal((await stranger.get(`${URL}/${ref}`)).status, 404)
      assert.equal((await stranger.patch(`${URL}/${ref}`, { label: 'Mine' })).status, 404)
      assert.equal((await stranger.delete(`${URL}/${ref}`)).status, 404)
    }
    assert.equal((await stranger.post(URL, { name: 'private_class' })).status, 201)
  })
})
