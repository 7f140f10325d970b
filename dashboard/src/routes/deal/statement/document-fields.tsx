import { useQuery } from '@tanstack/react-query'
import type {
  DocumentClassExtractionField,
  SubmissionParsedSubmission,
} from '../../../../../clients/typescript/src/index.ts'
import { keyed, refreshDeal } from '../../../data/queries.ts'
import { api } from '../../../data/session.ts'
import { toWords } from '../../../format/values.ts'
import { Empty } from '../../../parts/page.tsx'
import { notify } from '../../../parts/toasts.tsx'
import { attempt } from '../attempt.ts'
import { EditCell } from './edit-cell.tsx'
import { printField, readField, type FieldType } from './field-values.ts'

type ReadField = SubmissionParsedSubmission['fields'][string]

/** What was read from a document that is no statement. */
export function useFields(id: string, documentId: string, isRead: boolean) {
  return useQuery({
    queryKey: keyed('deal', id, 'fields', documentId),
    queryFn: () => api.documents.parsedResults(documentId),
    enabled: isRead,
  })
}

/** The fields of its class, by which they are called and typed. */
export function useClassFields(name: string | null) {
  return useQuery({
    queryKey: keyed('document-class', name),
    queryFn: () => api.documentClasses.get(name ?? ''),
    enabled: name !== null,
    staleTime: Infinity,
  }).data?.extraction_fields
}

interface Props {
  id: string
  documentId: string
  documentClass: string | null
  read: SubmissionParsedSubmission
  canEdit: boolean
  marked: string | undefined
  onMark: (field: string, page: number | null) => void
}

/** Each field with its value, what its check says, and its place on the page. */
export function DocumentFields(props: Props) {
  const { id, documentId, documentClass, read, marked, onMark } = props
  const rules = useClassFields(documentClass)
  const names = Object.keys(read.fields)
  const correct = async (name: string, value: unknown, before?: unknown): Promise<boolean> => {
    const patches = [{ path: `fields.${name}`, value }]
    const done = await attempt(() => api.documents.updateParsedResults(documentId, { patches }))
    if (done === undefined) return false
    await refreshDeal(id)
    const back = before === undefined ? undefined : () => void correct(name, before)
    notify(`Corrected: ${nameField(name, rules)}`, back)
    return true
  }
  if (names.length === 0)
    return <Empty title="No field was read from it">Its page shows what it is.</Empty>
  return (
    <div className="scroller" tabIndex={0} role="group" aria-label="Table of fields">
      <table className="ledger">
        <caption className="sr-only">Fields that were read from this document</caption>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Value</th>
            <th scope="col" className="num">
              Page
            </th>
          </tr>
        </thead>
        <tbody>
          {names.map((name) => {
            const field = read.fields[name]!
            return (
              <tr key={name} aria-selected={name === marked || undefined}>
                <th scope="row" className="w-[190px]">
                  {nameField(name, rules)}
                </th>
                <td>
                  <Value
                    {...{ name, field }}
                    label={nameField(name, rules)}
                    type={findType(name, field, rules)}
                    onSave={props.canEdit ? (value) => correct(name, value, field.value) : null}
                  />
                </td>
                <td className="num">
                  {field.page !== null && (
                    <button
                      type="button"
                      className="value-button"
                      aria-label={`See ${nameField(name, rules)} on page ${field.page}`}
                      onClick={() => onMark(name, field.page)}
                    >
                      {field.page}
                    </button>
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}

interface ValueProps {
  field: ReadField
  label: string
  type: FieldType
  onSave: ((value: unknown) => Promise<boolean>) | null
}

function Value({ field, label, type, onSave }: ValueProps) {
  const { value, validation, validation_message } = field
  const save = async (text: string): Promise<boolean> => {
    const given = readField(text, type)
    if (given !== undefined) return (await onSave?.(given)) ?? false
    notify(`Not what ${label} can be: ${text}`)
    return false
  }
  return (
    <>
      {onSave === null ? (
        printField(value, type)
      ) : (
        <EditCell
          label={label}
          text={printField(value, type)}
          given={value === null ? '' : String(value)}
          type={type === 'money' ? 'amount' : type === 'date' ? 'date' : 'text'}
          name="field"
          isOptional
          onSave={save}
        />
      )}
      {validation === 'failed' && (
        <span className="block negative">▲ {validation_message ?? 'Its check fails'}</span>
      )}
    </>
  )
}

/** `Owner SSN last4`, or as its class calls it. */
export function nameField(
  name: string,
  rules: readonly DocumentClassExtractionField[] | undefined,
): string {
  const label = rules?.find((rule) => rule.name === name)?.label
  const words = toWords(name)
  // A label made of the name has no capitals of its own: `Ein`.
  return label === undefined || label.toLowerCase() === words.toLowerCase() ? words : label
}

function findType(
  name: string,
  { value }: ReadField,
  rules: readonly DocumentClassExtractionField[] | undefined,
): FieldType {
  const type = rules?.find((rule) => rule.name === name)?.type
  if (type !== undefined) return type
  return typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'boolean' : 'string'
}
