import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { describeError, keyed } from '../../data/queries.ts'
import { refusedQuery, type Refused } from '../../data/refused.ts'
import { api } from '../../data/session.ts'
import { parseNumber } from '../../format/region.ts'
import { formatBytes, formatCounted } from '../../format/values.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { ACCEPTED } from '../../parts/drop-area.tsx'
import { Fault } from '../../parts/page.tsx'

interface Step {
  done: number
  of: number
}

/** A name and files make a deal; reading begins with the first file. */
export function NewDeal({ files: given, onClose }: { files: File[]; onClose: () => void }) {
  const [added, setAdded] = useState<File[]>([])
  const [removed, setRemoved] = useState<ReadonlySet<File>>(new Set())
  const [amount, setAmount] = useState('')
  const [name, setName] = useState<string | null>(null)
  const [step, setStep] = useState<Step | null>(null)
  const [error, setError] = useState<unknown>(null)
  const create = useCreate(setStep)
  const files = [...given, ...added].filter((file) => !removed.has(file))
  const requested = parseNumber(amount)
  const shownName = name ?? guessName(files)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setError(null)
    create({ name: shownName.trim(), amount: requested, files }).catch((fault: unknown) => {
      setStep(null)
      setError(fault)
    })
  }
  return (
    <Dialog title="New deal" onClose={onClose}>
      <form onSubmit={submit} className="grid gap-4 p-4">
        <label className="grid gap-1">
          <span className="label">Name of the business</span>
          <input
            className="field"
            required
            maxLength={200}
            autoFocus
            value={shownName}
            onChange={({ target }) => setName(target.value)}
          />
        </label>
        <label className="grid gap-1">
          <span className="label">Amount requested, if known</span>
          <input
            className="field"
            inputMode="decimal"
            value={amount}
            onChange={({ target }) => setAmount(target.value)}
          />
        </label>
        <Files
          files={files}
          onRemove={(file) => setRemoved(new Set([...removed, file]))}
          isBusy={step !== null}
          onAdd={(more) => setAdded([...added, ...more])}
        />
        {error !== null && <Fault error={error} />}
        <div className="flex items-center justify-end gap-2">
          {step !== null && (
            <span className="meta mr-auto" role="status">
              Uploading {Math.min(step.done + 1, step.of)} of {step.of}
            </span>
          )}
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button
            className="button primary"
            disabled={step !== null || shownName.trim() === '' || Number.isNaN(requested)}
          >
            Create the deal
          </button>
        </div>
      </form>
    </Dialog>
  )
}

interface FilesProps {
  files: File[]
  isBusy: boolean
  onAdd: (files: File[]) => void
  onRemove: (file: File) => void
}

function Files({ files, isBusy, onAdd, onRemove }: FilesProps) {
  return (
    <div className="grid gap-2">
      <label className="grid gap-1">
        <span className="label">Statements, application, other documents</span>
        <input
          type="file"
          multiple
          accept={ACCEPTED}
          disabled={isBusy}
          className="field py-2"
          onChange={({ target }) => onAdd([...(target.files ?? [])])}
        />
      </label>
      {files.length > 0 && (
        <ul
          className="max-h-[200px] overflow-y-auto"
          aria-label={formatCounted(files.length, 'file')}
        >
          {files.map((file) => (
            <li
              key={`${file.name} ${file.size} ${file.lastModified}`}
              className="flex justify-between gap-4 border-b border-hairline py-1 last:border-0"
            >
              <span className="truncate">{file.name}</span>
              <span className="flex items-baseline gap-2">
                <span className="meta">{formatBytes(file.size)}</span>
                <button
                  type="button"
                  className="min-h-6 min-w-6"
                  aria-label={`Remove ${file.name}`}
                  disabled={isBusy}
                  onClick={() => onRemove(file)}
                >
                  ✕
                </button>
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

interface Draft {
  name: string
  amount: number | null
  files: File[]
}

function useCreate(onStep: (step: Step) => void) {
  const navigate = useNavigate()
  const queries = useQueryClient()
  return async ({ name, amount, files }: Draft): Promise<void> => {
    onStep({ done: 0, of: files.length })
    const { id } = await api.submissions.create({
      name,
      ...(amount !== null && { request: { amount } }),
    })
    const refused: Refused[] = []
    for (const [done, file] of files.entries()) {
      onStep({ done, of: files.length })
      try {
        await api.documents.upload(id, { file: { filename: file.name, content: file } })
      } catch (error) {
        refused.push({ name: file.name, why: describeError(error).message })
      }
    }
    void queries.invalidateQueries({ queryKey: keyed('deals') })
    // The deal is there: what was refused is said in it, and no second one is made.
    queries.setQueryData(refusedQuery(id).queryKey, refused)
    const to = refused.length > 0 ? '/deals/$id/documents' : '/deals/$id'
    await navigate({ to, params: { id } })
  }
}

/** `Acme_Plumbing-2025-07.pdf` → `Acme Plumbing`: a beginning that the person can change. */
function guessName(files: File[]): string {
  const [first] = files
  if (first === undefined) return ''
  const words = first.name
    .replace(/\.\w+$/, '')
    .split(/[\s_\-.]+/)
    .filter((word) => /^[A-Za-z&']+$/.test(word))
    .filter((word) => !/^(?:stmt|statements?|bank|checking|savings|scan|copy)$/i.test(word))
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ')
}
