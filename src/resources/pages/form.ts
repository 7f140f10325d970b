import { html, type Html } from './html.ts'

/** What went wrong with a form that was sent. */
export interface Fault {
  message: string
  /** The field that it lies in; null for the whole form. */
  param: string | null
}

export interface Field {
  name: string
  label: string
  type?: 'text' | 'email' | 'password' | 'hidden'
  /** What the browser may fill in; password managers need it. */
  autocomplete?: string
  value?: string | undefined
  hint?: string
  isOptional?: boolean
  inputMode?: 'numeric' | 'text'
  hasFocus?: boolean
}

export interface Form {
  action: string
  fields: readonly Field[]
  submit: string
  fault?: Fault | null | undefined
  kind?: 'primary' | 'quiet' | 'danger'
}

/** A form that works without a script, with its fault where it lies. */
export function formHtml({ action, fields, submit, fault = null, kind = 'primary' }: Form): Html {
  const isOfField = fields.some(({ name, type }) => name === fault?.param && type !== 'hidden')
  return html`${fault && !isOfField && alertHtml(fault.message)}
    <form method="post" action="${action}">
      ${fields.map((field) => fieldHtml(field, isOfField && fault?.param === field.name ? fault : null))}
      <button class="${kind}">${submit}</button>
    </form>`
}

export function alertHtml(message: string): Html {
  return html`<p class="alert" role="alert"><span aria-hidden="true">✕</span> ${message}</p>`
}

export function noticeHtml(message: string): Html {
  return html`<p class="notice" role="status"><span aria-hidden="true">✓</span> ${message}</p>`
}

function fieldHtml(field: Field, fault: Fault | null): Html {
  const { name, label, type = 'text', value, hint, autocomplete, isOptional } = field
  if (type === 'hidden') return html`<input type="hidden" name="${name}" value="${value ?? ''}" />`
  const described = [hint && `${name}-hint`, fault && `${name}-fault`].filter(Boolean).join(' ')
  return html`<div class="field">
    <label for="${name}">${label}</label>
    ${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
    <input
      id="${name}"
      name="${name}"
      type="${type}"
      value="${value ?? ''}"
      maxlength="256"
      autocapitalize="none"
      spellcheck="false"
      ${isOptional ? null : html`required `}${
        autocomplete ? html`autocomplete="${autocomplete}" ` : null
      }${field.inputMode ? html`inputmode="${field.inputMode}" ` : null}${
        described ? html`aria-describedby="${described}" ` : null
      }${fault ? html`aria-invalid="true" ` : null}${fault || field.hasFocus ? html`autofocus` : null}
    />
    ${fault && html`<p class="fault" id="${name}-fault" role="alert">${fault.message}</p>`}
  </div> `
}

export interface OneButton {
  action: string
  id: string
  text: string
  /** With what it is about, for who hears it out of its row. */
  label: string
}

/** A form of one button, which says by an id what it is for. */
export function buttonHtml({ action, id, text, label }: OneButton): Html {
  return html`<form method="post" action="${action}">
    <input type="hidden" name="id" value="${id}" />
    <button class="danger" aria-label="${label}">${text}</button>
  </form>`
}
