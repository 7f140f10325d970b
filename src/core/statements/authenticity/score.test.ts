import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { COMPARISON_RULES, DOCUMENT_RULES } from './rules/index.ts'
import { weigh, type WeighedSignal } from './score.ts'

const RULES = [...DOCUMENT_RULES, ...COMPARISON_RULES]

/** A signal as the published list weighs it. */
function signal(code: string): WeighedSignal {
  const { group, severity, points } = RULES.find((rule) => rule.code === code)!
  return { code, group, severity, points }
}

function scoreCodes(codes: string[], isProven = true): [number, string] {
  const { score, level } = weigh(codes.map(signal), isProven)
  return [score, level]
}

describe('the authenticity score', () => {
  test('counts the heaviest signal of each group once', () => {
    assert.deepEqual(scoreCodes(['font_mismatch_in_column', 'glyph_misalignment']), [60, 'review'])
    assert.deepEqual(scoreCodes(['font_mismatch_in_column', 'reconciliation_failure']), [
      35,
      'suspicious',
    ])
  })

  test('does not fall below 60 by what the file says of its making alone', () => {
    assert.deepEqual(scoreCodes(['created_before_period_end']), [60, 'review'])
    assert.deepEqual(scoreCodes(['producer_image_editor', 'producer_mismatch_bank']), [
      60,
      'review',
    ])
    assert.deepEqual(scoreCodes(['producer_image_editor', 'image_only_page']), [28, 'high_risk'])
  })

  test('does not fall below 0', () => {
    const worst = ['orphan_content', 'descriptor_edit', 'font_mismatch_in_column']
    assert.deepEqual(scoreCodes(worst), [0, 'high_risk'])
  })

  test('is trusted only where the figures prove each other', () => {
    assert.deepEqual(scoreCodes([], true), [100, 'trusted'])
    assert.deepEqual(scoreCodes([], false), [100, 'review'])
    assert.deepEqual(scoreCodes(['image_only_page']), [88, 'trusted'])
  })

  test('names what stops a document however much weighs more', () => {
    const heavier = ['font_mismatch_in_column', 'orphan_content', 'reconciliation_failure']
    const { topSignals } = weigh([...heavier, 'js_or_launch_action'].map(signal), true)
    assert.equal(topSignals[0]!.code, 'js_or_launch_action')
  })

  test('names each of its heaviest signals once', () => {
    const { topSignals, signalsCount } = weigh(
      ['image_only_page', 'white_box_overlay', 'white_box_overlay'].map(signal),
      true,
    )
    assert.deepEqual(
      topSignals.map(({ code }) => code),
      ['white_box_overlay', 'image_only_page'],
    )
    assert.equal(signalsCount, 3)
  })
})
