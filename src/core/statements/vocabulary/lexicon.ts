import { phraseBook, type PhraseBook } from './phrases.ts'
import { BANK_NAMES } from './languages.ts'
import type { ColumnRole, FigureLabel, Movement, SectionKind, Vocabulary } from './vocabulary.ts'

export type FeeKind = keyof Exclude<Vocabulary['feeTotals'], undefined>
type AccountTypeWord = keyof Vocabulary['accountTypes']

type Pick = (language: Partial<Vocabulary>) => string[] | undefined

/** All languages' words, ready to be found in lines. */
export interface Lexicon {
  months: ReadonlyMap<string, number>
  columns: PhraseBook<ColumnRole>
  figures: PhraseBook<FigureLabel>
  sections: PhraseBook<SectionKind>
  sectionWords: PhraseBook<SectionKind>
  movements: PhraseBook<Movement>
  totals: PhraseBook<true>
  turns: PhraseBook<true>
  period: PhraseBook<true>
  statementDate: PhraseBook<true>
  startDate: PhraseBook<true>
  until: ReadonlySet<string>
  weekdays: ReadonlySet<string>
  accountNumber: PhraseBook<true>
  otherAccounts: PhraseBook<true>
  routingNumber: PhraseBook<true>
  holder: PhraseBook<true>
  accountWords: readonly string[]
  feeTotals: PhraseBook<FeeKind>
  yearToDate: PhraseBook<true>
  accountTypes: PhraseBook<AccountTypeWord>
  institutions: PhraseBook<true>
  /** Names that are an institution's by themselves. */
  bankNames: PhraseBook<true>
  documentTitles: ReadonlySet<string>
}

/** The words of the languages in the given order; of two meanings the earlier language's stays. */
export function buildLexicon(languages: readonly Partial<Vocabulary>[]): Lexicon {
  const every = (pick: Pick): string[] => languages.flatMap((language) => pick(language) ?? [])
  const plain = (pick: Pick): PhraseBook<true> =>
    phraseBook(every(pick).map((phrase) => [phrase, true] as const))
  return {
    months: new Map(languages.toReversed().flatMap(({ months }) => Object.entries(months ?? {}))),
    columns: phraseBook(languages.flatMap(({ columns }) => grouped(columns ?? {}))),
    figures: phraseBook(languages.flatMap(({ figures }) => grouped(figures ?? {}))),
    sections: phraseBook(languages.flatMap(({ sections }) => grouped(sections ?? {}))),
    sectionWords: phraseBook(languages.flatMap(({ sectionWords }) => grouped(sectionWords ?? {}))),
    movements: phraseBook(languages.flatMap(({ movements }) => grouped(movements ?? {}))),
    totals: plain(({ totals }) => totals),
    turns: plain(({ turns }) => turns),
    period: plain(({ period }) => period),
    statementDate: plain(({ statementDate }) => statementDate),
    startDate: plain(({ startDate }) => startDate),
    until: new Set(every(({ until }) => until)),
    weekdays: new Set(every(({ weekdays }) => weekdays)),
    otherAccounts: plain(({ otherAccounts }) => otherAccounts),
    accountNumber: plain(({ accountNumber }) => accountNumber),
    routingNumber: plain(({ routingNumber }) => routingNumber),
    holder: plain(({ holder }) => holder),
    accountWords: every(({ accountWords }) => accountWords),
    feeTotals: phraseBook(languages.flatMap(({ feeTotals }) => grouped(feeTotals ?? {}))),
    yearToDate: plain(({ yearToDate }) => yearToDate),
    accountTypes: phraseBook(languages.flatMap(({ accountTypes }) => grouped(accountTypes ?? {}))),
    institutions: plain(({ institutions }) => institutions),
    bankNames: phraseBook(BANK_NAMES.map((name) => [name, true] as const)),
    documentTitles: new Set(every(({ documentTitles }) => documentTitles)),
  }
}

function grouped<Key extends string>(lists: Partial<Record<Key, string[]>>): [string, Key][] {
  return Object.entries(lists).flatMap(([key, phrases]) =>
    (phrases as string[]).map((phrase): [string, Key] => [phrase, key as Key]),
  )
}
