import type Sharp from 'sharp'

/** The decoders that uploads may reach; libvips has many more, and each is a way in. */
const DECODERS = ['Png', 'Jpeg', 'Tiff', 'Webp'].map((name) => `VipsForeignLoad${name}Buffer`)

let loaded: Promise<typeof Sharp> | null = null

/** The image library, loaded when first needed, on one thread, with nothing kept between images. */
export function loadSharp(): Promise<typeof Sharp> {
  loaded ??= import('sharp').then(({ default: sharp }) => {
    sharp.cache(false)
    sharp.concurrency(1)
    sharp.block({ operation: ['VipsForeignLoad'] })
    sharp.unblock({ operation: DECODERS })
    return sharp
  })
  return loaded
}
