/** `dlv_` and the hex digits of the id, as callers and receivers see it. */
export function toDeliveryId(id: string): string {
  return `dlv_${id.replaceAll('-', '')}`
}

// dlv_0193a2f45c1e7b529d7e2f6a4c1d8e90
const FORM = /^dlv_([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/

/** The stored id; null when the text is not a delivery id. */
export function parseDeliveryId(text: string): string | null {
  return FORM.exec(text)?.slice(1).join('-') ?? null
}
