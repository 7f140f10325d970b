import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readOpinions } from './read-opinions.ts'
import { promptFor } from './prompt.ts'
import { toQuestion, type Question, type Unsure } from './question.ts'

const PURCHASE: Unsure = {
  normalized: 'QZORB VANTEK PLAZA',
  isInflow: false,
  channels: ['card'],
  amountCents: 4550,
  currency: 'USD',
}

function buildQuestion(rows: Partial<Unsure>, owners: string[] = []): Question | null {
  return toQuestion({ ...PURCHASE, ...rows }, owners)
}

test('a question has direction, band and descriptor, and no digit', () => {
  assert.deepEqual(buildQuestion({ normalized: 'QZORB 12 3456789 VANTEK 4821 X77Y' }), {
    descriptor: 'QZORB # # VANTEK # #',
    direction: 'outflow',
    band: '10 to 100',
  })
  const bands = [999, 1000, 10_000_000].map((amountCents) => buildQuestion({ amountCents })?.band)
  assert.deepEqual(bands, ['below 10', '10 to 100', '100000 or more'])
  assert.equal(buildQuestion({ amountCents: 500, currency: 'JPY' })?.band, '100 to 1000')
})

test('there is no question where a person may be named, or where no word remains', () => {
  assert.equal(buildQuestion({ normalized: 'SQ * JANE QZORB' }), null)
  assert.equal(buildQuestion({ normalized: 'QZORB ADEYEMI' }, ['Tunde Adeyemi']), null)
  for (const channel of ['p2p', 'wire', 'check'] as const)
    assert.equal(
      buildQuestion({ normalized: 'QZORB VANTEK LLC', channels: ['card', channel] }),
      null,
    )
  assert.equal(buildQuestion({ channels: ['ach'], normalized: 'OKONKWO QZORB' }), null)
  assert.notEqual(buildQuestion({ channels: ['ach'], normalized: 'QZORB VANTEK LLC' }), null)
  assert.equal(buildQuestion({ normalized: 'A1B2 4821 TX' }), null)
})

test('a prompt numbers its lines and lists the leaves with their signs', () => {
  const [system, user] = promptFor([buildQuestion({})!, buildQuestion({ isInflow: true })!])
  const lines = ['outflow', 'inflow'].map(
    (direction, at) => `${at + 1}. ${direction}, 10 to 100: QZORB VANTEK PLAZA`,
  )
  assert.equal(user!.content, lines.join('\n'))
  assert.match(system!.content, /^expenses\.rent \(out\): /m)
  assert.doesNotMatch(system!.content, /^uncategorized/m)
})

test('of a response only leaves of the right sign count, once, below what ends a review', () => {
  const questions = [false, true, false, false].map((isInflow) => buildQuestion({ isInflow })!)
  const items = [
    { line: 1, category: 'expenses.rent', confidence: 0.97 },
    { line: 2, category: 'expenses.rent', confidence: 0.5 },
    { line: 3, category: 'expenses.nothing', confidence: 0.5 },
    { line: 3, category: 'uncategorized.outflow', confidence: 0.5 },
    { line: 3, category: 'expenses.fuel', confidence: 2 },
    { line: 4, category: 'expenses.fuel', confidence: 0.3 },
    { line: 4, category: 'expenses.rent', confidence: 0.3 },
    { line: 9, category: 'expenses.rent', confidence: 0.3 },
    { line: 1.5, category: 'expenses.rent', confidence: 0.3 },
    null,
  ]
  const fenced = `Here it is:\n\`\`\`json\n${JSON.stringify({ lines: items })}\n\`\`\``
  const opinions = readOpinions(fenced, questions)
  assert.deepEqual(opinions, [{ index: 0, slug: 'expenses.rent', confidence: 0.59 }])
})

test('a text without a list has no opinions', () => {
  for (const text of ['', 'I do not know.', '{"lines":7}', '{"lines":[', '[]', '{} and {}'])
    assert.equal(readOpinions(text, [buildQuestion({})!]), null, text)
})
