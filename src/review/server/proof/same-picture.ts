import { aboveMiddle } from '../drawing/read-blocks.ts'
import { type Block, MARK_SIDE, type SketchHead } from '../drawing/sketch-shape.ts'

/** A picture made small, grey and straight (drawing/draw-picture.ts). */
export interface Sketch extends SketchHead {
  /** 9 × 8 dots of the whole. */
  grid: Buffer
  /** Brightness, row by row. */
  dots: Buffer
}

/** Reads the drawing child's sketch of a picture. @throws when it is not that */
export function readSketch(drawn: Buffer): Sketch {
  const start = 4 + drawn.readUInt32BE()
  const head = JSON.parse(drawn.toString('utf8', 4, start)) as SketchHead
  const dots = start + (MARK_SIDE + 1) * MARK_SIDE
  if (drawn.length !== dots + head.width * head.height) throw new Error('not a sketch')
  return { ...head, grid: drawn.subarray(start, dots), dots: drawn.subarray(dots) }
}

/** As it is, mirrored, upside down, and both. */
export function allWays(sketch: Sketch): Sketch[] {
  return [0, ACROSS, DOWN, ACROSS | DOWN].map((way) => turn(sketch, way))
}

/** Masks that move a bit, of four rows of sixteen. */
const [ACROSS, DOWN] = [15, 48]

function turn(sketch: Sketch, way: number): Sketch {
  const { width, height, blocks } = sketch
  const flipped = (at: number, length: number, whole: number, by: number) => (way & by ? whole - at - length : at)
  let dots: Buffer | undefined
  return {
    ...sketch,
    // Few callers need them.
    get dots() {
      dots ??= turnDots(sketch, way)
      return dots
    },
    blocks: blocks.map((one) => ({
      ...one,
      x: flipped(one.x, one.width, width, ACROSS),
      y: flipped(one.y, one.height, height, DOWN),
      bits: turnBits(one.bits, way),
    })),
  }
}

function turnDots({ dots, width, height }: Sketch, way: number): Buffer {
  const turned = Buffer.from(dots)
  for (let y = 0; y < height; y++) {
    const from = (way & DOWN ? height - 1 - y : y) * width
    const row = turned.subarray(y * width, (y + 1) * width)
    dots.copy(row, 0, from, from + width)
    if (way & ACROSS) row.reverse()
  }
  return turned
}

function turnBits(bits: Block['bits'], way: number): Block['bits'] {
  const turned: [number, number] = [0, 0]
  for (let at = 0; at < 64; at++) {
    const from = at ^ way
    if (((bits[from >> 5] ?? 0) >>> (from & 31)) & 1) turned[at < 32 ? 0 : 1] |= 1 << (at & 31)
  }
  return turned
}

export function countBits(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x5555_5555)
  const fours = (pairs & 0x3333_3333) + ((pairs >>> 2) & 0x3333_3333)
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f_0f0f, 0x0101_0101) >>> 24
}

export function countUnlike(a: Block['bits'], b: Block['bits']): number {
  return countBits(a[0] ^ b[0]) + countBits(a[1] ^ b[1])
}

/**
 * Whether two sketches are of one picture, and not of two payments in the same bank's app. One of them may be
 * recompressed, made smaller, cut, framed, turned, mirrored or inverted.
 */
export function isSamePicture(one: Sketch, other: Sketch): boolean {
  return allWays(one).some((sketch) => {
    const place = findPlace(sketch.blocks, other.blocks)
    return place !== null && fitsInPlace(sketch, other, place)
  })
}

/** How far and how wide along one side. */
type Along = readonly [scale: number, shift: number]
export interface Place {
  x: Along
  y: Along
}

/** Bits in which the same line of two captures differs at most, of 64. */
export const LIKE = 16
/** Pairs of lines that a place is looked for with: the likest. */
const PAIRS = 60
/** Lines that have to agree about it, by where they begin and end, of few the half: the texts in some of them differ. */
const AGREEING = 3

/** The places of one picture's lines in another; null where too few of them are in it. */
export function findPlace(from: readonly Block[], to: readonly Block[]): Place | null {
  const pairs = from
    .flatMap((a) => to.map((b) => ({ a, b, unlike: countUnlike(a.bits, b.bits) })))
    .sort((p, q) => p.unlike - q.unlike)
    .slice(0, PAIRS)
    .map((pair) => ({ ...pair, from: middle(pair.a), to: middle(pair.b) }))
  const like = pairs.filter(({ unlike }) => unlike <= LIKE)
  let best: typeof pairs = []
  for (const p of like) {
    for (const q of pairs) {
      if (q.a.y - p.a.y < 40) continue
      const scale = (q.to.y - p.to.y) / (q.from.y - p.from.y)
      if (scale < 0.7 || scale > 1.4) continue
      const agrees = ({ a, b, from, to }: typeof p) =>
        Math.abs(a.width * scale - b.width) < 7 &&
        Math.abs((from.x - p.from.x) * scale + p.to.x - to.x) < 7 &&
        Math.abs((from.y - p.from.y) * scale + p.to.y - to.y) < 5
      if (!agrees(p) || !agrees(q)) continue
      const agree = pairs.filter(agrees)
      if (agree.length > best.length) best = agree
    }
  }
  if (best.length < Math.max(2, Math.min(AGREEING, Math.max(from.length, to.length) / 2))) return null
  const ends = (start: 'x' | 'y', length: 'width' | 'height') =>
    best.flatMap(({ a, b }) => [[a[start], b[start]] as const, [a[start] + a[length], b[start] + b[length]] as const])
  return { x: fitLine(ends('x', 'width')), y: fitLine(ends('y', 'height')) }
}

function middle({ x, y, width, height }: Omit<Block, 'bits'>) {
  return { x: x + width / 2, y: y + height / 2 }
}

/** The straight line that is nearest to those points. */
function fitLine(points: readonly (readonly [number, number])[]): Along {
  const mean = (of: (point: readonly [number, number]) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length
  const [from, to] = [mean(([a]) => a), mean(([, b]) => b)]
  const scale = mean(([a, b]) => (a - from) * (b - to)) / mean(([a]) => (a - from) ** 2)
  return [scale, to - scale * from]
}

/** Lines are compared letter by letter: in tiles as wide as a line is high, of so many dots a side. */
const TILE = 16
/** Steps of brightness that something in a tile has: less is ground, or was painted over. */
const GROUND = 12
/** The clock of a phone is not of the payment. */
const STATUS_BAR = 0.05
/** Of the tiles with something in them, so many are in both pictures. */
const SHARED = 0.6
/** By how much a tile may be less like than all are: another digit is 0.15 and more, the worst of other encodings 0.07. */
const WORST = 0.11
/** A tile even less alike is something else, however little like all are. */
const LEAST = 0.75
/** A tile that is so like need not be moved: neither what is usual nor the worst would say otherwise. */
const SURE = 1 - WORST / 5

function fitsInPlace(one: Sketch, other: Sketch, place: Place): boolean {
  const below = one.blocks.filter(({ y }) => y > STATUS_BAR * one.height)
  const tiles = tilesOf(below).map((at) => ({ at, tile: readTile(one, at) }))
  const inked = tiles.flatMap(({ at, tile }) => (tile.spread >= GROUND ? { tile, at: placed(place, at) } : []))
  // Two payments differ by their first different digit.
  const differs = inked.some(
    ({ tile, at }) => (readLikeness(tile, other, at) ?? LEAST) < LEAST && (findTile(tile, other, at) ?? LEAST) < LEAST,
  )
  if (differs) return false
  const likeness = inked.flatMap(({ tile, at }) => findTile(tile, other, at) ?? []).sort((a, b) => a - b)
  return likeness.length >= SHARED * inked.length && (likeness[0] ?? 0) >= leastBeside(likeness)
}

/** How like each tile is at least where the tiles are as like as these. @param likeness sorted */
function leastBeside(likeness: readonly number[]): number {
  return Math.max(LEAST, Math.min(1 - WORST, 4 * (likeness[likeness.length >> 1] ?? 0) - 3))
}

function tilesOf(blocks: readonly Omit<Block, 'bits'>[]): Place[] {
  return blocks.flatMap(({ x, y, width, height }) => {
    const count = Math.round(width / height)
    return Array.from({ length: count }, (_, turn) => ({
      x: [(width / count + 2) / TILE, x - 1 + (width * turn) / count] as const,
      y: [(height + 2) / TILE, y - 1] as const,
    }))
  })
}

/** Where the tile at that place in one is in the other. */
function placed(place: Place, { x, y }: Place): Place {
  return { x: along(place.x, x), y: along(place.y, y) }
}

function along([scale, shift]: Along, [step, start]: Along): Along {
  return [scale * step, shift + scale * start]
}

interface Tile {
  /** Without their mean. */
  dots: Float32Array
  spread: number
}

/** Of a sketch, a tile's dots: its corner at the shift, its steps of that scale. */
function readTile({ dots, width, height }: Sketch, { x: [scaleX, left], y: [scaleY, top] }: Place): Tile {
  const read = new Float32Array(TILE * TILE)
  let sum = 0
  for (let row = 0; row < TILE; row++) {
    for (let column = 0; column < TILE; column++) {
      const [x, y] = [left + scaleX * column, top + scaleY * row]
      const [floorX, floorY] = [Math.floor(x), Math.floor(y)]
      if (floorX < 0 || floorY < 0 || floorX + 1 >= width || floorY + 1 >= height) return { dots: read, spread: 0 }
      const at = floorY * width + floorX
      const upper = mix(dots[at] ?? 0, dots[at + 1] ?? 0, x - floorX)
      const lower = mix(dots[at + width] ?? 0, dots[at + width + 1] ?? 0, x - floorX)
      const dot = mix(upper, lower, y - floorY)
      read[row * TILE + column] = dot
      sum += dot
    }
  }
  let square = 0
  for (let at = 0; at < read.length; at++) {
    read[at] = (read[at] ?? 0) - sum / read.length
    square += (read[at] ?? 0) ** 2
  }
  return { dots: read, spread: Math.sqrt(square / read.length) }
}

function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share
}

/** How like the likest tile around that place is, from 0 to 1; null where there is none. */
function findTile(tile: Tile, other: Sketch, { x, y }: Place): number | null {
  let best = { like: -1, right: 0, down: 0 }
  const look = (right: number, down: number) => {
    const like = readLikeness(tile, other, { x: [x[0], x[1] + right], y: [y[0], y[1] + down] }) ?? -1
    if (like > best.like) best = { like, right, down }
  }
  look(0, 0)
  if (best.like >= SURE) return best.like
  for (let down = -1; down <= 1; down++) for (let right = -1; right <= 1; right++) look(right, down)
  for (const [right, down] of [
    [-0.5, 0],
    [0.5, 0],
    [0, -0.5],
    [0, 0.5],
  ] as const)
    look(best.right + right, best.down + down)
  return best.like < 0 ? null : best.like
}

/** Likeness of the tile in that place, from 0 to 1; null where there is none. */
function readLikeness(tile: Tile, other: Sketch, place: Place): number | null {
  const found = readTile(other, place)
  if (found.spread < GROUND) return null
  let product = 0
  for (let at = 0; at < tile.dots.length; at++) product += (tile.dots[at] ?? 0) * (found.dots[at] ?? 0)
  // Inverted tiles are as alike.
  return Math.abs(product) / (tile.dots.length * tile.spread * found.spread)
}

/** A picture's ink in those lines of another, wherever its own begin and end: sixteen bits for each tile, two tiles in a number. */
export function readInk(sketch: Sketch, lines: readonly Omit<Block, 'bits'>[], place: Place): number[] {
  const halves = lines.flatMap((line) => {
    const own = ownPlace(sketch, line, place)
    return tilesOf([line]).map((at) => readHalf(sketch, placed(own, at)))
  })
  return Array.from(
    { length: Math.ceil(halves.length / 2) },
    (_, at) => (halves[2 * at] ?? 0) | ((halves[2 * at + 1] ?? 0) << 16),
  )
}

/** Place of a picture's own line at that place, to the dot; the place itself where it has none. */
function ownPlace({ blocks }: Sketch, line: Omit<Block, 'bits'>, place: Place): Place {
  const { x, y } = middle(line)
  const own = blocks.find(
    (one) =>
      Math.abs(middle(one).y - along(place.y, [1, y])[1]) < 5 &&
      Math.abs(middle(one).x - along(place.x, [1, x])[1]) < 12 &&
      Math.abs(one.width - place.x[0] * line.width) < 24,
  )
  if (!own) return place
  const [right, down] = [own.width / line.width, own.height / line.height]
  return { x: [right, own.x - right * line.x], y: [down, own.y - down * line.y] }
}

function readHalf(sketch: Sketch, place: Place): number {
  const ink = new Array<number>(16).fill(0)
  for (const [at, dot] of readTile(sketch, place).dots.entries()) {
    const part = ((at >> 6) << 2) | ((at >> 2) & 3)
    ink[part] = (ink[part] ?? 0) + Math.abs(dot)
  }
  return aboveMiddle(ink, 0, 16)
}
