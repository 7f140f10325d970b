const STEPS = [
  ['draft', 'Draft'],
  ['received', 'Received'],
  ['reviewing', 'In review'],
  ['decision', 'Decision'],
] as const

export interface Step {
  label: string
  state: 'done' | 'now' | 'ahead'
}

/** The way of a deal to its decision; a deal that needs documents is back with its broker. */
export function toSteps(stage: string): Step[] {
  if (stage === 'withdrawn') return [{ label: 'Withdrawn', state: 'now' }]
  const isBack = stage === 'needs_documents'
  const at = STEPS.findIndex(([name]) => name === (isBack ? 'reviewing' : stage))
  return STEPS.map(([name, label], index) => ({
    label: isBack && name === 'reviewing' ? 'Needs documents' : label,
    state: index < at ? 'done' : index === at ? 'now' : 'ahead',
  }))
}
