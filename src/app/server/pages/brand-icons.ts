import { type TaggedBody, tagBody } from '#platform/server/http/etag.ts'
import { loadSharp } from '#platform/server/load-sharp.ts'
import { brandMark } from '../../brand-mark.ts'

/** Of the manifest, in pixels. */
export const ICON_SIZES = [192, 512] as const

/** Behind the mark, where a phone would put black or white: `--bg` of tokens.css, dark. */
const GROUND = '#0e131d'
const DOTS_OF_THE_MARK = 32
const POINTS_PER_INCH = 72

/** What a phone learns of a site that is put on its screen. @param ground colour behind it. */
export function webManifest(nombre: string, ground: string, more: object): TaggedBody {
  const icons = ICON_SIZES.map((size) => ({ src: `/icono-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' }))
  const shared = {
    name: nombre,
    short_name: nombre,
    lang: 'es-VE',
    background_color: ground,
    theme_color: ground,
    icons,
  }
  return tagBody(JSON.stringify({ ...shared, ...more }), 'application/manifest+json; charset=utf-8')
}

/** Renders the mark in that colour, `size` pixels wide, and keeps the icons of the last colour. */
export function createBrandIcons(): (colour: string, size: number) => Promise<TaggedBody> {
  let kept = { colour: '', icons: new Map<number, Promise<TaggedBody>>() }
  return (colour, size) => {
    if (kept.colour !== colour) kept = { colour, icons: new Map() }
    const { icons } = kept
    const before = icons.get(size)
    if (before) return before
    const drawn = drawIcon(colour, size)
    icons.set(size, drawn)
    drawn.catch(() => icons.delete(size))
    return drawn
  }
}

async function drawIcon(colour: string, size: number): Promise<TaggedBody> {
  const density = (POINTS_PER_INCH * size) / DOTS_OF_THE_MARK
  const sharp = await loadSharp()
  const mark = sharp(Buffer.from(brandMark(colour)), { density }).resize(size, size)
  return tagBody(await mark.flatten({ background: GROUND }).png().toBuffer(), 'image/png')
}
