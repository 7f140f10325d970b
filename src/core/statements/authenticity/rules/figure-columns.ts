import type { StatementRow } from '../../statement.ts'
import type { Evidence, Figure, InspectedPage, Setting } from '../evidence/inspection.ts'
import { median } from '../evidence/tokens.ts'

export interface RowFigure extends Figure {
  row: StatementRow
  /** Baseline of the row's other figures on the same line; null when they show none. */
  lineBaseline: number | null
}

export interface Column {
  page: number
  kind: Figure['kind']
  figures: RowFigure[]
}

const FIGURES_MIN = 5
const EDGE_GAP = 4
/** Figures whose baselines differ by more stand on two lines. */
const LINE_POINTS = 3
/** So many other figures must share one baseline to show where the line is. */
const OTHERS_MIN = 2
const STEADY_POINTS = 0.3

/**
 * The columns of the transactions. Totals and balances of the summary, also of one beside the rows,
 * are no part of them, since banks set those otherwise.
 */
export function getColumns(evidence: Evidence): Column[] {
  const known = found.get(evidence)
  if (known) return known
  const columns = findColumns(evidence)
  found.set(evidence, columns)
  return columns
}

/** Several rules use the same columns, which take as long to find as all rules together. */
const found = new WeakMap<Evidence, Column[]>()

function findColumns({ statements, inspection }: Evidence): Column[] {
  const rows = statements.flatMap((statement) => statement.rows)
  const byPage = Map.groupBy(rows, ({ page }) => page)
  return (inspection?.pages ?? []).flatMap((page) => {
    const figures = rowFigures(page, byPage.get(page.number) ?? [])
    return (['amount', 'date'] as const).flatMap((kind) =>
      tables(figures.filter((each) => each.kind === kind))
        .flatMap(clusters)
        .filter((members) => members.length >= FIGURES_MIN)
        .map((members) => ({ page: page.number, kind, figures: members })),
    )
  })
}

/** Checks stand abreast, in columns that other tables of the page do not have. */
function tables(figures: readonly RowFigure[]): RowFigure[][] {
  const isOfChecks = ({ row }: RowFigure): boolean => /^Check \d/.test(row.description)
  return [figures.filter((each) => !isOfChecks(each)), figures.filter(isOfChecks)]
}

function rowFigures(page: InspectedPage, rows: readonly StatementRow[]): RowFigure[] {
  const placed = rows.filter(({ box }) => box !== null)
  return page.figures.flatMap((figure) => {
    const x = (figure.box[0] + figure.box[2]) / 2
    const y = (figure.box[1] + figure.box[3]) / 2
    const row = placed.find(({ box }) => y > box![1] && y < box![3] && x > box![0] && x < box![2])
    return row ? [{ ...figure, row, lineBaseline: lineBaseline(figure, page) }] : []
  })
}

function lineBaseline(figure: Figure, { figures }: InspectedPage): number | null {
  const others = figures.filter(
    (each) => each !== figure && Math.abs(each.baseline - figure.baseline) < LINE_POINTS,
  )
  const baselines = others.map(({ baseline }) => baseline)
  const isSteady = Math.max(...baselines) - Math.min(...baselines) <= STEADY_POINTS
  return baselines.length < OTHERS_MIN || !isSteady ? null : median(baselines)
}

function clusters(figures: readonly RowFigure[]): RowFigure[][] {
  const sorted = figures.toSorted((left, right) => getEdge(left) - getEdge(right))
  const groups: RowFigure[][] = []
  for (const figure of sorted) {
    const last = groups.at(-1)?.at(-1)
    if (last && getEdge(figure) - getEdge(last) <= EDGE_GAP) groups.at(-1)!.push(figure)
    else groups.push([figure])
  }
  return groups
}

function getEdge({ kind, right, box }: Figure): number {
  return kind === 'amount' ? right : box[0]
}

/** The setting of most figures, with the share of figures it has; null where none is known. */
export function modalSetting(
  figures: readonly Figure[],
): { setting: Setting; share: number } | null {
  const known = figures.filter(({ settings }) => settings.length > 0)
  const groups = [...Map.groupBy(known, ({ settings }) => formatSetting(settings[0]!)).values()]
  const largest = groups.toSorted((left, right) => right.length - left.length)[0]
  return largest
    ? { setting: largest[0]!.settings[0]!, share: largest.length / figures.length }
    : null
}

export function formatSetting({ font, size }: Setting): string {
  return `${font} ${size}`
}

/** `ABCDEF+Arial-BoldMT` → `arial`: the family without subset, weight and slant. */
export function toFontFamily(font: string): string {
  return font
    .replace(/^[A-Z]{6}\+/, '')
    .toLowerCase()
    .replace(/[-,].*$/, '')
    .replace(/(?:bold|italic|oblique|regular|medium|semibold|light|roman|psmt|mt|ps)+$/, '')
}
