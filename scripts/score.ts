// `npm run score [-- enrichment links confidence] [--deals=200] [--list]`: core against generated truth
// and the sample files; each score writes its page of figures, `confidence` fits its weights.
import { parseArgs } from 'node:util'
import { fitConfidence } from './score/confidence.ts'
import { scoreEnrichment } from './score/enrichment.ts'
import { scoreLinks } from './score/links.ts'
import type { ScoreOptions } from './score/options.ts'

const SCORES: Readonly<Record<string, (options: ScoreOptions) => void>> = {
  enrichment: scoreEnrichment,
  links: scoreLinks,
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { deals: { type: 'string', default: '200' }, list: { type: 'boolean', default: false } },
})

if (positionals.includes('confidence')) fitConfidence()
for (const [name, score] of Object.entries(SCORES)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  score({ deals: Number(values.deals), isListing: values.list })
}
