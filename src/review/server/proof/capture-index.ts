import type { Block } from '../drawing/sketch-shape.ts'
import { allWays, countBits, countUnlike, findPlace, LIKE, readInk, type Sketch } from './same-picture.ts'

/**
 * Stored features of a capture, to find it again: the first capture with its layout, and its own ink in the places of that
 * one's lines. The first of a layout keeps its lines.
 */
export interface Features {
  plantilla: string
  tinta: number[]
  lineas?: Block[]
}

/** Captures of one layout: of a bank's app, on a kind of phone. */
export interface Layout {
  lines: Block[]
  /** Numbers of ink that each of them has. */
  length: number
  ids: string[]
  ink: Int32Array
  /** Bits that tell its captures apart, and how many those were when that was reckoned. */
  varies: number[]
  of: number
}

/** Layouts with which a picture is compared: an app whose first capture was cut may have two, and apps with few lines look alike. */
const LAYOUTS = 8
/**
 * Captures of them that are compared dot by dot: those whose ink differs in the fewest bits that tell captures apart, and of equal ones the oldest.
 */
const NEAREST = 12
/** Of those bits as many differ at most: of an edited capture a fourth, of another one half. */
const UNLIKE = 1 / 3
/** A bit tells captures apart where it differs in so many of them: an edit's effect on the words that all have is in fewer. */
const VARIES = 0.3
/** Captures to decide it, and bits; where there are fewer, all bits count. */
const [SAID_BY, LEAST_BITS] = [16, 64]
const SAMPLE = 400

/** All captures of the shop, in memory: some hundred bytes each. */
export class CaptureIndex {
  readonly #layouts = new Map<string, Layout>()
  readonly #purchases = new Map<string, number>()

  get size(): number {
    return this.#purchases.size
  }

  purchaseOf(id: string): number {
    return this.#purchases.get(id) ?? 0
  }

  /** Adds it once. One whose layout is not known yet is left for later. */
  add(id: string, { plantilla, tinta, lineas }: Features, purchase = 0): void {
    if (this.#purchases.has(id)) return
    if (lineas)
      this.#layouts.set(id, {
        lines: lineas,
        length: tinta.length,
        ids: [],
        ink: new Int32Array(4 * tinta.length),
        varies: [],
        of: 0,
      })
    const layout = this.#layouts.get(plantilla)
    if (!layout) return
    this.#purchases.set(id, purchase)
    const used = layout.ids.length * layout.length
    if (used === layout.ink.length) {
      const larger = new Int32Array(2 * used)
      larger.set(layout.ink)
      layout.ink = larger
    }
    layout.ink.set(tinta, used)
    layout.ids.push(id)
  }

  /** @returns its stored features, null where too little is written in it, and the captures that may be the same, likest first. */
  search(id: string, sketch: Sketch): { features: Features | null; near: string[] } {
    const found: { id: string; unlike: number }[] = []
    let features: Features | null = null
    for (const { plantilla, layout, seen, place } of this.#find(sketch)) {
      const tinta = readInk(seen, layout.lines, place)
      features ??= { plantilla, tinta }
      found.push(...nearest(layout, tinta))
    }
    const { blocks } = sketch
    const own = findPlace(blocks, blocks)
    if (own) features ??= { plantilla: id, tinta: readInk(sketch, blocks, own), lineas: blocks }
    const near = found.sort((a, b) => a.unlike - b.unlike).slice(0, NEAREST)
    return { features, near: near.map((one) => one.id) }
  }

  /** The layouts that a picture has, likest first, with the places of their lines in it. */
  #find(sketch: Sketch) {
    const ways = allWays(sketch)
    return [...this.#layouts]
      .flatMap(([plantilla, layout]) =>
        ways.map((seen) => ({ plantilla, layout, seen, common: countCommon(layout.lines, seen.blocks) })),
      )
      .sort((a, b) => b.common - a.common)
      .slice(0, LAYOUTS)
      .flatMap((one) => {
        const place = findPlace(one.layout.lines, one.seen.blocks)
        return place ? [{ ...one, place }] : []
      })
  }
}

/** Common bits of lines with those of a picture: hardly alike ones are so by chance, and count little. */
function countCommon(lines: readonly Block[], blocks: readonly Block[]): number {
  return lines.reduce(
    (sum, { bits }) => sum + blocks.reduce((most, other) => Math.max(most, LIKE - countUnlike(bits, other.bits)), 0),
    0,
  )
}

/** By the share of the bits in which they differ. */
export function nearest(layout: Layout, tinta: readonly number[]): { id: string; unlike: number }[] {
  const { ids, ink, length } = layout
  if (ids.length >= layout.of * 1.25) Object.assign(layout, { varies: varyingBits(layout), of: ids.length })
  const { varies } = layout
  const bits = varies.reduce((sum, mask) => sum + countBits(mask), 0)
  const best: { id: string; unlike: number }[] = []
  let limit = UNLIKE * bits
  for (const [turn, id] of ids.entries()) {
    let unlike = 0
    for (let at = 0; at < length && unlike < limit; at++)
      unlike += countBits(((ink[turn * length + at] ?? 0) ^ (tinta[at] ?? 0)) & (varies[at] ?? 0))
    if (unlike >= limit) continue
    best.push({ id, unlike })
    best.sort((a, b) => a.unlike - b.unlike)
    if (best.length > NEAREST) best.pop()
    if (best.length === NEAREST) limit = best.at(-1)?.unlike ?? 0
  }
  return best.map(({ id, unlike }) => ({ id, unlike: unlike / bits }))
}

function varyingBits({ ids, ink, length }: Layout): number[] {
  const step = Math.ceil(ids.length / SAMPLE)
  const some = ids.flatMap((_, turn) => (turn % step === 0 ? turn * length : []))
  const varies = Array.from({ length }, (_, at) => {
    let mask = 0
    for (let bit = 0; bit < 32; bit++) {
      const ones = some.reduce((sum, row) => sum + (((ink[row + at] ?? 0) >>> bit) & 1), 0)
      if (Math.min(ones, some.length - ones) >= VARIES * some.length) mask |= 1 << bit
    }
    return mask
  })
  const bits = varies.reduce((sum, mask) => sum + countBits(mask), 0)
  return ids.length < SAID_BY || bits < LEAST_BITS ? varies.fill(-1) : varies
}
