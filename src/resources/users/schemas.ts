import { Type } from 'typebox'
import { PASSWORD_LENGTH_MAX } from './passwords/strength.ts'

/** An address as a mail server takes it: one, without a name. */
export const Email = Type.String({
  minLength: 3,
  maxLength: 254,
  pattern: '^[^\\s@<>,;:"]+@[^\\s@<>,;:"]+$',
})

export const Password = Type.String({ minLength: 1, maxLength: PASSWORD_LENGTH_MAX })

/** As the browser's `credential.toJSON()` gives it. */
export const Credential = Type.Record(Type.String(), Type.Unknown({ maxBytes: 16_384 }), {
  maxProperties: 20,
})
