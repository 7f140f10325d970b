import { notify } from '../toasts.tsx'

/** Text for programs, with a button that copies it. */
export function Code({ label, text }: { label: string; text: string }) {
  return (
    <div className="code">
      <div className="flex items-center justify-between gap-2 border-b border-hairline px-3 py-1">
        <span className="label">{label}</span>
        <CopyButton text={text} what={label} />
      </div>
      <pre tabIndex={0} aria-label={label}>
        <code>{text}</code>
      </pre>
    </div>
  )
}

/** Data as JSON, as the API has it. */
export function Json({ label, value }: { label: string; value: unknown }) {
  return <Code label={label} text={JSON.stringify(value, null, 2)} />
}

export function CopyButton({ text, what }: { text: string; what: string }) {
  return (
    <button
      type="button"
      className="button quiet"
      aria-label={`Copy: ${what}`}
      onClick={() => {
        navigator.clipboard.writeText(text).then(
          () => notify('Copied'),
          () => notify('The browser did not let this page copy. Select the text instead.'),
        )
      }}
    >
      Copy
    </button>
  )
}

/** What is shown only once: it can be copied now, and never read again. */
export function Secret({
  label,
  value,
  envName,
}: {
  label: string
  value: string
  envName: string
}) {
  return (
    <div className="grid gap-3">
      <p className="notice" data-tone="caution">
        <span>
          <strong className="caution">▲ Shown once.</strong> Copy it now; nobody can read it later.
        </span>
      </p>
      <Code label={label} text={value} />
      <Code label="Line for .env" text={`${envName}=${value}`} />
    </div>
  )
}
