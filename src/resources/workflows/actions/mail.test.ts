import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { before, describe, test } from 'node:test'
import { useTestHouse, type TestTenant } from '../../../../test/context.ts'
import { waitFor } from '../../../../test/wait-until.ts'

const CHECK = `${import.meta.dirname}/../../../../fixtures/statements/running-balance/funded/statement.pdf`
const ENDED = ['succeeded', 'failed', 'cancelled', 'timed_out']

describe('a workflow that writes to people', () => {
  const house = useTestHouse()
  let tenant: TestTenant
  let deal: string

  before(async () => {
    tenant = await house.tenant()
    const name = '{{ lender.name }} Bakery'
    deal = (await tenant.live.post('/v1/submissions', { name })).body.data.id
  })

  async function start(type: string, config: object): Promise<string> {
    const nodes = [{ id: 'one', type, config }]
    const draft = { name: `${type} ${Math.random()}`, trigger: { type: 'manual' }, nodes }
    const { id } = (await tenant.live.post('/v1/workflows', draft)).body.data
    const body = { submission_id: deal }
    const started = await tenant.live.post(`/v1/workflows/${id}/run`, body)
    assert.equal(started.status, 202, JSON.stringify(started.body))
    return started.body.data.id
  }

  async function follow(id: string, isThere: (run: any) => boolean): Promise<any> {
    return waitFor(async () => {
      const run = (await tenant.live.get(`/v1/workflow-executions/${id}`)).body.data
      return isThere(run) && run
    }, `${id} does not get there`)
  }

  const isEnded = (run: any): boolean => ENDED.includes(run.status)

  test('sends what is listed with the e-mails of the deal, and braces of a deal stay as they are', async () => {
    const body = 'About {{ submission.name }}'
    const config = { to: ['a@desk.example'], cc: ['b@desk.example'], subject: 'Deal', body }
    const run = await follow(await start('send_email', config), isEnded)
    assert.deepEqual([run.status, run.error], ['succeeded', null])
    const { email_id: id, message_id: messageId } = run.steps[0].output
    await house.settle(30_000)
    const email = (await tenant.live.get(`/v1/emails/${id}`)).body.data
    assert.deepEqual(
      [email.status, email.message_id, email.submission_id, email.text],
      ['sent', messageId, deal, 'About {{ lender.name }} Bakery'],
    )
    assert.deepEqual(
      [email.to[0].address, email.cc[0].address],
      ['a@desk.example', 'b@desk.example'],
    )
  })

  test('takes the texts of a template', async () => {
    const template = await tenant.live.post('/v1/email-templates', {
      name: 'Hello',
      subject: 'Hello {{ variables.who }}',
      text: 'We have {{ submission.id }}.',
    })
    const config = {
      to: ['a@desk.example'],
      template_id: template.body.data.id,
      variables: { who: 'Ann' },
    }
    const run = await follow(await start('send_email', config), isEnded)
    assert.deepEqual([run.status, run.error], ['succeeded', null])
    const path = `/v1/emails/${run.steps[0].output.email_id}`
    const email = (await tenant.live.get(path)).body.data
    assert.deepEqual([email.subject, email.text], ['Hello Ann', `We have ${deal}.`])
  })

  test('refuses what is no address, naming it', async () => {
    const config = { to: ['nobody'], subject: 'Deal', body: 'Text' }
    const run = await follow(await start('send_email', config), isEnded)
    assert.deepEqual([run.status, run.error.code], ['failed', 'invalid_format'])
    assert.match(run.error.message, /\/to\/0/)
  })

  test('waits for what it requested until all of it has come', async () => {
    const id = await start('request_documents', {
      codes: ['voided_check'],
      to: ['owner@oak.example'],
      timeout: { value: 1, unit: 'days' },
    })
    const waiting = await follow(id, (run) => run.status === 'waiting' || isEnded(run))
    assert.deepEqual([waiting.status, waiting.error], ['waiting', null])
    const requests = await tenant.live.get(`/v1/submissions/${deal}/stip-requests`)
    assert.deepEqual(
      requests.body.data.map(({ items }: any) => items.map(({ code }: any) => code)),
      [['voided_check']],
    )
    const bytes = readFileSync(CHECK)
    const file = { filename: 'check.pdf', contentType: 'application/pdf', bytes }
    const fields = { document_class: 'voided_check' }
    const path = `/v1/submissions/${deal}/documents`
    assert.equal((await tenant.live.upload(path, [file], fields)).status, 201)
    const { status, steps } = await follow(id, isEnded)
    const [{ branch, output }] = steps
    assert.deepEqual(
      [status, branch, output.missing, output.received[0].code],
      ['succeeded', 'received', [], 'voided_check'],
    )
  })
})
