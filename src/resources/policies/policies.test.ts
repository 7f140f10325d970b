import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { addDays } from '../../core/values/dates.ts'
import { sql } from '../../platform/db/sql.ts'
import { useTestHouse, type TestResponse, type TestTenant } from '../../../test/context.ts'

const FIRST_DAY = '2025-01-01'
const DAYS = 120

/** Four months of a business: takings on working days, rent each month, and so many NSF fees. */
function business({ takings, fees }: { takings: number; fees: number }): object[] {
  const days = Array.from({ length: DAYS }, (_, day) => addDays(FIRST_DAY, day))
  const account = { number: '4711', institution_name: 'Meridian Ridge Bank' }
  const row = (date: string, amount: number, description: string) => ({
    date,
    amount,
    description,
    account,
  })
  return [
    ...days.filter((_, day) => day % 7 < 5).map((date) => row(date, takings, 'SQUARE INC DEPOSIT')),
    ...[5, 36, 64, 95].map((day) =>
      row(addDays(FIRST_DAY, day), -2_500, 'RENT MAIN STREET PROPERTIES'),
    ),
    ...Array.from({ length: fees }, (_, index) =>
      row(addDays(FIRST_DAY, 100 + index), -35, 'NSF FEE RETURNED ITEM'),
    ),
  ]
}

/** The house policy of the tests: every way of saying something, and one check that a person makes. */
const TWELVE = [
  { name: 'Revenue', metric: 'monthly_true_revenue', operator: 'greater_than_or_equal', value: 15_000, outcome: 'decline', severity: 'critical', reason_code: 'RC01', tolerance: { ratio: 0.1 } },
  { name: 'NSF', metric: 'nsf_count', operator: 'less_than_or_equal', value: 3, outcome: 'decline', reason_code: 'RC02', message: '{actual} NSF fees, at most {value}' },
  { name: 'Positions', metric: 'active_mca_positions', operator: 'lt', value: 2, outcome: 'decline' },
  { name: 'Deposits', metric: 'deposit_count', operator: '>=', value: 10 },
  { name: 'Rent within revenue', metric: 'rent_total', operator: 'less_than', value: { metric: 'true_revenue', multiplier: 0.5 } },
  { name: 'History', metric: 'history_days', operator: 'between', value: 90, value_to: 400 },
  { name: 'State', metric: 'state', operator: 'not_in', value: ['ND', 'SD'] },
  { name: 'Name', metric: 'attribute', metric_params: { attribute: 'name' }, operator: 'matches', value: '(?i).*(cafe|diner).*', outcome: 'flag' },
  { name: 'No collections, or few', on_missing: 'pass', expression: { any: [{ metric: 'collections_count', operator: 'equal', value: 0 }, { all: [{ metric: 'collections_amount', operator: 'less_than', value: 500 }, { not: { metric: 'stacking', operator: 'equal', value: true } }] }] } },
  { name: 'Credit score', metric: 'owner_fico', operator: 'greater_than', value: 600, on_missing: 'pass' },
  { name: 'Last month', metric: 'true_revenue', date_range: 'last_30_days', operator: 'greater_than', value: 1, mode: 'shadow' },
  { name: 'Trend', metric: 'monthly_true_revenue', operator: 'changed_by_more_than', value: { ratio: 0.9 }, outcome: 'info' },
] // prettier-ignore

describe('rules and policies', () => {
  const house = useTestHouse()
  let tenant: TestTenant
  let policy: any
  /** Deals with takings that pass, with takings that nearly do, and with too many fees. */
  let strong: string
  let weak: string
  let bouncing: string

  before(async () => {
    tenant = await house.tenant()
    policy = await made('/v1/policies', {
      name: 'House policy',
      rules: TWELVE,
      auto_evaluate: true,
      status: 'published',
    })
    strong = await deal({ takings: 1_000, fees: 1 })
    weak = await deal({ takings: 690, fees: 0 })
    bouncing = await deal({ takings: 1_000, fees: 6 })
    await house.settle(60_000)
  })

  async function deal(facts: { takings: number; fees: number }): Promise<string> {
    const { id } = await made('/v1/submissions', {
      company_info: { name: 'Corner Cafe LLC', address: { state: 'TX' } },
    })
    const transactions = business(facts)
    await made('/v1/transactions/bulk', { submission_id: id, transactions })
    return id
  }

  async function made(url: string, body: object): Promise<any> {
    const response = await tenant.live.post(url, body)
    assert.ok(response.status < 300, response.raw.toString())
    return response.body.data
  }

  async function got(url: string): Promise<any> {
    const response = await tenant.live.get(url)
    assert.equal(response.status, 200, response.raw.toString())
    return response.body.data
  }

  const history = (id: string) => got(`/v1/submissions/${id}/policy-evaluations`)
  const ruleId = (name: string): string =>
    policy.rule_ids[TWELVE.findIndex((each) => each.name === name)]

  async function evaluate(submission_id: string, body: object = {}): Promise<any> {
    const data = await made('/v1/policies/evaluate', {
      submission_id,
      policy_ids: [policy.id],
      ...body,
    })
    return data.evaluations[0]
  }

  const findLine = (evaluation: any, name: string) =>
    evaluation.results.find((line: any) => line.rule_name === name)

  function refusal({ status, body }: TestResponse): [number, string, string | undefined] {
    return [status, body.error?.code, body.error?.param]
  }

  test('the run that processes a submission ends with its policies, reported once in event and status', async () => {
    const [evaluation, ...more] = await history(strong)
    assert.deepEqual(more, [])
    assert.deepEqual(
      [evaluation.trigger, evaluation.result, evaluation.decision, evaluation.policy_version],
      ['pipeline', 'passed', 'approve', 1],
    )
    const events = await house.house.database.withEnvironment(tenant.environments.live, (db) =>
      db.rows<{ data: any }>(sql`
        select convert_from(payload, 'UTF8')::jsonb -> 'data' as data from events
        where submission_id = ${bouncing} and type = 'policy.evaluated'`),
    )
    assert.equal(events.length, 1)
    const { documents_count: _, transactions_count: rows, ...payload } = events[0]!.data
    assert.ok(rows > 80)
    assert.deepEqual(payload, {
      id: bouncing,
      external_id: null,
      status: 'processed',
      evaluation_id: (await history(bouncing))[0].id,
      policy_id: policy.id,
      policy_name: 'House policy',
      result: 'failed',
      decision: 'decline',
      failed_rules_count: 1,
      review_rules_count: 0,
    })
    const status = await got(`/v1/submissions/${strong}/status`)
    assert.equal(status.stages.find((stage: any) => stage.name === 'evaluate').status, 'succeeded')
    const timeline = await got(`/v1/submissions/${strong}/timeline`)
    const titles = timeline.flatMap((each: any) =>
      each.type === 'policy.evaluated' ? [each.title] : [],
    )
    assert.deepEqual(titles, ['House policy: approve, none of 11 rules against it'])
  })

  test('the scorecard says what policies came to, and whether that is of the data as it is', async () => {
    const { policy_summary: summary } = await got(`/v1/submissions/${bouncing}/scorecard`)
    const { passed, failed, review, missing, is_current, policies } = summary
    assert.deepEqual([failed, review, missing, is_current], [1, 0, 0, true])
    assert.equal(passed, TWELVE.length - 2, 'the shadow rule does not count')
    assert.deepEqual([policies[0].policy_id, policies[0].decision], [policy.id, 'decline'])
    const plain = await made('/v1/submissions', { name: 'Not automatic' })
    assert.equal((await got(`/v1/submissions/${plain.id}/scorecard`)).policy_summary, null)
  })

  test('each of twelve rules reports actual, expected and distance', async () => {
    const evaluation = await evaluate(bouncing)
    assert.equal(evaluation.results.length, 12)
    const fees = findLine(evaluation, 'NSF')
    assert.deepEqual(
      [fees.result, fees.actual, fees.expected.value, fees.distance, fees.message],
      ['failed', 6, 3, 3, '6 NSF fees, at most 3'],
    )
    assert.equal(fees.evidence.transactions_count, 6)
    const evidence = await got(fees.evidence.href)
    assert.deepEqual(
      new Set(evidence.map((row: any) => row.description)),
      new Set(['NSF FEE RETURNED ITEM']),
    )
    assert.deepEqual(evaluation.reasons[0], {
      rule_id: ruleId('NSF'),
      rule_name: 'NSF',
      reason_code: 'RC02',
      consequence: 'decline',
      message: '6 NSF fees, at most 3',
    })
    const rent = findLine(evaluation, 'Rent within revenue')
    assert.ok(rent.expected.resolved > 10_000 && rent.result === 'passed')
    assert.match(rent.message, /^Rent is \$7,500\.00, needs less than \$32,000\.00$/)
    assert.equal(findLine(evaluation, 'No collections, or few').conditions.length, 3)
    assert.equal(findLine(evaluation, 'Credit score').result, 'passed')
    assert.equal(findLine(evaluation, 'Name').result, 'passed')
    const trend = findLine(evaluation, 'Trend')
    assert.deepEqual([trend.result, trend.consequence], ['missing_data', 'info'])
    const shadow = findLine(evaluation, 'Last month')
    assert.deepEqual([shadow.result, shadow.is_counted], ['passed', false])
    assert.deepEqual(evaluation.counts, {
      total: 12,
      passed: 10,
      failed: 1,
      near_miss: 0,
      missing_data: 1,
      error: 0,
      skipped: 0,
    })
  })

  test('a near miss of a rule that declines is looked at by a person', async () => {
    const revenue = findLine((await history(weak))[0], 'Revenue')
    assert.deepEqual([revenue.result, revenue.consequence], ['near_miss', 'review'])
    assert.ok(revenue.distance > 0 && revenue.distance <= 1_500, String(revenue.distance))
    assert.match(
      revenue.message,
      /^Monthly true revenue is \$1\d,\d{3}\.\d\d, needs at least \$15,000\.00$/,
    )
  })

  test('a back-test shows who would be decided otherwise, and by which rule and distance', async () => {
    const url = `/v1/policies/${policy.id}/backtest`
    const same = await made(url, {})
    assert.deepEqual(
      [same.compared_with, same.evaluated, same.skipped, same.pass_rate, same.flips_count],
      ['evaluations', 3, 0, 0.3333, 0],
    )
    const moved = await made(url, { rules: [{ rule_id: ruleId('NSF'), value: 0 }] })
    assert.deepEqual(
      [moved.compared_with, moved.pass_rate_before, moved.pass_rate, moved.results.failed],
      ['published', 0.3333, 0, 2],
    )
    const [flip] = moved.flips
    assert.deepEqual([flip.submission_id, flip.from, flip.to], [strong, 'passed', 'failed'])
    const {
      rule_name: name,
      cause,
      actual,
      expected_before: was,
      expected,
      distance,
    } = flip.because[0]
    assert.deepEqual(
      [name, cause, actual, was.value, expected.value, distance],
      ['NSF', 'rule_changed', 1, 3, 0, 1],
    )
    // A metric that no snapshot holds is computed once and found the next time.
    const other = { rules: [{ rule_id: ruleId('Deposits'), date_range: 'last_7_days', value: 4 }] }
    assert.equal((await made(url, other)).evaluated, 3)
    const future = await made(url, { since: '2100-01-01' })
    assert.deepEqual([future.evaluated, future.pass_rate], [0, null])
    const wrong = await tenant.live.post(url, {
      rules: [{ rule_id: ruleId('NSF'), metric: 'nsf_cuont' }],
    })
    assert.deepEqual(refusal(wrong), [400, 'invalid_metric', 'rules[0].metric'])
  })

  test('what passes on incomplete data goes to review, in a back-test too, unless its rule lets it', async () => {
    const rule = { name: 'Half a year without collections', metric: 'collections_count', operator: 'equal', value: 0 } // prettier-ignore
    const careful = await made('/v1/policies', { name: 'Half a year', rules: [rule] })
    const { result, results, reasons } = await evaluate(strong, { policy_ids: [careful.id] })
    const [line] = results
    assert.deepEqual(
      [result, line.result, line.consequence, line.metric_status, line.metric_reasons],
      ['review_required', 'passed', 'review', 'partially_available', ['coverage_gap']],
    )
    assert.match(
      reasons[0].message,
      /^Payments to collection agencies is 0, .* \(from incomplete data\)$/,
    )
    const url = `/v1/policies/${careful.id}/backtest`
    assert.equal((await made(url, {})).results.review_required, 3)
    const change = { rule_id: careful.rule_ids[0], on_missing: 'pass' }
    assert.equal((await made(url, { rules: [change] })).results.passed, 3)
  })

  test('a changed rule is a new version, and the history shows what it turned', async () => {
    const id = ruleId('NSF')
    const changed = (await tenant.live.patch(`/v1/rules/${id}`, { value: 10 })).body.data
    assert.deepEqual([changed.version, changed.value, changed.metric], [2, 10, 'nsf_count'])
    const untouched = (await tenant.live.patch(`/v1/rules/${id}`, { value: 10 })).body.data
    assert.equal(untouched.version, 2)
    const publish = () => made(`/v1/policies/${policy.id}/publish`, {})
    assert.equal((await evaluate(bouncing)).result, 'failed', 'not before it is published')
    await publish()
    await evaluate(bouncing)
    const [latest] = await history(bouncing)
    assert.deepEqual([latest.result, latest.previous.result], ['passed', 'failed'])
    const [flip, ...more] = latest.flips
    assert.deepEqual(more, [])
    assert.deepEqual(
      [flip.rule_name, flip.from, flip.to, flip.cause, flip.expected_before.value],
      ['NSF', 'failed', 'passed', 'rule_changed', 3],
    )
    await tenant.live.patch(`/v1/rules/${id}`, { value: 3 })
    await publish()
    assert.equal((await evaluate(bouncing)).result, 'failed')
  })

  test('a person overrides a result with a reason until it is taken back', async () => {
    const { id } = await evaluate(bouncing)
    const url = `/v1/submissions/${bouncing}/policy-evaluations/${id}/overrides`
    const input = { rule_id: ruleId('NSF'), result: 'passed', reason: 'Bank error, letter on file' }
    const overridden = await made(url, input)
    assert.deepEqual([overridden.result, overridden.flips[0].cause], ['passed', 'overridden'])
    const line = findLine(await evaluate(bouncing), 'NSF')
    assert.deepEqual(
      [line.result, line.actual, line.overridden.reason],
      ['passed', 6, input.reason],
    )
    const log = await got(`/v1/audit-log?resource_type=policy&action=overridden`)
    assert.equal(log.length, 1)
    const back = await made(url, { ...input, result: null, reason: 'The letter was forged' })
    assert.deepEqual([back.result, findLine(back, 'NSF').overridden], ['failed', null])
    assert.equal((await tenant.live.post(url, { ...input, reason: '' })).status, 422)
  })

  test('checks that people make move on by their states, and the last one decides', async () => {
    const checks = await made('/v1/policies', {
      name: 'Paper check',
      status: 'published',
      rules: [
        { name: 'License seen', kind: 'manual' },
        { name: 'Landlord called', kind: 'manual' },
      ],
    })
    const [license, landlord] = checks.rule_ids
    const url = `/v1/submissions/${strong}/policy/progress`
    const move = (rule_id: string, state: string, note?: string) =>
      tenant.live.post(url, { policy_id: checks.id, rule_id, state, note })
    const waiting = await made('/v1/policies/evaluate', {
      submission_id: strong,
      policy_ids: [checks.id],
      persist: false,
    })
    assert.deepEqual([waiting.result, waiting.evaluations[0].id], ['missing_data', null])
    assert.deepEqual(refusal(await move(license, 'passed')), [
      409,
      'invalid_state_transition',
      'state',
    ])
    for (const rule of [license, landlord])
      assert.equal((await move(rule, 'in_progress')).status, 200)
    const half = (await move(license, 'passed')).body.data
    assert.deepEqual([half.total, half.done, half.percent, half.status], [2, 1, 50, 'in_progress'])
    assert.deepEqual(refusal(await move(landlord, 'waived')), [422, 'missing_field', 'note'])
    const done = (await move(landlord, 'waived', 'Owns the building')).body.data
    assert.deepEqual([done.done, done.waived, done.status], [2, 1, 'done'])
    const [evaluation] = await got(
      `/v1/submissions/${strong}/policy-evaluations?policy_id=${checks.id}`,
    )
    assert.deepEqual([evaluation.result, evaluation.counts.skipped], ['passed', 1])
    const status = await got(`/v1/submissions/${strong}/status`)
    assert.deepEqual(status.policy_progress, { total: 2, done: 2 })
    const all = (await tenant.live.post(url, {})).body.data
    assert.deepEqual([all.policy_id, all.total], [null, 2])
    await tenant.live.patch(`/v1/policies/${checks.id}`, { status: 'archived' })
    const late = await tenant.live.patch(`/v1/policies/${checks.id}`, { name: 'Late' })
    assert.deepEqual(refusal(late), [409, 'invalid_state_transition', 'status'])
  })

  test('a draft is in force when it is published, and a rule stays while a policy uses it', async () => {
    const url = `/v1/policies/${policy.id}`
    const kept = { rule_ids: [ruleId('Revenue')] }
    const draft = (await tenant.live.patch(url, kept)).body.data
    assert.deepEqual([draft.version, draft.published_version, draft.status], [2, 1, 'published'])
    assert.equal((await evaluate(strong, { persist: false })).results.length, 12)
    const trial = await made(`${url}/backtest`, {})
    assert.equal(trial.flips[0].because[0].cause, 'rule_removed')
    const removed = await tenant.live.delete(`/v1/rules/${ruleId('NSF')}`)
    assert.deepEqual([removed.status, removed.body.error.code], [409, 'resource_in_use'])
    assert.match(removed.body.error.message, new RegExp(policy.id))
    await made(`${url}/publish`, {})
    assert.equal((await evaluate(strong, { persist: false })).results.length, 1)
    assert.equal((await tenant.live.delete(`/v1/rules/${ruleId('NSF')}`)).status, 200)
    assert.equal((await history(bouncing)).at(-1).results.length, 12)
  })

  test('active rules that no policy uses are evaluated when the request names nothing', async () => {
    const input = { metric_label: 'nsf_fees', condition: 'greater_than', value: 4 }
    const { id, metric } = await made('/v1/rules', { name: 'Loose', ...input })
    const ended = {
      name: 'Ended',
      metric: 'nsf_count',
      operator: 'exists',
      effective_to: '2020-01-01',
    }
    await made('/v1/rules', ended)
    const { evaluations } = await made('/v1/policies/evaluate', {
      submission_id: strong,
      persist: false,
    })
    const loose = evaluations.find((each: any) => each.policy_id === null)
    assert.deepEqual(
      [metric, findLine(loose, 'Loose').result, findLine(loose, 'Ended').result],
      ['nsf_count', 'failed', 'skipped'],
    )
    const results = await made(`/v1/rules/${id}/evaluate`, { submission_ids: [strong, bouncing] })
    assert.deepEqual(
      results.map((each: any) => each.result),
      ['failed', 'passed'],
    )
    const queued = await tenant.live.post('/v1/policies/evaluate', {
      submission_id: strong,
      rule_ids: [id],
      async: true,
    })
    assert.deepEqual([queued.status, queued.body.data.status], [202, 'queued'])
    await house.settle()
    assert.equal((await history(strong))[0].policy_id, null)
  })

  test('a change of the data is seen by rules that compare with the value before', async () => {
    const watch = { name: 'Watch', metric: 'nsf_count', operator: 'changed_by_more_than', value: 1 }
    const { id } = await made('/v1/rules', watch)
    const evaluateRule = () => made(`/v1/rules/${id}/evaluate`, { submission_id: weak })
    assert.equal((await evaluateRule()).result, 'missing_data')
    const transactions = business({ takings: 1, fees: 3 }).slice(-3)
    await made('/v1/transactions/bulk', { submission_id: weak, transactions })
    await house.settle(60_000)
    const line = await evaluateRule()
    assert.deepEqual([line.result, line.actual], ['passed', 3])
  })

  test('what cannot be evaluated is refused where it stands, with the nearest name', async () => {
    for (const [input, code, param, message] of [
      [
        { metric: 'monthly_true_revenu', operator: 'exists' },
        'invalid_metric',
        'metric',
        /monthly_true_revenue/,
      ],
      [
        { metric: 'nsf_count', operator: 'less_then', value: 1 },
        'invalid_operator',
        'operator',
        /less_than/,
      ],
      [{ operator: 'exists' }, 'missing_field', 'metric', /required/],
      [
        { metric: 'nsf_count', operator: 'equal', value: 'three' },
        'invalid_type',
        'value',
        /number/,
      ],
      [
        { expression: { all: [{ metric: 'nsf_count', operator: 'exists' }, { any: [] }] } },
        'invalid_expression',
        'expression.all[1].any',
        /1 to 50/,
      ],
      [
        { metric: 'nsf_count', operator: 'exists', message: '{constructor}' },
        'invalid_format',
        'message',
        /actual/,
      ],
      [
        { metric: 'state', operator: 'matches', value: '(a+)+\\1' },
        'invalid_format',
        'value',
        /RE2/,
      ],
    ] as const) {
      const response = await tenant.live.post('/v1/rules', { name: 'Wrong', ...input })
      assert.deepEqual(refusal(response).slice(1), [code, param], JSON.stringify(input))
      assert.match(response.body.error.message, message)
    }
    const unscored = await tenant.live.post('/v1/policies', { name: 'Unscored', decision: 'score' })
    assert.deepEqual(refusal(unscored), [422, 'missing_field', 'score_bands'])
  })
})
