import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, suite, test } from 'node:test'
import { strToU8, zipSync } from 'fflate'
import { isSkipped, mapRow } from '../../../clients/typescript/src/migrate/heron/map/rows.ts'
import { csvLine, readCsv } from '../../../clients/typescript/src/migrate/heron/source/csv.ts'
import { openFolder } from '../../../clients/typescript/src/migrate/heron/source/folder.ts'
import { smallAccount } from '../../fakes/heron/accounts.ts'

const OPTIONS = { timezone: 'UTC', currency: 'USD', trustLabels: false }
const [deal] = smallAccount().deals

/** The rows of a table as a workbook: texts shared, numbers as they are. */
function toXlsx(table: (string | number)[][]): Uint8Array {
  const shared: string[] = []
  const cell = (value: string | number, at: string): string =>
    typeof value === 'number'
      ? `<c r="${at}"><v>${value}</v></c>`
      : `<c r="${at}" t="s"><v>${shared.push(value.replaceAll('&', '&amp;')) - 1}</v></c>`
  const rows = table.map((row, y) => {
    const cells = row.map((value, x) => cell(value, `${String.fromCharCode(65 + x)}${y + 1}`))
    return `<row r="${y + 1}">${cells.join('')}</row>`
  })
  return zipSync({
    'xl/worksheets/sheet1.xml': strToU8(
      `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`,
    ),
    'xl/sharedStrings.xml': strToU8(
      `<sst>${shared.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    ),
  })
}

suite('a folder of exported files', () => {
  const root = mkdtempSync(join(tmpdir(), 'assay-folder-'))
  after(() => rmSync(root, { recursive: true, force: true }))

  const HEAD = [
    'heron_id',
    'end_user_heron_id',
    'reference_id',
    'account_id',
    'amount',
    'timestamp',
    'description',
    'category_label',
  ]
  const values = deal!.rows.map(
    (row) =>
      [
        row.heron_id,
        deal!.endUser.heron_id,
        row.reference_id,
        row.account_id,
        row.amount,
        row.timestamp,
        row.description,
        row.categories?.[0]?.label ?? '',
      ] as (string | number)[],
  )
  const tables: Record<string, (path: string) => void> = {
    json: (path) => writeFileSync(`${path}.json`, JSON.stringify({ transactions: deal!.rows })),
    csv: (path) => writeFileSync(`${path}.csv`, [HEAD, ...values].map(csvLine).join('')),
    xlsx: (path) => writeFileSync(`${path}.xlsx`, toXlsx([HEAD, ...values])),
  }

  for (const [format, write] of Object.entries(tables))
    test(`gives the same rows from ${format} as the API does`, async () => {
      const folder = join(root, format)
      mkdirSync(join(folder, 'transactions'), { recursive: true })
      writeFileSync(join(folder, 'end_users.json'), JSON.stringify([deal!.endUser]))
      write(join(folder, 'transactions', deal!.endUser.heron_id))
      const source = openFolder(folder)
      const read: Parameters<typeof mapRow>[0][] = []
      for await (const page of source.transactions(deal!.endUser, { page: 1 }))
        read.push(...page.rows)
      const facts = (rows: typeof read) =>
        rows.map((given) => {
          const mapped = mapRow(given, OPTIONS)
          assert.ok(!isSkipped(mapped))
          const { external_id, date, amount, category, description, account } = mapped.row
          return { external_id, date, amount, category, description, account }
        })
      assert.deepEqual(facts(read), facts(deal!.rows))
    })

  test('reads bytes of files, and never leaves the folder for one', async () => {
    const folder = join(root, 'files')
    const own = join(folder, 'files', deal!.endUser.heron_id)
    mkdirSync(own, { recursive: true })
    writeFileSync(join(folder, 'end_users.json'), JSON.stringify([deal!.endUser]))
    writeFileSync(join(own, 'may.pdf'), 'bytes')
    const source = openFolder(folder)
    const [file] = await source.files(deal!.endUser)
    assert.equal(Buffer.from((await source.content(file!)).bytes).toString(), 'bytes')
    const outside = { ...file!, filename: '../../../end_users.json' }
    await assert.rejects(source.content(outside), { code: 'not_found' })
  })

  test('names the file that cannot be read', async () => {
    const folder = join(root, 'broken')
    mkdirSync(folder)
    assert.throws(() => openFolder(folder), { code: 'invalid_folder' })
    writeFileSync(join(folder, 'end_users.csv'), 'heron_id\neus_1\n')
    writeFileSync(join(folder, 'rules.json'), '{"rules": [')
    writeFileSync(join(folder, 'policies.xlsx'), 'no workbook')
    const source = openFolder(folder)
    await assert.rejects(source.list('rules'), /rules\.json/)
    await assert.rejects(source.list('policies'), /policies\.xlsx/)
    assert.deepEqual(await source.list('funders'), [])
  })

  test('says what is wrong with a broken one before anything is imported', async () => {
    const cut = csvLine(HEAD) + csvLine(values[0]!).slice(0, -40)
    const wide = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')
    const known = JSON.stringify([deal!.endUser])
    const cases: [files: Record<string, string | Buffer>, reason: RegExp | null][] = [
      [{ 'end_users.json': known.slice(0, -9) }, /end_users\.json cannot be read/],
      [{ 'end_users.json': '[null]' }, /end_users\.json.*no object/],
      [{ 'end_users.json': '[{"name": "Cafe"}]' }, /Deal 1 of end_users has no heron_id/],
      [{ 'end_users.json': '[]', 'transactions.json': '[{"end_user_heron_id": "eus_9"}]' }, /1 deals.*eus_9/],
      [{ 'end_users.json': '[]', 'transactions/eus_8.csv': 'heron_id\n' }, /1 deals.*eus_8/],
      [{ 'end_users.json': known, 'transactions.csv': cut }, /transactions\.csv.*record 2 has \d values for 8/],
      [{ 'end_users.json': known, 'transactions.csv': 'heron_id,"name' }, /transactions\.csv.*quote/],
      [{ 'end_users.csv': Buffer.from('heron_id,name\neus_1,Caf\xe9\n', 'latin1') }, /end_users\.csv.*UTF-8/],
      [{ 'end_users.csv': wide('heron_id,name\neus_1,Café\n') }, null],
      [{ 'end_users.csv': '' }, null],
    ] // prettier-ignore
    for (const [index, [files, reason]] of cases.entries()) {
      const folder = join(root, `case-${index}`)
      mkdirSync(join(folder, 'transactions'), { recursive: true })
      for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
      const begun = openFolder(folder).account()
      if (reason === null) await begun
      else
        await assert.rejects(begun, (error: any) => {
          assert.equal(error.code, 'invalid_folder')
          assert.match(error.message, reason)
          return true
        })
    }
    const source = openFolder(join(root, 'case-8'))
    for await (const endUser of source.endUsers(null)) assert.equal(endUser.name, 'Café')
  })

  test('a table keeps quotes, commas and lines, and makes no formula of a text', () => {
    const line = csvLine(['a', 'say "x", y', 'two\nlines', '=1+1', null])
    const [row] = readCsv(`k,l,m,n,o\n${line}`)
    assert.deepEqual(row, { k: 'a', l: 'say "x", y', m: 'two\nlines', n: "'=1+1" })
    assert.throws(() => readCsv('a,b\n"open'), /quote/)
  })
})
