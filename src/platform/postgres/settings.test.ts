import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { sizeServer } from './settings.ts'

const GIB = 1024 ** 3
const PAGE = readFileSync(`${import.meta.dirname}/../../../docs/operations.md`, 'utf8')

/** A row of the page: memory of the machine in bytes, and the settings by name. */
interface Row {
  memoryBytes: number
  settings: Record<string, string>
}

// | 8 GiB | 512MB | 4096MB | 8MB | 128MB |
function readTable(): Row[] {
  const lines = PAGE.split('\n').map((line) => line.split('|').map((cell) => cell.trim()))
  const head = lines.find((cells) => cells[1] === 'memory')!
  return lines.flatMap((cells) => {
    const [, count, unit] = /^(\d+) ([MG])iB$/.exec(cells[1] ?? '') ?? []
    if (count === undefined) return []
    const settings = head.slice(2, -1).map((name, at) => [name, cells[at + 2]!])
    const memoryBytes = Number(count) * (unit === 'G' ? GIB : 1024 ** 2)
    return [{ memoryBytes, settings: Object.fromEntries(settings) }]
  })
}

test('memory is shared out as the page for operators has it', () => {
  const rows = readTable()
  assert.ok(rows.length > 5)
  for (const { memoryBytes, settings } of rows)
    assert.deepEqual(pick(sizeServer(memoryBytes), Object.keys(settings)), settings)
})

test('what the kernel keeps for itself changes nothing', () => {
  for (const { memoryBytes } of readTable())
    assert.deepEqual(sizeServer(memoryBytes * 0.93), sizeServer(memoryBytes))
})

test('more memory never means less of anything', () => {
  const sizes = Array.from({ length: 400 }, (_, at) => sizeServer(256 * 1024 ** 2 * 1.02 ** at))
  for (const name of Object.keys(readTable()[0]!.settings)) {
    const megabytes = sizes.map((settings) => Number.parseInt(settings[name]!, 10))
    assert.deepEqual(
      megabytes,
      megabytes.toSorted((one, other) => one - other),
      name,
    )
  }
})

test('all that a server takes at once leaves most of a machine to others', () => {
  for (const { memoryBytes } of readTable()) {
    const { shared_buffers: shared, maintenance_work_mem: upkeep } = sizeServer(memoryBytes)
    const megabytes = Number.parseInt(shared!, 10) + 2 * Number.parseInt(upkeep!, 10)
    assert.ok(megabytes <= Math.max(192, memoryBytes / 1024 ** 2 / 8), `${memoryBytes}`)
  }
})

function pick(all: Record<string, string>, names: string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, all[name]!]))
}
