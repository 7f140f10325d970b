import assert from 'node:assert/strict'
import { test } from 'node:test'
import { print } from '../../../../../test/print-block.ts'
import type { Statement } from '../../statement.ts'
import { readTables } from '../read-tables.ts'

const LIST = `
    Saldo inicial                                         1.340,22
    Movimentações de 01/02/2026 a 28/02/2026
    02 FEV 2026   Total de entradas                     + 4.800,00
                  Transferência CLINICA VIDA BOA          4.800,00
                  Total de saídas                       - 1.650,00
                  Pagamento ALUGUEL                       1.650,00
    03 FEV 2026   Total de saídas                         - 234,90
                  Compra SUPERMERCADO                       189,90
                  Compra POSTO ALVORADA                      45,00
    Saldo final                                           4.255,32`

function read(block: string): Statement {
  return readTables(print(block), { filename: 'a.pdf' }, null)[0]!
}

test('rows under the sum of their day have its day and its sign', () => {
  const { rows, reconciliation } = read(LIST)
  assert.equal(reconciliation.status, 'reconciled_by_totals')
  assert.deepEqual(
    rows.map(({ date, amount, description }) => `${date} ${amount} ${description}`),
    [
      '2026-02-02 480000 Transferência CLINICA VIDA BOA',
      '2026-02-02 -165000 Pagamento ALUGUEL',
      '2026-02-03 -18990 Compra SUPERMERCADO',
      '2026-02-03 -4500 Compra POSTO ALVORADA',
    ],
  )
})

test('a sum that the rows under it do not add up to leaves the statement open', () => {
  assert.equal(read(LIST.replace('189,90', '189,80')).reconciliation.status, 'unreconciled')
})
