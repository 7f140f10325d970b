import { LANGUAGES } from './languages.ts'
import { buildLexicon } from './lexicon.ts'

/** The words of all languages, without those of a layout. */
export const GENERAL = buildLexicon(LANGUAGES)
