import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fillTemplate, refuseForeignTokens } from './name-template.ts'

const VARIABLES = {
  institution_name: 'Pinecrest National Bank',
  account_last4: '0541',
  start_date: '2025-10-01',
  holder_name: null,
}

test('a name is filled in, with filters from left to right', () => {
  const cases: [string, string][] = [
    ['{{institution_name}} {{ account_last4 }}', 'Pinecrest National Bank 0541'],
    ['{{start_date|date:YYYY-MM}}', '2025-10'],
    ['{{ institution_name | slug | truncate:9 }}', 'pinecrest'],
    ['{{institution_name|upper}}', 'PINECREST NATIONAL BANK'],
  ]
  for (const [template, name] of cases) assert.equal(fillTemplate(template, VARIABLES), name)
})

test('what is not known leaves no trace', () => {
  assert.equal(fillTemplate('{{account_last4}} - {{holder_name}} - x', VARIABLES), '0541 - x')
  assert.equal(fillTemplate('{{holder_name}}_{{account_last4}}', VARIABLES), '0541')
})

test('an unknown variable or filter is refused with the nearest', () => {
  assert.throws(() => fillTemplate('{{account_last}}', VARIABLES), {
    code: 'invalid_format',
    message: /Did you mean account_last4/,
  })
  assert.throws(() => fillTemplate('{{start_date|uper}}', VARIABLES), /Did you mean upper/)
  assert.throws(() => fillTemplate('{{start_date', VARIABLES), { code: 'invalid_format' })
})

test('a placeholder of another form is refused with the right one, and other signs are not', () => {
  const known = Object.keys(VARIABLES)
  const wrong: [string, RegExp][] = [
    ['{institution}', /Did you mean \{\{institution_name\}\}/],
    ['${start_date}', /Did you mean \{\{start_date\}\}/],
    ['{{holder.name}}', /Did you mean \{\{holder_name\}\}/],
    ['{{account_last4}} {zzz}', /Known: institution_name/],
    ['%start_date%', /start_date/],
    ['<start_date>', /start_date/],
    ['[start_date]', /start_date/],
    ['{{}}', /Known/],
  ]
  for (const [template, message] of wrong) {
    const expected = { code: 'invalid_format', message }
    assert.throws(() => refuseForeignTokens(template, known), expected, template)
  }
  for (const template of ['{{start_date}} [final]', '100% done', 'a < b', '<x>', '{{start_date']) {
    refuseForeignTokens(template, known)
  }
})
