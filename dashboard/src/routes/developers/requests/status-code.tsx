/** The status of a response: its number, and whether that is good. */
export function StatusCode({ status }: { status: number | null }) {
  if (status === null) return <span className="status negative">✕ none</span>
  const [glyph, tone] = status < 400 ? ['✓', 'positive'] : ['✕', 'negative']
  return (
    <span className={`status ${tone}`}>
      <span aria-hidden="true">{glyph}</span>
      {status}
    </span>
  )
}
