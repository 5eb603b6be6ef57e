import type { SiteSettings } from './contract.ts'

/** From this shape on a picture has room for the name, and usually carries it. */
const WIDE = 2

/** Whether the logo is shown alone; next to a narrower one the name is written. */
export function carriesName({ ancho, alto }: NonNullable<SiteSettings['logo']>): boolean {
  return ancho / alto >= WIDE
}
