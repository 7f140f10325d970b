import { dateOfDay, type PlainDate } from '../../values/dates.ts'
import { seededDraw } from '../random.ts'
import type { Ledger } from '../ledger.ts'
import { idAt } from '../ledger/rows/select.ts'
import type { Input } from '../metric.ts'
import { SEVERITIES, type Detector, type Finding, type Severity } from './anomaly.ts'
import type { AnomalyNote, AnomalyStatus } from '../anomaly-note.ts'

/** A finding with its identity; ids and texts are computed when read, as few of thousands are. */
export class Anomaly {
  readonly kind: string
  readonly title: string
  readonly severity: Severity
  /** The place of the severity among all of them; the gravest has the highest. */
  readonly rank: number
  readonly score: number
  readonly rows: readonly number[]
  readonly documentIds: readonly string[]
  readonly amount: Input
  readonly expected: Input
  readonly threshold: Input
  readonly #ledger: Ledger
  readonly #finding: Finding
  /** Of several of a kind at one place, counted from 1. */
  readonly #number: number
  #id: string | null = null

  constructor(
    ledger: Ledger,
    { kind, title }: Pick<Detector, 'kind' | 'title'>,
    { finding, number }: { finding: Finding; number: number },
  ) {
    this.kind = kind
    this.title = title
    this.severity = finding.severity
    this.rank = SEVERITIES.indexOf(finding.severity)
    this.score = finding.score
    this.rows = finding.rows
    this.documentIds = finding.documentIds ?? []
    this.amount = finding.amount ?? null
    this.expected = finding.expected ?? null
    this.threshold = finding.threshold ?? null
    this.#ledger = ledger
    this.#finding = finding
    this.#number = number
  }

  get explanation(): string {
    const { explanation } = this.#finding
    return typeof explanation === 'string' ? explanation : explanation()
  }

  get date(): PlainDate | null {
    return findDate(this.#ledger, this.#finding)
  }

  /** Stays while its rows stay. */
  get id(): string {
    return (this.#id ??= toUuid(this.#name))
  }

  get #name(): string {
    const first = this.rows[0]
    const place = first === undefined ? toPlaceKey(this.#finding) : idAt(this.#ledger, first)
    const name = `${this.#ledger.submissionId} ${this.kind}:${place}`
    return this.#number === 1 ? name : `${name}:${this.#number}`
  }

  get status(): AnomalyStatus {
    return this.#stored?.status ?? 'open'
  }

  get note(): string | null {
    return this.#stored?.note ?? null
  }

  get #stored(): AnomalyNote | undefined {
    const { anomalyNotes } = this.#ledger
    return anomalyNotes.size === 0 ? undefined : anomalyNotes.get(this.id)
  }
}

/** Where a finding without rows is: its document, its day or the deal. */
export function toPlaceKey({ documentIds, day = null }: Finding): string {
  return documentIds?.[0] ?? (day === null ? 'deal' : dateOfDay(day))
}

function findDate({ columns }: Ledger, { rows, day = null }: Finding): PlainDate | null {
  if (day !== null) return dateOfDay(day)
  const last = rows.at(-1)
  return last === undefined ? null : dateOfDay(columns.day[last]!)
}

/** A UUID (version 8, RFC 9562) that follows from a text: the same one at each computation. */
function toUuid(text: string): string {
  const draw = seededDraw(text)
  const word = (): number => Math.floor(draw() * 2 ** 32)
  const [time, version, variant, node] = [word(), word(), word(), word()]
  return [
    toHex(time >>> 16) + toHex(time),
    toHex(version >>> 16),
    toHex((version & 0x0fff) | 0x8000),
    toHex(((variant >>> 16) & 0x3fff) | 0x8000),
    toHex(variant) + toHex(node >>> 16) + toHex(node),
  ].join('-')
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

/** The lower two bytes of a number. */
function toHex(number: number): string {
  return HEX[(number >>> 8) & 0xff]! + HEX[number & 0xff]!
}
