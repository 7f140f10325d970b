import assert from 'node:assert/strict'
import { test } from 'node:test'
import { print } from '../../../../../test/print-block.ts'
import { readLine } from '../../print/read-line.ts'
import { LANGUAGES } from '../../vocabulary/languages.ts'
import { buildLexicon } from '../../vocabulary/lexicon.ts'
import { headerAt } from './columns.ts'

const LEXICON = buildLexicon(LANGUAGES)

/** The roles that each line of a block heads; null for a line that heads none. */
function roles(block: string): (string | null)[] {
  const lines = print(block).map((line) => readLine(line, LEXICON, 'point'))
  return lines.map(
    (_, at) =>
      headerAt(lines, at, LEXICON)
        ?.columns.map(({ role }) => role)
        .join(' ') ?? null,
  )
}

test('words above each other name one column, on every line of the head', () => {
  const head = 'date description debit credit balance'
  assert.deepEqual(
    roles(`
    Transaction   Transaction              Debit      Credit     Running
    date          details                  $          $          balance`),
    [head, head],
  )
})

test('a head of which one line says less is read with the lines around it', () => {
  const head = 'date description credit debit balance'
  assert.deepEqual(
    roles(`
                                                      Withdrawals /   Ending daily
    Date      Description         Deposits / Credits
                                                      Debits          balance`),
    [head, head, head],
  )
})

test('a column of unknown words keeps its place in a head of several lines', () => {
  assert.equal(
    roles(`
    FECHA                                              SALDO
    OPER      DESCRIPCION       CARGOS     ABONOS      OPERACION     LIQUIDACION`)[1],
    'date description debit credit balance ignored',
  )
})

test('a title right above a head of one line is no part of it', () => {
  const [title, head] = roles(`
    Checks
    Date      Check #           Amount`)
  assert.equal(title, null)
  assert.equal(head, 'date check amount')
})

test('words of a script without a vocabulary beside those of a head leave it a head', () => {
  const head = '    Date       Description البيان      Debit مدين   Credit دائن    Balance الرصيد'
  assert.deepEqual(roles(head), ['date description debit credit balance'])
})

test('heads that one blank parts are two where each is a column of its own', () => {
  const head = 'date description credit debit balance'
  assert.deepEqual(
    roles(`
    Date Description                  Deposits/ Withdrawals/  Ending daily
                                       Credits      Debits       balance`),
    [head, head],
  )
})
