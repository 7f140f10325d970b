import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { useTestHouse } from '../../../../test/context.ts'
import { runGuide } from '../../../../test/guide.ts'
import { submit, upload } from '../../../../test/statements.ts'

const FILE = [
  'Currency,USD',
  'Opening balance,1000.00',
  'Date,Description,Amount,Balance',
  '2025-07-02,GROCER,-100.00,900.00',
  '2025-07-13,FUEL STOP,-15.00,750.00',
  '2025-07-14,BOOKS,-50.00,700.00',
  '2025-07-21,SALE 11,300.00,1000.00',
].join('\n')

describe('the guide to corrections', () => {
  const house = useTestHouse()

  test('heals a statement with the commands and responses that it prints', async () => {
    const tenant = await house.tenant()
    const submission = await submit(tenant.live)
    const file = { filename: 'export.csv', bytes: Buffer.from(FILE) }
    const document = await upload(tenant.live, submission, { file })
    await house.settle(60_000)
    const names = new Map([
      ['SUBMISSION', submission],
      ['DOCUMENT', document],
    ])
    const callers = { KEY: tenant.live }
    const settle = () => house.settle(60_000)
    assert.ok((await runGuide({ page: 'corrections', callers, names, settle })) >= 7)
  })
})
