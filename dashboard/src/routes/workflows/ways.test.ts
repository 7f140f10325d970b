import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { BOX, placeNodes } from './layout.ts'
import { namePorts, routeWays, summarizeConfig } from './ways.ts'

const edge = (from: string, to: string, port = 'default') => ({
  id: `${from} ${port} ${to}`,
  from,
  to,
  from_port: port,
})

describe('the lines of a picture', () => {
  test('are one for all ports that lead to the same step, and begin side by side', () => {
    const edges = [
      edge('trigger', 'a'),
      edge('a', 'b', 'approved'),
      edge('a', 'c', 'rejected'),
      edge('a', 'c', 'timeout'),
    ]
    const ways = routeWays(edges, placeNodes(['trigger', 'a', 'b', 'c'], edges))
    assert.equal(ways.length, 3)
    assert.deepEqual(ways[2]!.ports, ['rejected', 'timeout'])
    assert.ok(ways[1]!.source.x < ways[2]!.source.x)
  })

  test('go around the steps between', () => {
    const edges = [edge('trigger', 'a'), edge('a', 'b'), edge('b', 'c'), edge('a', 'c', 'clean')]
    const places = placeNodes(['trigger', 'a', 'b', 'c'], edges)
    const around = routeWays(edges, places).find(({ ports }) => ports.includes('clean'))!
    assert.ok(around.path.includes(`L${places.get('b')!.x + BOX.width + 14},`))
  })
})

test('a step shows the setting that makes it what it is', () => {
  assert.equal(summarizeConfig({ submission_id: 'x', stage: 'declined' }), 'declined')
  assert.equal(summarizeConfig({ all: [{ left: 1 }] }), '')
  assert.equal(namePorts(['default', 'case:big_one', 'timeout']), 'big one, timeout')
})
