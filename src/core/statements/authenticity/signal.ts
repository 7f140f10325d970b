import type { Box } from '../statement.ts'

export const SEVERITIES = ['info', 'low', 'medium', 'high', 'critical'] as const
export type Severity = (typeof SEVERITIES)[number]

/** Signals of one group have one root cause: only the heaviest of a group counts. */
export const GROUPS = [
  { name: 'metadata', meaning: 'How and when the file says it was created' },
  { name: 'revision', meaning: 'What was changed after the file was first written' },
  { name: 'overlay', meaning: 'What covers the text or is hidden' },
  { name: 'font', meaning: 'How figures differ in type from the rest of their column' },
  { name: 'page', meaning: 'Whether the pages belong together' },
  { name: 'action', meaning: 'What the file does when it is opened' },
  { name: 'arithmetic', meaning: 'Whether the figures add up' },
  { name: 'rows', meaning: 'Whether the rows are such as a bank posts' },
  { name: 'identity', meaning: 'Whether bank, account and holder agree' },
  { name: 'provider', meaning: 'What the provider of an imported payload says; it weighs nothing' },
] as const
export type SignalGroup = (typeof GROUPS)[number]['name']

/** One place where a rule applies. What is unknown or does not apply is left out. */
export interface Finding {
  page?: number | null
  box?: Box | null
  found?: string | null
  expected?: string | null
  /** Where the weight depends on the extent. */
  points?: number
}

/** One entry of the published list: what is looked for, and what it weighs. */
export interface SignalRule<Evidence> {
  code: string
  group: SignalGroup
  severity: Severity
  /** How often what is found is what it seems, 0 to 1. */
  confidence: number
  /** Taken off the score of 100, once per group. */
  points: number
  /** What must hold, for the published list. */
  test: string
  /** What a reader should know: what was found in the file, with no claim about anybody. */
  explanation: string
  detect: (evidence: Evidence) => Finding[]
}

/** What finds each signal of a family, by its code. */
export type Detectors<Evidence> = Readonly<Record<string, SignalRule<Evidence>['detect']>>

/** Something in a document that does not fit a statement that came unchanged from its bank. */
export interface Signal {
  code: string
  group: SignalGroup
  severity: Severity
  confidence: number
  points: number
  page: number | null
  box: Box | null
  found: string | null
  expected: string | null
  explanation: string
}

/** Findings listed per rule; a broken column would otherwise fill the list. */
const FINDINGS_MAX = 20
const TEXT_MAX = 300

/** The signals of a list of rules (formulas section 15), each place on its own, heaviest first. */
export function applyRules<Evidence>(
  rules: readonly SignalRule<Evidence>[],
  evidence: Evidence,
): Signal[] {
  const signals = rules.flatMap((rule) =>
    rule
      .detect(evidence)
      .slice(0, FINDINGS_MAX)
      .map((finding) => toSignal(rule, finding)),
  )
  return signals.toSorted((left, right) => right.points - left.points)
}

function toSignal<Evidence>(rule: SignalRule<Evidence>, finding: Finding): Signal {
  const { code, group, severity, confidence, points, explanation } = rule
  const { page = null, box = null, found = null, expected = null } = finding
  return {
    code,
    group,
    severity,
    confidence,
    points: finding.points ?? points,
    page,
    box: box && (box.map((value) => Math.round(value * 100) / 100) as Box),
    found: plain(found),
    expected: plain(expected),
    explanation,
  }
}

/** Text that a database and a screen can hold. */
function plain(text: string | null): string | null {
  return text === null
    ? null
    : text
        .toWellFormed()
        .replace(/\p{Cc}/gu, ' ')
        .slice(0, TEXT_MAX)
}
