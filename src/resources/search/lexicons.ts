import { createLexicon, type Lexicon } from '../../core/search/lexicon.ts'
import type { Context, House } from '../../platform/context.ts'
import { createLru, type Lru } from '../../platform/lru.ts'
import { listWords } from './store.ts'

/** Words of one environment that are known: those of most descriptors. */
const WORDS_MAX = 50_000
/** Words of all environments that a process holds; about 1 KB each, filed. */
const BUDGET_WORDS = 400_000

interface Held {
  lexicon: Lexicon
  /** When the newest word came that it has. */
  since: string | null
}

const lexicons = new WeakMap<House, Lru<Held>>()

/** The words of the environment; those that came since the last search are added. */
export async function lexiconOf(ctx: Context): Promise<Lexicon> {
  let all = lexicons.get(ctx.house)
  if (!all) lexicons.set(ctx.house, (all = createLru<Held>(BUDGET_WORDS)))
  const { id } = ctx.environment
  const { lexicon, since } = all.get(id) ?? { lexicon: createLexicon(), since: null }
  const words = await listWords(ctx, since, WORDS_MAX)
  lexicon.add(words.map(({ word }) => word))
  const times = words.map(({ addedAt }) => addedAt)
  all.set(id, { lexicon, since: times.toSorted().at(-1) ?? since }, lexicon.size())
  return lexicon
}
