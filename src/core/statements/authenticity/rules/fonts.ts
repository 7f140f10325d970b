import type { Evidence, Figure, Setting } from '../evidence/inspection.ts'
import { median } from '../evidence/tokens.ts'
import { isProven } from '../../reconcile/reconcile.ts'
import type { Finding, Detectors } from '../signal.ts'
import { isComplete } from '../evidence/complete.ts'
import {
  getColumns,
  toFontFamily,
  modalSetting,
  formatSetting,
  type Column,
  type RowFigure,
} from './figure-columns.ts'

/** Share of a column that must have one setting before exceptions mean anything. */
const UNIFORM = 0.8
const SIZE_POINTS = 0.3
const OFFSET_POINTS = 0.8
const STEADY_POINTS = 0.3
const PITCH_MADS = 4
const PITCH_POINTS = 0.4
const EMBEDDED_SHARE = 0.9
// Helvetica-Bold   Arial,Bold   TimesNewRomanPSMT   Courier
const STANDARD_FONT = /^(?:helvetica|arial|times|courier)/i

/** How figures are set against the rest of their column. */
export const FONT_DETECTORS: Detectors<Evidence> = {
  font_mismatch_in_column: (evidence) =>
    getColumns(evidence).flatMap((column) => otherSettings(column, evidence)),
  font_added_late: ({ inspection }) =>
    (inspection?.addedFonts ?? []).map(({ page, box, name }) => ({ page, box, found: name })),
  glyph_misalignment: (evidence) => getColumns(evidence).flatMap(shifted),
  font_kerning_substitution: borrowedFonts,
  character_spacing_outlier: (evidence) => getColumns(evidence).flatMap(otherPitch),
}

function otherSettings(column: Column, evidence: Evidence): Finding[] {
  const modal = modalSetting(column.figures)
  if (!modal || modal.share < UNIFORM) return []
  const usual = usualSettings(column)
  const odd = column.figures.filter(({ settings }) =>
    settings.some((setting) => usual.every((each) => isOther(setting, each))),
  )
  if (isHouseStyle(odd, column, modal.setting)) return []
  const strange = odd.filter(
    (figure) => !(isBold(figure, modal.setting) && isSummary(figure, evidence)),
  )
  return strange.map((figure) => ({
    ...toFinding(figure, column),
    found: `${figure.text} in ${figure.settings.map(formatSetting).join(' and ')}`,
    expected: formatSetting(modal.setting),
  }))
}

/** The settings of most figures, of which each may have several: cents in smaller digits. */
function usualSettings({ figures }: Column): Setting[] {
  const all = figures.flatMap(({ settings }) => settings)
  const groups = [...Map.groupBy(all, formatSetting).values()]
  return groups
    .filter((group) => group.length >= UNIFORM * figures.length)
    .map(([setting]) => setting!)
}

function isOther(setting: Setting, modal: Setting): boolean {
  return setting.font !== modal.font || Math.abs(setting.size - modal.size) > SIZE_POINTS
}

/** Another face of the column's family, in its size. */
function isBold({ settings }: RowFigure, modal: Setting): boolean {
  return settings.every(
    ({ font, size }) =>
      font !== modal.font &&
      toFontFamily(font) === toFontFamily(modal.font) &&
      Math.abs(size - modal.size) <= SIZE_POINTS,
  )
}

/** A total that was read as a row: its line is set so, or the reading is not right. */
function isSummary({ hasFontOfLine, row }: RowFigure, evidence: Evidence): boolean {
  const statement = evidence.statements.find(({ rows }) => rows.includes(row))
  const isRight = statement && (isProven(statement) || isComplete(statement, evidence))
  return hasFontOfLine || !isRight
}

/** Banks set all credits, or all debits, in bold: the same family, and none of them otherwise. */
function isHouseStyle(odd: readonly RowFigure[], column: Column, modal: Setting): boolean {
  if (odd.length === 0) return false
  const isFamily = odd.every(({ settings }) =>
    settings.every(({ font }) => toFontFamily(font) === toFontFamily(modal.font)),
  )
  const isCredit = odd[0]!.row.amount > 0
  const alike = column.figures.filter(({ row }) => row.amount > 0 === isCredit)
  return isFamily && odd.every((figure) => alike.includes(figure)) && alike.length === odd.length
}

function toFinding({ box }: Figure, { page }: Column): Finding {
  return { page, box }
}

function shifted(column: Column): Finding[] {
  if (column.kind !== 'amount') return []
  const edges = offsets(column.figures, ({ right }) => right)
  const outerEdges = offsets(column.figures, ({ box }) => box[2])
  const baselines = offsets(column.figures, ({ baseline, lineBaseline }) =>
    lineBaseline === null ? null : baseline - lineBaseline,
  )
  return column.figures.flatMap((figure) => {
    const [edge, outer, line] = [edges, outerEdges, baselines].map((all) => all?.get(figure) ?? 0)
    // A trailing minus or parenthesis hangs over the edge, or pushes the digits inward.
    const isShifted =
      !figure.hasMark &&
      hasNeighbors(figure, column) &&
      edges &&
      outerEdges &&
      Math.min(Math.abs(edge!), Math.abs(outer!)) > OFFSET_POINTS
    if (!isShifted && Math.abs(line!) <= OFFSET_POINTS) return []
    const by = isShifted
      ? `${edge!.toFixed(1)} points to the side`
      : `${line!.toFixed(1)} points down`
    return [{ ...toFinding(figure, column), found: `${figure.text}, ${by}`, expected: '0' }]
  })
}

/** A list that goes on beside itself may end with one figure, near the column of another list. */
function hasNeighbors({ row }: RowFigure, { figures }: Column): boolean {
  return figures.some((other) => other.row !== row && other.row.section === row.section)
}

/** How far each figure is from the median; null where the column itself is not steady. */
function offsets(
  figures: readonly RowFigure[],
  measure: (figure: RowFigure) => number | null,
): Map<RowFigure, number> | null {
  const measured = figures.flatMap((figure) => {
    const value = measure(figure)
    return value === null ? [] : [{ figure, value }]
  })
  if (measured.length === 0) return null
  const middle = median(measured.map(({ value }) => value))
  const steady = measured.filter(({ value }) => Math.abs(value - middle) <= STEADY_POINTS)
  if (steady.length < UNIFORM * figures.length) return null
  return new Map(measured.map(({ figure, value }) => [figure, value - middle]))
}

function borrowedFonts(evidence: Evidence): Finding[] {
  const fonts = (evidence.inspection?.pages ?? []).flatMap((page) => page.fonts)
  const total = fonts.reduce((sum, { count }) => sum + count, 0)
  const embedded = fonts.reduce((sum, { count, isEmbedded }) => sum + (isEmbedded ? count : 0), 0)
  if (embedded < EMBEDDED_SHARE * total) return []
  return getColumns(evidence).flatMap((column) =>
    column.figures.flatMap((figure) => {
      const odd = figure.settings.find(
        ({ font, isEmbedded }) => !isEmbedded && STANDARD_FONT.test(font),
      )
      const found = odd && `${figure.text} in ${odd.font}`
      return found ? [{ ...toFinding(figure, column), found, expected: 'an embedded font' }] : []
    }),
  )
}

function otherPitch(column: Column): Finding[] {
  const figures = column.figures.filter(({ pitch }) => pitch !== null)
  if (column.kind !== 'amount' || figures.length < 5) return []
  const middle = median(figures.map(({ pitch }) => pitch!))
  const spread = median(figures.map(({ pitch }) => Math.abs(pitch! - middle)))
  const limit = Math.max(PITCH_MADS * spread, PITCH_POINTS)
  return figures
    .filter(({ pitch }) => Math.abs(pitch! - middle) > limit)
    .map((figure) => ({
      ...toFinding(figure, column),
      found: `${figure.text} at ${figure.pitch!.toFixed(2)} points a digit`,
      expected: `${middle.toFixed(2)} points`,
    }))
}
