import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { FunderForSubmission } from '../../../../../clients/typescript/src/index.ts'
import { isSendable, listFails, sortFunders } from './funder-rows.ts'

const funder = (funder_name: string, rank: number | null, status: string | null = null) =>
  ({
    funder_name,
    match: rank === null ? null : { rank },
    link: status === null ? null : { status },
  }) as FunderForSubmission

describe('the funders of a deal', () => {
  test('stand by their rank, those that were not matched last', () => {
    const rows = [
      funder('Zenith', null),
      funder('Harbor', 2),
      funder('Apex', null),
      funder('North', 1),
    ]
    assert.deepEqual(
      sortFunders(rows).map(({ funder_name }) => funder_name),
      ['North', 'Harbor', 'Apex', 'Zenith'],
    )
  })

  test('say first what must be met and is not', () => {
    const criteria = [
      { name: 'max_nsf', result: 'near_miss', is_hard: false },
      { name: 'min_monthly_revenue', result: 'pass', is_hard: true },
      { name: 'excluded_states', result: 'fail', is_hard: true },
    ]
    const row = { match: { criteria } } as unknown as FunderForSubmission
    assert.deepEqual(listFails(row), ['excluded_states', 'max_nsf'])
  })

  test('get a deal once, and again only after it failed', () => {
    const states = [null, 'linked', 'pending', 'submitted', 'offered', 'submission_failed']
    assert.deepEqual(
      states.filter((state) => isSendable(funder('Apex', 1, state))),
      [null, 'linked', 'submission_failed'],
    )
  })
})
