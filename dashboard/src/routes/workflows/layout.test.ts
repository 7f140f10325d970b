import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BOX, placeNodes } from './layout.ts'

const way = (from: string, to: string) => ({ id: `${from}${to}`, from, to, from_port: 'default' })

test('a graph is drawn downwards: a join below its lowest branch, a row side by side', () => {
  const edges = [way('trigger', 'a'), way('a', 'b'), way('a', 'c'), way('b', 'd'), way('c', 'd')]
  const places = placeNodes(['trigger', 'a', 'b', 'c', 'd'], edges)
  const row = (id: string) => places.get(id)!.y / (BOX.height + BOX.gapY)
  assert.deepEqual(['trigger', 'a', 'b', 'c', 'd'].map(row), [0, 1, 2, 2, 3])
  assert.ok(places.get('c')!.x - places.get('b')!.x >= BOX.width)
})

test('the way back of a loop ends', () => {
  const edges = [way('trigger', 'loop'), way('loop', 'body'), way('body', 'loop')]
  const places = placeNodes(['trigger', 'loop', 'body'], edges)
  assert.ok(places.get('loop')!.y < places.get('body')!.y)
})
