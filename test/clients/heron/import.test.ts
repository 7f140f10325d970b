import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { importHeron } from '../../../clients/typescript/src/migrate/heron/command.ts'
import { findFaults, LOOKS } from '../../browser/accessibility.ts'
import { findChromium, openChromium } from '../../browser/chromium.ts'
import { useTestHouse } from '../../context.ts'
import { startFakeHeron, type FakeHeron } from '../../fakes/heron.ts'
import { hostileAccount, oddAccount, smallAccount } from '../../fakes/heron/accounts.ts'
import { emptyAccount } from '../../fakes/heron/tenant.ts'
import { importAgain, readState, listen, serviceAt, addAmounts } from './house.ts'

const program = findChromium()
const skip = program === null && 'no chromium; CHROMIUM_PATH may name one'

suite('import heron', () => {
  const house = useTestHouse()
  const small = smallAccount()
  const odd = oddAccount(2_010)
  const hostile = hostileAccount()
  const endless = { ...emptyAccount('endless', oddAccount(2_010).deals) }
  endless.misbehavior = { loopsAfterPage: 1 }
  const folder = mkdtempSync(join(tmpdir(), 'assay-heron-'))
  let heron: FakeHeron
  let url: string

  before(async () => {
    heron = await startFakeHeron([small, odd, hostile, endless])
    url = await listen(house)
  })
  after(async () => {
    await heron.close()
    rmSync(folder, { recursive: true, force: true })
  })

  async function run(key: string, apiKey: string, args: string[]) {
    const lines: string[] = []
    const code = await importHeron(['--url', heron.url, ...args], {
      environment: { HERON_API_KEY: key, SERVICE_API_KEY: apiKey, SERVICE_API_URL: url },
      print: (line) => void lines.push(line),
      printError: (line) => void lines.push(line),
    })
    return { code, text: lines.join('\n') }
  }

  test('an account arrives whole, its figures agree, and a second import writes nothing', async () => {
    const tenant = await house.tenant()
    const state = join(folder, 'small')
    const { code, text } = await run(small.key, tenant.liveKey, ['--state', state])
    assert.equal(code, 0, text)
    const service = serviceAt(url, tenant.liveKey)
    assert.equal((await service.submissions.list().toArray()).length, 3)
    for (const { endUser, rows } of small.deals) {
      const list = { submission_id: `ext:${endUser.end_user_id}`, limit: 1_000 }
      const ours = await service.transactions.list(list).toArray()
      assert.equal(ours.length, rows.length)
      assert.equal(addAmounts(ours), addAmounts(rows))
    }
    const report = readState(state)
    assert.equal(
      report.counts.transactions.imported,
      small.deals.flatMap(({ rows }) => rows).length,
    )
    assert.equal(report.parity.verdicts.different, 0)
    assert.ok(report.parity.verdicts.equal > 30)
    assert.equal(report.parity.sameDecision, 1)
    assert.equal(report.webhooks.length, 1)
    await checkSettings(service)
    // Once more, from nothing: as if the notes of what is done were lost.
    const again = await importAgain({
      run: () => run(small.key, tenant.liveKey, ['--state', `${state}-2`]),
      service,
    })
    assert.deepEqual(again.after, again.before)
  })

  test('the notes of an import into another environment are refused', async () => {
    const [first, second] = [await house.tenant(), await house.tenant()]
    const state = ['--state', join(folder, 'moved'), '--no-parity']
    await run(small.key, first.liveKey, state)
    const { code, text } = await run(small.key, second.liveKey, state)
    assert.equal(code, 2)
    assert.match(text, /^other_environment: .*moved.* give --state another folder/m)
    assert.equal((await second.live.get('/v1/submissions')).body.data.length, 0)
    assert.equal((await run(small.key, first.liveKey, state)).code, 0)
  })

  async function checkSettings(service: ReturnType<typeof serviceAt>): Promise<void> {
    const rules = await service.rules.list().toArray()
    const one = (name: string) => rules.find((rule) => rule.name === name)!
    // Heron's rule holds when there are more than four; ours must be at most four.
    assert.deepEqual(
      [one('Too many NSF').metric, one('Too many NSF').operator, one('Too many NSF').value],
      ['nsf_overdraft_count', 'less_than_or_equal', 4],
    )
    for (const name of ['Rent to travel', 'Odd days'])
      assert.deepEqual([one(name).is_active, one(name).kind], [false, 'manual'])
    const policies = await service.policies.list().toArray()
    assert.deepEqual(Object.fromEntries(policies.map(({ name, status }) => [name, status])), {
      'Core policy': 'published',
      'Warehouse policy': 'draft',
    })
    const [webhook] = await service.webhooks.list().toArray()
    assert.equal(webhook!.status, 'paused')
    assert.deepEqual([...webhook!.events].sort(), ['document.parsed', 'submission.processed'])
    const alder = await service.submissions.get('ext:client-alder')
    assert.deepEqual([alder.companyInfo.ein, alder.owners[0]!.fico], ['12-3456789', 701])
    assert.match(String(alder.metadata.heron_information), /favorite_color/)
    const documents = await service.documents.listForSubmission(alder.id).toArray()
    const statement = documents.find(({ document_class: name }) => name === 'bank_statement')!
    assert.equal(statement.is_included, false, 'its rows came as rows')
    assert.ok(documents.some(({ document_class: name }) => name === 'site_notes'))
  }

  test('gaps, doubles and other scripts are imported or named, never guessed', async () => {
    const tenant = await house.tenant()
    const state = join(folder, 'odd')
    const { code, text } = await run(odd.key, tenant.liveKey, ['--state', state, '--no-parity'])
    assert.equal(code, 0, text)
    const service = serviceAt(url, tenant.liveKey)
    const reasons = readState(state).problems.map(
      ({ reason }: { reason: string }) => reason.split(':')[0],
    )
    for (const reason of [
      'no_date',
      'no_amount',
      'duplicate_reference',
      'too_large',
      'unknown_label',
    ])
      assert.ok(reasons.includes(reason), `${reason} in ${reasons.join(' ')}`)
    const rows = await service.transactions.list({ submission_id: 'ext:client-dogwood' }).toArray()
    assert.equal(rows.length, 8)
    const late = rows.find(({ description }) => description === 'LATE IN THE EVENING')!
    assert.equal(late.date, '2026-07-09', 'the day where the account is')
    const corrected = rows.find(({ description }) => description === 'CORRECTED BY A PERSON')!
    assert.deepEqual(
      [corrected.categories[0]!.slug, corrected.feedback === null],
      ['expenses.insurance', false],
    )
    const accounts = new Set(rows.map(({ account_id: id }) => id))
    assert.equal(accounts.size, 2, 'a row without an account is on one of its own')
    const twins = await service.submissions
      .list({ metadata: { heron_id: 'eus_fir_again' } })
      .toArray()
    assert.equal(twins[0]!.externalId, 'heron:eus_fir_again')
    const deal = await service.submissions.get('ext:client-dogwood')
    assert.deepEqual(
      [deal.name, deal.tags.includes('heron:review_requested')],
      ['Døgwood “Ünïcode” 有限公司', true],
    )
    const many = await service.transactions
      .list({ submission_id: 'ext:client-elm', include_total: true, limit: 1 })
      .page()
    assert.equal(many.meta!.total_count, 2_010)
  })

  test('failures, throttling and cut responses are repeated; half a file is not imported', async () => {
    const tenant = await house.tenant()
    const state = join(folder, 'hostile')
    const { code, text } = await run(hostile.key, tenant.liveKey, ['--state', state, '--no-parity'])
    assert.equal(code, 0, text)
    const service = serviceAt(url, tenant.liveKey)
    for (const { endUser, rows } of hostile.deals) {
      const list = { submission_id: `ext:${endUser.end_user_id}`, limit: 1_000 }
      assert.equal((await service.transactions.list(list).toArray()).length, rows.length)
    }
    const files = readState(state).problems.filter(({ kind }: { kind: string }) => kind === 'files')
    assert.match(files.map(({ reason }: { reason: string }) => reason).join(), /^truncated_file/)
    assert.ok(heron.busiest() <= 4)
  })

  test('a list without an end stops the import and names it', async () => {
    const tenant = await house.tenant()
    const args = ['--state', join(folder, 'endless'), '--no-parity']
    const { code, text } = await run(endless.key, tenant.liveKey, args)
    assert.equal(code, 4)
    assert.match(text, /paging_loop/)
  })

  test('a plan counts, names what a person must look at, and writes nothing', async () => {
    const tenant = await house.tenant()
    const { code, text } = await run(odd.key, tenant.liveKey, ['--plan'])
    assert.equal(code, 0)
    for (const words of ['deals: 5', 'Moon rocks', 'no_date: 1', 'rows: about'])
      assert.ok(text.includes(words), text)
    const rules = (await run(small.key, tenant.liveKey, ['--plan'])).text
    for (const words of [
      'Rent to travel [none]',
      'Low confidence [near]',
      'workflow.event [none]',
      'site_notes',
    ])
      assert.ok(rules.includes(words), rules)
    assert.equal((await serviceAt(url, tenant.liveKey).submissions.list().toArray()).length, 0)
  })

  test('a sample is the first deals, and trusted labels win over ours', async () => {
    const tenant = await house.tenant()
    const args = [
      '--state',
      join(folder, 'sample'),
      '--sample',
      '1',
      '--trust-labels',
      '--no-parity',
    ]
    assert.equal((await run(small.key, tenant.liveKey, args)).code, 0)
    const service = serviceAt(url, tenant.liveKey)
    assert.equal((await service.submissions.list().toArray()).length, 1)
    await house.settle()
    const [row] = await service.transactions
      .list({ q: 'SQUARE', limit: 1 })
      .page()
      .then(({ data }) => data)
    assert.deepEqual(
      [row!.categories[0]!.slug, row!.category_source],
      ['revenue.sales', 'feedback'],
    )
  })

  test('a later import with since brings what changed, and nothing twice', async () => {
    const tenant = await house.tenant()
    const state = join(folder, 'since')
    await run(hostile.key, tenant.liveKey, ['--state', state, '--no-parity'])
    const deal = hostile.deals[1]!
    deal.endUser.last_updated = '2026-11-02T00:00:00Z'
    const first = deal.rows[0]!
    deal.rows.push({
      ...first,
      heron_id: 'txn_new',
      reference_id: 'ivy-new',
      last_updated: '2026-11-01T00:00:00Z',
    })
    const { code } = await run(hostile.key, tenant.liveKey, [
      '--state',
      state,
      '--since',
      '2026-11-01',
      '--no-parity',
    ])
    assert.equal(code, 0)
    const service = serviceAt(url, tenant.liveKey)
    const rows = await service.transactions
      .list({ submission_id: 'ext:client-ivy', limit: 1_000 })
      .toArray()
    assert.equal(rows.length, deal.rows.length)
    assert.equal((await service.submissions.list().toArray()).length, 2)
  })

  test('a name with a password is refused with what to do instead', async () => {
    const tenant = await house.tenant()
    for (const key of ['user:secret', 'Basic dXNlcjpzZWNyZXQ=']) {
      const { code, text } = await run(key, tenant.liveKey, [])
      assert.equal(code, 2)
      assert.match(text, /basic_auth/)
      assert.match(text, /Bearer/)
      assert.ok(!text.includes('secret') && !text.includes('dXNl'))
    }
    assert.equal((await run('key_wrong', tenant.liveKey, [])).code, 2)
    assert.equal((await run(small.key, 'svc_live_wrong', ['--state', join(folder, 'x')])).code, 2)
  })

  test('the report is for its owner alone, and shows a secret once', async () => {
    const text = readFileSync(join(folder, 'small', 'report.html'), 'utf8')
    assert.match(text, /Secrets of webhooks/)
    assert.ok(!/<script|https?:\/\/(?!hooks)/.test(text))
    assert.equal(readState(join(folder, 'small-2')).webhooks.length, 0)
  })

  // The demo looks at it in all themes and widths.
  test('the report has no fault of accessibility, dark and narrow', { skip }, async () => {
    const browser = await openChromium(program!)
    const { width, height, colorScheme } = LOOKS.find(({ name }) => name === 'narrow-dark')!
    const page = await browser.newPage({ viewport: { width, height }, colorScheme })
    await page.goto(pathToFileURL(join(folder, 'small', 'report.html')).href)
    await page.evaluate('for (const one of document.querySelectorAll("details")) one.open = true')
    const faults = await findFaults(page)
    await browser.close()
    assert.deepEqual(faults, [])
  })
})
