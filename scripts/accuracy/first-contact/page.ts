import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { figureTable } from '../../markdown.ts'
import type { BundleScore } from './bundles.ts'
import type { DocumentJudgement, Judgement } from './judge.ts'
import { FIRST_CONTACT, type Kind } from './round.ts'

export interface Judgements {
  read: Judgement[]
  documents: DocumentJudgement[]
}

const HEAD = ['', 'files', 'exact', 'flagged', 'wrong', 'straight through']

const PURPOSE =
  'Files of layouts that nobody here had seen, made by people who had not read the reader, and read ' +
  'as they came, before any change. **Exact** here also needs running balances, currency and the last ' +
  'four digits of the account; **flagged** means that a person is stopped; **wrong** is the rest. What ' +
  'is read today: `npm run accuracy -- --first-contact`. The files: ' +
  '[fixtures/first-contact](../fixtures/first-contact/README.md).'

/** What every round scored when it came. */
export function formatFirstContact(): string {
  const head = ['', 'date', 'commit', ...HEAD.slice(1)]
  return `${PURPOSE}\n\n${figureTable(head, readScores())}`
}

const THROUGH =
  'Statements and exports of all rounds that are right and have text, read as they are today: ' +
  'exact ones that stop nobody, and what stops a person at the others, of which one file may have ' +
  'several causes. The table counts all files, its last column the right ones alone.'

/** How many right files pass without a person, and what stops the others. */
export function formatStraightThrough(read: readonly Judgement[]): string {
  const kinds = ['statements', 'exports'] as const
  const groups = kinds.map((kind) => read.filter(({ file }) => file.kind === kind))
  const rows = kinds.map((kind, at) =>
    countGroup(kind === 'statements' ? 'PDF' : kind, groups[at]!),
  )
  const counts = groups.map((group) => new Map(countCauses(group)))
  const causes = countCauses(read).map(([cause]) => [
    cause,
    ...counts.map((count) => count.get(cause) ?? 0),
  ])
  return [
    THROUGH,
    figureTable(HEAD, rows),
    figureTable(['stopped by', 'PDF', 'exports'], causes),
  ].join('\n\n')
}

/** Every round at first contact, every round now, and what stops right files. */
export function formatRounds({ read, documents }: Judgements): string {
  const all = [...read, ...documents]
  const now = [...Map.groupBy(all, ({ file, isScan }) => nameGroup(file.round, file.kind, isScan))]
  const sections = [
    '### At first contact, before any change',
    formatFirstContact(),
    '### Today',
    figureTable(
      HEAD,
      now.map(([name, group]) => countGroup(name, group)),
    ),
    formatDocuments(documents),
    '### What stopped right files',
    figureTable(['cause', 'files'], countCauses(read)),
  ]
  return sections.join('\n\n')
}

function nameGroup(round: string, kind: Kind, isScan: boolean): string {
  return `${round} ${kind}${isScan ? ', scanned' : ''}`
}

/** One line of a table: how many of a group are exact, flagged, wrong, and stopped nobody. */
function countGroup(name: string, group: readonly Judgement[]): (string | number)[] {
  const count = (wanted: Judgement['outcome']): string => {
    const found = group.filter(({ outcome }) => outcome === wanted).length
    return share(found, group.length)
  }
  const genuine = group.filter(({ isGenuine }) => isGenuine)
  const through = genuine.filter(
    ({ outcome, causes }) => outcome === 'exact' && causes.length === 0,
  )
  return [
    name,
    group.length,
    count('exact'),
    count('flagged'),
    count('wrong'),
    share(through.length, genuine.length),
  ]
}

function share(count: number, of: number): string {
  return of === 0 ? '–' : `${count} (${((100 * count) / of).toFixed(0)} %)`
}

/** The kept scores, newest round last. */
function readScores(): string[][] {
  const [, ...lines] = readFileSync(join(FIRST_CONTACT, 'scores.csv'), 'utf8').trim().split('\n')
  return lines.map((line) => line.split(','))
}

function formatDocuments(documents: readonly DocumentJudgement[]): string {
  const sum = (pick: (one: DocumentJudgement) => number): number =>
    documents.reduce((total, one) => total + pick(one), 0)
  const cuts = share(
    sum(({ cuts: { found } }) => found),
    sum(({ cuts: { wanted } }) => wanted),
  )
  const fields = share(
    sum(({ fields: { found } }) => found),
    sum(({ fields: { wanted } }) => wanted),
  )
  return `Cuts between documents found: ${cuts}. Fields right: ${fields}.`
}

function countCauses(read: readonly Judgement[]): [string, number][] {
  const causes = read.filter(({ isGenuine }) => isGenuine).flatMap((one) => one.causes)
  return [...Map.groupBy(causes, (cause) => cause)]
    .map(([cause, all]): [string, number] => [`\`${cause}\``, all.length])
    .toSorted(([, one], [, other]) => other - one)
}

/** How files that were laid behind each other are parted. */
export function formatBundles(score: BundleScore): string {
  const { files, bundles, cuts, found, extra, sure, sureWrong } = score
  return (
    `${bundles} bundles of two to four of ${files} PDFs of the rounds, drawn by lot and laid behind ` +
    `each other: of ${cuts} places where another document begins ${share(found, cuts)} are found, ` +
    `and ${extra} are inside of a document. ${sure} bundles are divided without a person, ` +
    `${sureWrong} of them with a cut too many or too few; the others are suggestions.`
  )
}

/** What is not right, one line each; `wrong` first. */
export function listInexact({ read, documents }: Judgements): string[] {
  return [...read, ...documents]
    .filter(
      ({ outcome, causes, isGenuine }) => outcome !== 'exact' || (isGenuine && causes.length > 0),
    )
    .toSorted((one, other) => other.outcome.localeCompare(one.outcome))
    .map(({ outcome, file: { round, kind, name }, causes, differences }) =>
      [
        outcome.padEnd(7),
        `${round}/${kind}/${name}`,
        `stopped by: ${causes.join(', ') || 'nothing'}`,
        `off by: ${differences.join(', ') || 'nothing'}`,
      ].join('  '),
    )
}

/** Lines for `scores.csv`, to be kept when a round is met for the first time. */
export function scoreLines(judgements: Judgements, date: string, commit: string): string[] {
  const all = [...judgements.read, ...judgements.documents]
  const groups = Map.groupBy(all, ({ file, isScan }) => nameGroup(file.round, file.kind, isScan))
  return [...groups].map(([name, group]) => {
    const [, ...figures] = countGroup(name, group)
    return [name.replace(',', ''), date, commit, ...figures].join(',')
  })
}
