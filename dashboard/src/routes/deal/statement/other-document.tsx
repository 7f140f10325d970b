import { useState } from 'react'
import type { Pdf } from '../../../../../clients/typescript/src/index.ts'
import { useCan } from '../../../data/scopes.ts'
import { toWords } from '../../../format/values.ts'
import { Empty, Loading } from '../../../parts/page.tsx'
import { KindDialog } from '../documents/document-dialogs.tsx'
import { DocumentFields, nameField, useClassFields, useFields } from './document-fields.tsx'
import { PagePicture } from './page-picture.tsx'
import { Split } from './split.tsx'

interface Props {
  id: string
  document: Pdf
  page: number
  marked: string | undefined
  onMark: (field: string, page: number | null) => void
}

/** A document that is no statement: its page, and the fields that were read from it. */
export function OtherDocument({ id, document, page, marked, onMark }: Props) {
  const { id: documentId, document_class, parsed_at } = document
  const fields = useFields(id, documentId, parsed_at !== null)
  const rules = useClassFields(document_class)
  const can = useCan()
  const boxes = Object.entries(fields.data?.fields ?? {})
    .filter(([, field]) => field.page === page)
    .map(([name, { bbox, raw }]) => ({
      id: name,
      bbox,
      caption: `${nameField(name, rules)}, ${raw ?? 'nothing'}`,
    }))
  return (
    <Split
      rowsName="Fields"
      left={
        <PagePicture
          documentId={documentId}
          page={page}
          boxes={boxes}
          marked={marked}
          onMark={(name) => onMark(name, page)}
        />
      }
      right={
        <section className="panel" aria-label="Fields of this document">
          <div className="panel-head">
            <h3 className="label">
              {document_class === null ? 'No kind yet' : toWords(document_class)}
            </h3>
            {can('documents:write') && <SetKind id={id} document={document} />}
          </div>
          {parsed_at === null ? (
            <Empty title="Nothing was read from it">
              Its page shows what it is; set its kind, and it is read as one.
            </Empty>
          ) : (
            <Loading query={fields} height={240}>
              {(read) => (
                <>
                  <Reasons reasons={read.review_reasons} rules={rules} />
                  <DocumentFields
                    id={id}
                    documentId={documentId}
                    documentClass={document_class}
                    read={read}
                    canEdit={can('documents:write')}
                    marked={marked}
                    onMark={onMark}
                  />
                </>
              )}
            </Loading>
          )}
        </section>
      }
    />
  )
}

function SetKind({ id, document }: { id: string; document: Pdf }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="button" onClick={() => setOpen(true)}>
        Set its kind…
      </button>
      {isOpen && <KindDialog id={id} document={document} onClose={() => setOpen(false)} />}
    </>
  )
}

/** `missing_field:ein` as a sentence: what a person has to look at. */
function Reasons({
  reasons,
  rules,
}: {
  reasons: readonly string[]
  rules: ReturnType<typeof useClassFields>
}) {
  if (reasons.length === 0) return null
  return (
    <ul className="px-4 py-2">
      {reasons.map((reason) => {
        const [code = reason, field] = reason.split(':')
        return (
          <li key={reason}>
            <span className="caution" aria-hidden="true">
              ▲
            </span>{' '}
            {field === undefined ? toWords(code) : `${toWords(code)}: ${nameField(field, rules)}`}
          </li>
        )
      })}
    </ul>
  )
}
