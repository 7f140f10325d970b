import { describeScope } from '../../core/values/access/scope-words.ts'
import { alertHtml } from '../../resources/pages/form.ts'
import { html, type Html } from '../../resources/pages/html.ts'
import type { Page } from '../../resources/pages/layout.ts'
import type { Membership } from '../../resources/users/store.ts'
import { GRANT_DAYS } from '../../resources/records/people/grants/store.ts'
import { isSensitive } from '../scopes.ts'

/** What a program requests, as the person reads it. */
export interface Consent {
  action: string
  clientName: string
  /** Whose document describes it; null for one that registered itself. */
  describedAt: string | null
  redirectHost: string
  /** Whether it goes to a program on the machine of the person. */
  isLocal: boolean
  personName: string
  organizations: readonly Membership[]
  scopes: readonly string[]
  fault: string | null
}

export function buildConsentPage(consent: Consent): Page {
  const { clientName, describedAt, redirectHost, isLocal, action, fault } = consent
  return {
    title: `Connect ${clientName}`,
    name: consent.personName,
    main: html`<h1>Connect ${clientName}?</h1>
      <p class="lead">
        ${clientName} wants to act for you.
        ${describedAt && html`<strong>${describedAt}</strong> describes it.`} It waits at
        <strong>${redirectHost}</strong>${
          isLocal && ', a program on this computer: go on only if you have just started it'
        }.
      </p>
      <div class="panel">
        ${fault && alertHtml(fault)}
        <form method="post" action="${action}">
          ${organizationHtml(consent.organizations)} ${MODES} ${scopesHtml(consent.scopes)}
          <p class="hint">
            For ${GRANT_DAYS} days, never more than your role allows. You can end it at any time
            among your <a href="/account/apps">connected programs</a>.
          </p>
          <button class="primary" name="decision" value="allow">Connect</button>
          <button class="quiet" name="decision" value="deny">Do not connect</button>
        </form>
      </div>`,
  }
}

/** For whoever belongs to no organization: there is nothing that a program could do. */
export function buildNoOrganizationPage({ clientName, action, personName }: Consent): Page {
  return {
    title: 'No organization',
    name: personName,
    main: html`<h1>You belong to no organization</h1>
      <div class="panel">
        <p>
          ${clientName} would act in your organization, and your account has none. An owner or an
          administrator of one can invite you; then connect ${clientName} again.
        </p>
        <form method="post" action="${action}">
          <button class="primary" name="decision" value="deny">Back to ${clientName}</button>
        </form>
      </div>`,
  }
}

function organizationHtml(organizations: readonly Membership[]): Html {
  const [only] = organizations
  if (only && organizations.length === 1)
    return html`<p>Organization: <strong>${only.tenantName}</strong></p>
      <input type="hidden" name="tenant_id" value="${only.tenantId}" />`
  return html`<div class="field">
    <label for="tenant_id">Organization</label>
    <select id="tenant_id" name="tenant_id">
      ${organizations.map(
        ({ tenantId, tenantName }) => html`<option value="${tenantId}">${tenantName}</option>`,
      )}
    </select>
  </div>`
}

const MODES = html`<fieldset class="field">
  <legend>Data</legend>
  <label><input type="radio" name="mode" value="test" checked /> Test data</label>
  <label><input type="radio" name="mode" value="live" /> Live data: real deals and people</label>
</fieldset>`

/** Reading first, then changing, then what nobody should give without looking. */
function scopesHtml(scopes: readonly string[]): Html {
  const sensitive = scopes.filter(isSensitive)
  const usual = scopes.filter((scope) => !isSensitive(scope))
  const groups: [string, readonly string[], boolean][] = [
    ['Read', usual.filter((scope) => scope.endsWith(':read')), true],
    ['Change and delete', usual.filter((scope) => !scope.endsWith(':read')), true],
    ['Only if you mean it', sensitive, false],
  ]
  return html`${groups.map(([title, own, isTicked]) => groupHtml(title, own, isTicked))}`
}

function groupHtml(title: string, scopes: readonly string[], isTicked: boolean): Html | null {
  if (scopes.length === 0) return null
  return html`<fieldset class="field">
    <legend>${title}</legend>
    ${scopes.map(
      (scope) =>
        html`<label
          ><input type="checkbox" name="scope" value="${scope}" ${isTicked && CHECKED} />
          ${describeScope(scope)} (${scope})</label
        >`,
    )}
  </fieldset>`
}

const CHECKED = html`checked`
