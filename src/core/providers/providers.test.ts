import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { test } from 'node:test'
import type { Imported } from './imported.ts'
import { detectProvider, isEmpty, PROVIDERS, readPayload } from './index.ts'
import { Numeral } from './payload/parse.ts'
import { readCents, readDate } from './payload/values.ts'

const OPTIONS = { timezone: null, currency: null, sign: 'auto' as const }
const FIXTURES = globSync('fixtures/providers/*/*.truth.json').toSorted()
const SAMPLES = `${process.env.ASSAY_SAMPLES_DIR ?? '../shared/samples'}/providers`

interface Truth {
  accounts: unknown[]
  rows: unknown[]
  statements: unknown[]
  removed: string[]
  problems: [string, string][]
  signals?: string[]
}

function summarize(imported: Imported): Truth {
  const { accounts, rows, statements, removed, problems, signals } = imported
  return {
    accounts: accounts.map((one) => [one.id, one.institutionName, one.number, one.type, one.currency]),
    rows: rows.map((row) => [row.externalId, row.date, row.amount, row.description, row.category, row.isPending]),
    statements: statements.map((one) => [one.accountId, one.startDate, one.endDate, one.openingBalance, one.closingBalance, one.dailyBalances.length]),
    removed,
    problems: problems.map(({ pointer, code }) => [pointer, code]),
    signals: signals.map(({ code }) => code),
  } // prettier-ignore
}

function readFixture(truthPath: string): { provider: string; text: string; truth: Truth } {
  const stem = truthPath.replace('.truth.json', '')
  const path = [`${stem}.json`, `${stem}.xml`].find((each) => existsSync(each))!
  return {
    provider: basename(dirname(truthPath)),
    text: readFileSync(path, 'utf8'),
    truth: JSON.parse(readFileSync(truthPath, 'utf8')) as Truth,
  }
}

test('every payload of the fixtures is read to its truth, and no provider is without one', () => {
  for (const path of FIXTURES) {
    const { provider, text, truth } = readFixture(path)
    const imported = readPayload(text, provider, OPTIONS)
    assert.deepEqual(summarize(imported), { ...truth, signals: truth.signals ?? [] }, path)
  }
  const covered = new Set(FIXTURES.map((path) => basename(dirname(path))))
  assert.deepEqual(PROVIDERS.map(({ name }) => name).filter((name) => !covered.has(name)), []) // prettier-ignore
})

test('a payload that comes without the name of its provider is known by its names alone', () => {
  for (const path of FIXTURES) {
    const { provider, text } = readFixture(path)
    if (text.startsWith('<')) continue
    const root: unknown = JSON.parse(text)
    assert.equal(detectProvider(root)?.name, provider, path)
    const claims = PROVIDERS.filter((each) => each.detects({ value: root, pointer: '' }))
    assert.deepEqual(claims.map(({ name }) => name), [provider], path) // prettier-ignore
  }
  for (const root of [[], {}, null, 3, 'x', [{ date: '2025-01-01', amount: 1 }], { transactions: [] }])
    assert.equal(detectProvider(root), null) // prettier-ignore
})

test('whatever a payload is made of, each provider reads it or names the place, and never throws', () => {
  const texts = ['', '{', '<a>', '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', 'null', '[]', '{}', '"x"', '1e999', '['.repeat(100_000), '{"transactions":{"a":1}}', '{"__proto__":{"transactions":[]}}', '{"accounts":[null,1,"x"],"transactions":[null,1,{"amount":{}}]}'] // prettier-ignore
  for (const { name } of PROVIDERS)
    for (const text of texts) {
      const imported = readPayload(text, name, OPTIONS)
      assert.ok(isEmpty(imported) && imported.problems.length > 0, `${name} ${text.slice(0, 40)}`)
    }
})

test('amounts are read from the digits of the text, and one with half a cent is refused', () => {
  const cases: [string, number | null][] = [['0.30000000000000004', 30], ['72.09999999999999', 7210], ['1.5E2', 15_000], ['1e-2', 1], ['-0', 0], ['0.005', null], ['90071992547409.93', null], ['9007199254740.99', 900_719_925_474_099]] // prettier-ignore
  for (const [text, cents] of cases)
    assert.equal(readCents({ value: new Numeral(text), pointer: '' }, 'USD'), cents, text)
  const texts: [string, number | null][] = [['$1,234.50', 123_450], ['(3.10)', -310], ['12.00-', -1200], ['USD 5.00', 500], ['1,23', null], ['', null], ['$', null], ['(1', null]] // prettier-ignore
  for (const [text, cents] of texts)
    assert.equal(readCents({ value: text, pointer: '' }, 'USD'), cents, text)
  assert.equal(readCents({ value: new Numeral('900'), pointer: '' }, 'JPY'), 900)
})

test('seconds since 1970 are the day at the place of the account', () => {
  const date = (value: string, zone: string | null = null) =>
    readDate({ value: new Numeral(value), pointer: '' }, zone)
  assert.equal(date('1743735600'), '2025-04-03')
  assert.equal(date('1743735600', 'UTC'), '2025-04-04')
  assert.equal(date('1743735600000', 'UTC'), '2025-04-04')
  assert.equal(readDate({ value: '2/30/2025', pointer: '' }), null)
})

test('two equal rows of a provider without ids are two, and the same two when read again', () => {
  const row = { date: '01/06/2025', description: 'COFFEE', trueval: -4.5 }
  const text = JSON.stringify({ results: [{ bankName: 'B', accountNumber: '1234', transactions: [row, row] }] }) // prettier-ignore
  const ids = [1, 2].map(() => readPayload(text, 'moneythumb', OPTIONS).rows.map(({ externalId }) => externalId)) // prettier-ignore
  assert.equal(new Set(ids[0]).size, 2)
  assert.deepEqual(ids[0], ids[1])
})

test('every public sample of a provider is read, or refused with the place of its fault', (t) => {
  if (!existsSync(SAMPLES)) return t.skip('the public samples are not here')
  const files = globSync(`${SAMPLES}/*/*.json`).toSorted()
  assert.ok(files.length > 0)
  for (const path of files) {
    const folder = basename(dirname(path)).replace('finicity', 'mastercard')
    const imported = readPayload(readFileSync(path, 'utf8'), folder, OPTIONS)
    assert.ok(!isEmpty(imported) || imported.problems.length > 0, path)
  }
  const counts = ['yodlee/transaction_search', 'plaid/sandbox_welder', 'plaid/transactions_get', 'finicity/transactions'].map((name) => {
    const provider = name.split('/')[0]!.replace('finicity', 'mastercard')
    const { rows, problems } = readPayload(readFileSync(`${SAMPLES}/${name}.json`, 'utf8'), provider, OPTIONS)
    return [rows.length, rows.reduce((sum, { amount }) => sum + amount, 0), problems.length]
  }) // prettier-ignore
  assert.deepEqual(counts, [[47, 2_051_229, 0], [79, -690_092, 0], [2, -10_044, 0], [6, -622, 0]]) // prettier-ignore
})
