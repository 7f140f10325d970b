import assert from 'node:assert/strict'
import { stringify } from 'node:querystring'
import { after, test } from 'node:test'
import { createThread } from './thread.ts'

const thread = createThread()
after(() => thread.close())

test('a long list comes to the thread whole and in order', async () => {
  const numbers = Array.from({ length: 5_000 }, (_, index) => index)
  const input = { numbers, one: 'thing' }
  const task = { module: 'node:querystring', run: stringify as (given: object) => string }
  const isSame = (await thread.run(task, input)) === stringify(input)
  assert.ok(isSame)
})

test('what a task throws comes back, and the thread goes on', async () => {
  const task = { module: 'node:querystring', run: function absent() {} }
  await assert.rejects(thread.run(task, {}), TypeError)
  const next = { module: 'node:querystring', run: stringify as (given: object) => string }
  assert.equal(await thread.run(next, { a: 1 }), 'a=1')
})

test('a run that the end of the thread meets is rejected', async () => {
  const task = { module: 'node:querystring', run: stringify as (given: object) => string }
  const run = thread.run(task, { a: 1 })
  await thread.close()
  await assert.rejects(run, /ended/)
})
