import { Type } from 'typebox'
import { Count, Fields, Instant, One } from '../../../platform/wire/shapes.ts'

/** `download=true` returns the image. */
export const LogoQuery = Fields({ download: Type.Optional(Type.Boolean()) })
/** The picture is the one file of the form. */
export const LogoUpload = Fields({})
export const OneLogo = One(
  Fields({
    url: Type.String(),
    content_type: Type.String(),
    width: Count,
    height: Count,
    size_bytes: Count,
    sha256: Type.String(),
    updated_at: Instant,
  }),
)
