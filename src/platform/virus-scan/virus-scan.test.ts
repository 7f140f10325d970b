import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { useTestHouse } from '../../../test/context.ts'
import { EICAR, useClamd } from '../../../test/fakes/clamd.ts'
import { createVirusScanner } from './scanner.ts'

describe('a virus scanner', () => {
  const clamd = useClamd()
  const house = useTestHouse({}, { worker: false })

  async function upload(text: string) {
    house.house.virusScanner = createVirusScanner(clamd.address)
    const { live } = await house.tenant()
    const path = `/v1/submissions/${(await live.post('/v1/submissions', { name: 'Scanned' })).body.data.id}/documents`
    const response = await live.upload(path, [{ filename: 'rows.csv', bytes: Buffer.from(text) }])
    return { response, kept: (await live.get(path)).body.data.length as number }
  }

  test('that finds something keeps the file out, and says what it was', async () => {
    const { response, kept } = await upload(EICAR)
    assert.deepEqual([response.status, response.body.error.code], [422, 'infected_file'])
    assert.match(response.body.error.message, /Eicar-Test-Signature/)
    assert.equal(kept, 0)
  })

  test('that finds nothing lets the file in, whatever its size', async () => {
    const { response, kept } = await upload(
      `date,amount,description\n${'2026-01-02,1.00,row\n'.repeat(50_000)}`,
    )
    assert.equal(response.status, 201)
    assert.equal(kept, 1)
    assert.ok(clamd.scanned.at(-1)! > 900_000)
  })

  test('that cannot be reached, or says anything else, keeps the file out for now', async () => {
    clamd.response = 'INSTREAM size limit exceeded. ERROR'
    const { response, kept } = await upload('a,b\n')
    clamd.response = null
    assert.deepEqual([response.status, response.body.error.code], [503, 'scanner_unavailable'])
    assert.equal(response.headers['retry-after'], '5')
    assert.equal(kept, 0)
    const nobody = createVirusScanner('tcp://127.0.0.1:9')
    await assert.rejects(nobody.check(Buffer.from('a')), { code: 'scanner_unavailable' })
  })
})
