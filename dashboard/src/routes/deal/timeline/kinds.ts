/** What the timeline can be narrowed to, each with the types of the service. */
export const KINDS: Readonly<Record<string, { label: string; types: readonly string[] }>> = {
  documents: {
    label: 'Documents',
    types: [
      'document.uploaded',
      'document.classified',
      'document.parsed',
      'document.updated',
      'document.deleted',
      'document_signal.updated',
    ],
  },
  corrections: {
    label: 'Corrections',
    types: [
      'transaction.corrected',
      'document.overridden',
      'position.corrected',
      'position.created',
      'attribute.corrected',
      'document_signal.updated',
      'missing_account.updated',
    ],
  },
  policy: { label: 'Policies', types: ['policy.evaluated', 'policy.check_moved'] },
  funder: {
    label: 'Funders',
    types: ['funder.matched', 'funder.linked', 'funder.submitted', 'funder.updated'],
  },
  messages: {
    label: 'Messages',
    types: [
      'stip_request.created',
      'upload_link.created',
      'upload_link.deleted',
      'email.created',
      'email.received',
      'email.sent',
    ],
  },
  views: {
    label: 'Views and downloads',
    types: ['document.exported', 'submission.exported', 'transaction.exported'],
  },
}

const VIEWS: readonly string[] = KINDS['views']!.types

/** Who looked at what is kept for an audit; it stands among the rest only where it is chosen. */
export function isShown({ type }: { type: string }, kind: string | undefined): boolean {
  return kind === 'views' || !VIEWS.includes(type)
}

/** Happenings by the day on which a reader's calendar has them, in the order they came. */
export function groupByDay<T extends { at: string }>(
  list: readonly T[],
): { day: string; items: T[] }[] {
  const groups: { day: string; items: T[] }[] = []
  for (const item of list) {
    const day = toLocalDay(item.at)
    const last = groups.at(-1)
    if (last?.day === day) last.items.push(item)
    else groups.push({ day, items: [item] })
  }
  return groups
}

function toLocalDay(instant: string): string {
  const date = new Date(instant)
  const two = (part: number): string => String(part).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
