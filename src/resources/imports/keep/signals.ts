import type { ProviderSignal } from '../../../core/providers/imported.ts'
import type { Signal } from '../../../core/statements/authenticity/signal.ts'
import type { Context } from '../../../platform/context.ts'
import { keepSignals } from '../../documents/signals/assess.ts'
import type { DocumentRow } from '../../records/documents/store.ts'

/** How sure another service is of itself nobody knows; its signals weigh nothing in our score. */
const CONFIDENCE = 0.5

/** What the provider says of the document, apart from what we found in it. */
export async function keepProviderSignals(
  ctx: Context,
  document: DocumentRow,
  { provider, signals }: { provider: string; signals: readonly ProviderSignal[] },
): Promise<void> {
  if (signals.length === 0) return
  await keepSignals(ctx, document, {
    signals: signals.map((signal) => toSignal(provider, signal)),
    isFirst: false,
  })
}

function toSignal(
  provider: string,
  { code, severity, title, explanation, page }: ProviderSignal,
): Signal {
  return {
    code: `${provider}_${code}`,
    group: 'provider',
    severity,
    confidence: CONFIDENCE,
    points: 0,
    page,
    box: null,
    found: title,
    expected: null,
    explanation,
  }
}
