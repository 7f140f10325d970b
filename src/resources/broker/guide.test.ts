import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { makeBroker, readSample } from '../../../test/broker.ts'
import { useTestHouse } from '../../../test/context.ts'
import { runGuide } from '../../../test/guide.ts'

const FILES = [
  'clean/statement-2025-07.pdf',
  'clean/statement-2025-08.pdf',
  'clean/statement-2025-09.pdf',
  'documents/iso_application.pdf',
]

describe('the guide to brokers', () => {
  const house = useTestHouse()

  test('brings a deal with the commands and responses that it prints', async () => {
    const tenant = await house.tenant()
    const { caller } = await makeBroker(house, tenant, 'deals@north.example')
    const count = await runGuide({
      page: 'brokers',
      callers: { KEY: tenant.live, BROKER: caller },
      names: new Map(),
      files: FILES.map(readSample),
      settle: () => house.settle(60_000),
    })
    assert.ok(count >= 8)
  })
})
