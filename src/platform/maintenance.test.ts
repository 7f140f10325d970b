import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, test } from 'node:test'
import type { House } from './context.ts'
import { createLog } from './log.ts'
import { startMaintenance, type Upkeep } from './maintenance.ts'

const HOUSE = { log: createLog('silent') } as House

/** Notes when it begins and ends; takes a few milliseconds. */
function noted(own: Omit<Upkeep, 'run'>, seen: string[]): Upkeep {
  const run = async (): Promise<void> => {
    seen.push(`${own.name} begins`)
    await sleep(3)
    seen.push(`${own.name} ends`)
  }
  return { ...own, run }
}

describe('upkeep', () => {
  test('of what is found due is done at once, then not again before its time', async () => {
    const seen: string[] = []
    const links = noted({ name: 'links', everyMs: 60_000, due: 'links' }, seen)
    const { runDue, stop } = startMaintenance(HOUSE, [links])
    runDue(['jobs', 'mailboxes'])
    await sleep(10)
    assert.deepEqual(seen, [])
    for (let look = 0; look < 3; look += 1) {
      runDue(['jobs', 'links'])
      await sleep(10)
    }
    assert.deepEqual(seen, ['links begins', 'links ends'])
    stop()
  })

  test('that was found due too soon is done when its time has come', async () => {
    const seen: string[] = []
    const links = noted({ name: 'links', everyMs: 50, due: 'links' }, seen)
    const { runDue, stop } = startMaintenance(HOUSE, [links])
    runDue(['links'])
    await sleep(10)
    runDue(['links'])
    for (let turn = 0; seen.length < 4 && turn < 500; turn += 1) await sleep(10)
    stop()
    runDue(['links'])
    await sleep(60)
    assert.equal(seen.length, 4)
  })

  test('of a few statements takes turns, and a failure of one is none of the others', async () => {
    const seen: string[] = []
    const short = { everyMs: 5, isShort: true } as const
    const fails: Upkeep = { ...short, name: 'fails', run: () => Promise.reject(new Error('No')) }
    const [first, second] = ['first', 'second'].map((name) => noted({ ...short, name }, seen))
    const { stop } = startMaintenance(HOUSE, [first!, fails, second!])
    for (let turn = 0; seen.length < 12 && turn < 500; turn += 1) await sleep(10)
    stop()
    const begun = seen.filter((_, index) => index % 2 === 0).slice(0, 6)
    const ended = seen.filter((_, index) => index % 2 === 1).slice(0, 6)
    assert.deepEqual(
      ended,
      begun.map((line) => line.replace('begins', 'ends')),
    )
    assert.deepEqual(new Set(ended), new Set(['first ends', 'second ends']))
  })
})
