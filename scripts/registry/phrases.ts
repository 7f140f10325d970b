import brands from '../../src/core/enrichment/data/brands.json' with { type: 'json' }
import {
  CHANNEL_CUES,
  CUES,
  WEAK_CUES,
  WORLD_CHANNEL_CUES,
  WORLD_CUES,
} from '../../src/core/enrichment/data/cues.ts'
import { FEE_RULES, type FeeRule } from '../../src/core/enrichment/data/fee-rules.ts'
import { FUNDERS, OTHER_FINANCIERS, type Funder } from '../../src/core/enrichment/data/funders.ts'
import { MERCHANT_ROWS } from '../../src/core/enrichment/data/merchants.ts'
import { NOT_FUNDERS } from './not-funders.ts'
import { WORDING_PHRASES } from '../../src/core/enrichment/data/wordings.ts'
import { plainUpper, splitWords } from '../../src/core/enrichment/text/words.ts'

/** A phrase, and the line of its sense as `registry/senses.ts` reads it. */
export interface PhraseSense {
  phrase: string
  sense: string
}

/** Financiers in the order of their numbers. */
export const FINANCIERS: readonly Funder[] = [...FUNDERS, ...OTHER_FINANCIERS]

/** Merchants in the order of their numbers. */
export const MERCHANTS = MERCHANT_ROWS.map(({ name, isCommonWord, aliases, ...leaves }) => ({
  name: name.replace(/\+$/, ''),
  ...leaves,
  aliases,
  phrases: new Set(isCommonWord ? aliases : [...aliases, name]),
}))

/** Every phrase of the lists with its meaning. */
export function* allPhrases(): Generator<PhraseSense> {
  for (const [number, funder] of FINANCIERS.entries()) yield* funderPhrases(funder, number)
  for (const [number, { cues }] of NOT_FUNDERS.entries()) {
    for (const phrase of cues) yield { phrase, sense: formatLine('not_funder', number, phrase) }
  }
  for (const [number, { phrases }] of MERCHANTS.entries()) yield* merchantPhrases(phrases, number)
  yield* brandPhrases()
  for (const [number, rule] of FEE_RULES.entries()) yield* feePhrases(rule, number)
  yield* cuePhrases()
  yield* wordingPhrases()
}

/** Joins the parts of a line; throws when a part contains the separator. */
export function formatLine(...parts: (string | number)[]): string {
  if (parts.some((part) => String(part).includes('|'))) throw new Error(`| in ${parts.join(' ')}`)
  return parts.join('|')
}

/** Stable id of a registry entry: `Rapid Finance` is `rapid-finance`. */
export function registryId(name: string): string {
  return splitWords(plainUpper(name)).join('-').toLowerCase()
}

function* merchantPhrases(phrases: Set<string>, number: number): Generator<PhraseSense> {
  const printed = [...phrases].flatMap((phrase) => {
    if (phrase.endsWith('+')) return [phrase]
    return [phrase, ...printedForms(phrase), gluedForm(phrase) ?? phrase]
  })
  for (const phrase of new Set(printed)) yield { phrase, sense: formatLine('merchant', number) }
}

function* brandPhrases(): Generator<PhraseSense> {
  for (const [slug, names] of Object.entries(brands)) {
    for (const name of names) {
      for (const phrase of printedForms(name))
        yield { phrase, sense: formatLine('brand', slug, name) }
    }
  }
}

/** Lengths at which the fields of ACH entries and card purchases end. */
const FIELD_LENGTHS = [16, 22]

/** A name as it may be printed: whole, with a plural s, cut where a field ends. */
function printedForms(name: string): Set<string> {
  const words = splitWords(plainUpper(name))
  const whole = words.join(' ')
  const forms = new Set([whole])
  if (/[A-Z]&[A-Z]/.test(whole)) forms.add(whole.replaceAll('&', ' & '))
  if (words.length === 1) return forms
  if (/[A-RT-Z]$/.test(whole)) forms.add(`${whole}S`)
  for (const cut of cutForms(whole)) forms.add(cut)
  return forms
}

/** A name of several words as entries print it that leave out its blanks; null for a short one. */
function gluedForm(name: string): string | null {
  const words = splitWords(plainUpper(name))
  const glued = words.join('')
  return words.length > 1 && glued.length >= LEAST_GLUED && /^[A-Z]+$/.test(glued) ? glued : null
}

/** A name of two words or more as a field of an ACH entry or a card purchase cuts it. */
function cutForms(whole: string): string[] {
  return FIELD_LENGTHS.map((length) => whole.slice(0, length)).filter(
    (cut) => /^[A-Z]/.test(whole.slice(cut.length)) && /[A-Z]{3}$/.test(cut) && cut.includes(' '),
  )
}

/** An alias whose last word may be a cut form also matches the whole word: FORWARD FIN+. */
function* funderPhrases(funder: Funder, number: number): Generator<PhraseSense> {
  for (const alias of new Set([plainUpper(funder.name), ...funder.aliases])) {
    const words = splitWords(plainUpper(alias))
    const canBeCut = words.length > 1 && /^[A-Z]{3,}$/.test(words.at(-1)!)
    const sense = formatLine('funder', number, alias)
    yield { phrase: canBeCut ? `${alias}+` : alias, sense }
    for (const phrase of cutForms(words.join(' '))) yield { phrase, sense }
    const glued = words.join('')
    if (words.length > 1 && glued.length >= LEAST_GLUED) yield { phrase: glued, sense }
  }
}

/** Letters from which a name without blanks, FORWARDFINANCING, is no other word. */
const LEAST_GLUED = 10

function* feePhrases(rule: FeeRule, number: number): Generator<PhraseSense> {
  for (const phrase of rule.withFeeWord)
    yield { phrase, sense: formatLine('fee', number, 'beside', phrase) }
  for (const phrase of rule.alone)
    yield { phrase, sense: formatLine('fee', number, 'alone', phrase) }
}

function* cuePhrases(): Generator<PhraseSense> {
  for (const { slug, cue } of [...CUES, ...WORLD_CUES]) {
    yield { phrase: cue, sense: formatLine('cue', slug, cue) }
  }
  for (const { slug, cue } of WEAK_CUES) {
    yield { phrase: cue, sense: formatLine('weak_cue', slug, cue) }
  }
  for (const { slug, confidence, cue } of [...CHANNEL_CUES, ...WORLD_CHANNEL_CUES]) {
    yield { phrase: cue, sense: formatLine('channel_cue', slug, confidence, cue) }
  }
}

function* wordingPhrases(): Generator<PhraseSense> {
  for (const { wording, phrase } of WORDING_PHRASES) {
    yield { phrase, sense: formatLine('wording', wording) }
  }
}
