import type { ReadLine } from '../../print/read-line.ts'
import { dateIn } from './date-columns.ts'
import type { Column } from '../heads/column.ts'
import type { FigureLine } from './column-roles.ts'
import type { TableLine } from './row-blocks.ts'

/** A word of a line, as characters of its text. */
export interface CodeWord {
  from: number
  to: number
}

interface Place {
  byLine: ReadonlyMap<number, FigureLine>
  dateColumns: readonly number[]
}

/** A word that is a cell of its own, and where it begins. */
interface Cell extends CodeWord {
  index: number
  text: string
  x0: number
  x1: number
}

/** Codes of one column differ in their beginning by less than this, in points. */
const DRIFT = 3
/** Codes on fewer rows, or on a smaller share of them, are words. */
const LEAST_CODES = 4
const LEAST_SHARE = 0.9

/**
 * The references and states of a table, by the index of their line: where nearly every row has one
 * word under those of the others, each with a digit or all the same, or some rows have one under a
 * head of references. They are no words of rows, as long as their rows have others.
 */
export function findCodes(
  lines: readonly TableLine[],
  heads: readonly Column[],
  places: Place,
): Map<number, CodeWord[]> {
  const all = lines.filter(({ isMoving }) => isMoving)
  const dated = all.filter(({ isDated }) => isDated)
  // Sums above the rows have no day.
  const moving = dated.length > 0 ? dated : all
  const cells = moving.flatMap(({ line, index }) => listCells(line, index, places))
  const starts = [...new Set(cells.map(({ x0 }) => Math.round(x0 / DRIFT)))]
  const columns = starts
    .map((start) => cells.filter(({ x0 }) => Math.abs(x0 / DRIFT - start) <= 1))
    .filter((own) => own.length >= LEAST_CODES && own.length >= LEAST_SHARE * moving.length)
    .filter((own) => isReference(own) || isState(own))
  const headed = heads
    .filter(({ role }) => role === 'ignored')
    .map((head) => cells.filter((cell) => isUnder(cell, head)))
    .filter((own) => own.length >= LEAST_CODES && own.every(({ text }) => /\d/.test(text)))
  const marks = Map.groupBy(new Set([...columns, ...headed].flat()), ({ index }) => index)
  return isAllWords(lines, marks) ? new Map() : marks
}

// `1043`   `#1043`   `1043*`
const CHECK_NUMBER = /^#?\d{1,10}\*?$/
/** How far a number may stand from its head, in points. */
const HEAD_DRIFT = 8

/** The numbers of checks by the index of their line: few rows have one, under a head of theirs. */
export function findCheckNumbers(
  lines: readonly TableLine[],
  heads: readonly Column[],
  places: Place,
): Map<number, Cell[]> {
  const checks = heads.filter(({ role }) => role === 'check')
  const found = lines
    .filter(({ isMoving }) => isMoving)
    .flatMap(({ line, index }) => listCells(line, index, places))
    .filter((cell) => CHECK_NUMBER.test(cell.text))
    .filter((cell) => checks.some((head) => isUnder(cell, head)))
  return Map.groupBy(found, ({ index }) => index)
}

function isUnder({ x0, x1 }: Cell, head: Column): boolean {
  return x0 < head.x1 + HEAD_DRIFT && x1 > head.x0 - HEAD_DRIFT
}

/** Each has a digit, or they are codes of one length that never repeat: `ETTNTYUF7R`. */
function isReference(cells: readonly Cell[]): boolean {
  const texts = cells.map(({ text }) => text)
  const digits = texts.filter((text) => /\d/.test(text)).length
  if (digits === texts.length) return true
  const isOneForm = new Set(texts.map((text) => text.length)).size === 1
  const isEach = new Set(texts).size === texts.length
  return isOneForm && isEach && digits * 2 > texts.length && texts.every((text) => CODE.test(text))
}

const CODE = /^[A-Z\d]{6,}$/

function isState(cells: readonly Cell[]): boolean {
  return new Set(cells.map(({ text }) => text)).size === 1
}

/** Whether no line of the table would keep words: then they are those of its rows. */
function isAllWords(
  lines: readonly TableLine[],
  marks: ReadonlyMap<number, readonly Cell[]>,
): boolean {
  const left = lines.filter(({ line, index }) => {
    const own = marks.get(index) ?? []
    const words = line.words.filter(
      ({ text }, at) =>
        /\p{L}{2}/u.test(text) && own.every(({ from }) => from !== line.offsets[at]),
    )
    return words.length > 0
  })
  const moving = lines.filter(({ isMoving, isDated }) => isMoving && isDated)
  return left.length < LEAST_SHARE * moving.length
}

/** The words of a line that stand apart from others, without its dates and figures. */
function listCells(line: ReadLine, index: number, { byLine, dateColumns }: Place): Cell[] {
  const dates = dateColumns.flatMap((column) => dateIn(line, column) ?? [])
  const figures = (byLine.get(index) ?? []).map(({ amount }) => amount)
  const isTaken = ({ from, to }: CodeWord): boolean =>
    [...dates, ...figures].some((token) => from < token.to && token.from < to)
  return [...line.text.matchAll(/(?<=^| {2})\S+(?= {2}|$)/g)].flatMap((match) => {
    const cell = { from: match.index, to: match.index + match[0].length }
    const at = line.offsets.indexOf(cell.from)
    return at < 0 || isTaken(cell)
      ? []
      : [{ ...cell, index, text: match[0], x0: line.words[at]!.x0, x1: line.words[at]!.x1 }]
  })
}
