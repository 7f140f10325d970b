import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { chooseControl, fromText, toText } from './schema.ts'

describe('the form of a step', () => {
  test('has a control for each kind of setting, and JSON for the rest', () => {
    const kinds = [
      [{ type: 'string', maxLength: 200 }, 'text'],
      [{ type: 'string', maxLength: 20_000 }, 'long'],
      [{ enum: ['GET', 'POST'] }, 'choice'],
      [{ type: 'integer' }, 'number'],
      [{ type: 'boolean' }, 'switch'],
      [{ type: 'array', items: { type: 'string' } }, 'lines'],
      [{ type: 'object', properties: { value: { type: 'integer' } } }, 'group'],
      [{ type: 'array', items: { type: 'object' } }, 'json'],
      [{}, 'json'],
    ] as const
    for (const [schema, control] of kinds)
      assert.equal(chooseControl(schema as never, undefined), control)
  })

  test('lets any setting be filled in when the step runs', () => {
    assert.equal(chooseControl({ type: 'integer' }, '{{ vars.limit }}'), 'long')
  })

  test('reads back what it shows', () => {
    const values = [
      ['lines', ['a', 'b']],
      ['number', 4],
      ['json', { all: [{ left: 1 }] }],
      ['text', 'Hello'],
    ] as const
    for (const [control, value] of values)
      assert.deepEqual(fromText(control, toText(control, value)), value)
  })

  test('takes bare words where JSON may stand, and marks what is broken', () => {
    assert.equal(fromText('json', '{{ nodes.a.output }}'), '{{ nodes.a.output }}')
    assert.equal(fromText('json', '{"all": ['), null)
    assert.equal(fromText('json', ' '), undefined)
  })
})
