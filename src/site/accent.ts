/**
 * The operator picks any colour; these rules keep every text over it, or in it, readable (WCAG AA). `--on-accent` is ink or
 * white, and black for the few colours that are too middling for both. The colour as text is moved towards white or ink
 * until it reaches 4.5:1 on every possible background.
 */
type Colour = readonly [red: number, green: number, blue: number]

const INK: Colour = [0x1d, 0x12, 0x04]
const BLACK: Colour = [0, 0, 0]
const WHITE: Colour = [255, 255, 255]
/** `--raised` of tokens.css: the ground of a theme on which its text has the least contrast. */
const DARK_SURFACE: Colour = [0x1f, 0x28, 0x38]
const LIGHT_SURFACE: Colour = [0xf0, 0xe8, 0xd9]
const DARK_PAGE: Colour = [0x0e, 0x13, 0x1d]
const DEFAULT_COLOUR = '#ffa53d'
/** WCAG AA requires 4.5; a little more survives the rounding to whole parts. */
const READABLE = 4.55

export function read(hex: string): Colour {
  const text = /^#[0-9a-f]{6}$/i.test(hex) ? hex : DEFAULT_COLOUR
  const value = Number.parseInt(text.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

function write(colour: Colour): string {
  return `#${colour.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`
}

function mix(from: Colour, to: Colour, share: number): Colour {
  const part = (index: 0 | 1 | 2) => from[index] + (to[index] - from[index]) * share
  return [part(0), part(1), part(2)]
}

function luminance(colour: Colour): number {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast of two colours, 1 to 21. */
export function contrastOf(one: Colour, other: Colour): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

function readableOn(colour: Colour, grounds: readonly Colour[], towards: Colour): Colour {
  for (let share = 0; share < 1; share += 0.05) {
    const candidate = mix(colour, towards, share)
    if (grounds.every((ground) => contrastOf(candidate, ground) >= READABLE)) return candidate
  }
  return towards
}

/** Colours of the pages from the operator's colour; a malformed one counts as the default. */
export function accentOf(color: string) {
  const brand = read(color)
  const darkWash = mix(DARK_PAGE, brand, 0.13)
  const lightWash = mix(WHITE, brand, 0.2)
  return {
    brand: write(brand),
    onBrand: write([INK, WHITE].find((text) => contrastOf(brand, text) >= READABLE) ?? BLACK),
    darkText: write(readableOn(brand, [DARK_SURFACE, darkWash], WHITE)),
    lightText: write(readableOn(brand, [LIGHT_SURFACE, lightWash], INK)),
    darkWash: write(darkWash),
    lightWash: write(lightWash),
  }
}

/** The custom properties of the operator's colour, and the scheme of each theme, for the document's head: a browser darkens neither again. */
export function accentStyle(color: string): string {
  const { brand, onBrand, darkText, lightText, darkWash, lightWash } = accentOf(color)
  return (
    `:root{color-scheme:only dark;--accent:${brand};--on-accent:${onBrand};--accent-text:${darkText};--accent-wash:${darkWash}}` +
    `[data-theme=light]{color-scheme:only light;--accent-text:${lightText};--accent-wash:${lightWash}}`
  )
}
