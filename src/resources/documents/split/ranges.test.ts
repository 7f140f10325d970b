import assert from 'node:assert/strict'
import { test } from 'node:test'
import { checkRanges } from './ranges.ts'

function check(pairs: [number, number][], coversAll = false): void {
  const ranges = pairs.map(([startPage, endPage]) => ({
    startPage,
    endPage,
    documentClass: null,
    name: null,
  }))
  checkRanges(ranges, { pageCount: 6, coversAll })
}

test('ranges inside the document that do not meet are taken in any order', () => {
  check([
    [5, 6],
    [1, 2],
  ])
  check(
    [
      [3, 6],
      [1, 2],
    ],
    true,
  )
})

test('a range that is turned, outside or overlapping is named', () => {
  const wrong: [[number, number][], boolean, RegExp][] = [
    [[[1, 2], [4, 3]], false, /^ranges\[1\]: 4 to 3 ends before/],
    [[[1, 7]], false, /^ranges\[0\]: 1 to 7 lies outside the 6 pages/],
    [[[3, 4], [1, 3]], false, /^ranges\[0\]: 3 to 4 overlaps/],
    [[[2, 6]], true, /no range has page 1/],
    [[[1, 2], [4, 6]], true, /^ranges\[1\]: no range has page 3/],
    [[[1, 5]], true, /no range has page 6/],
  ] // prettier-ignore
  for (const [pairs, coversAll, message] of wrong) {
    assert.throws(() => check(pairs, coversAll), { code: 'split_ranges_invalid', message })
  }
})
