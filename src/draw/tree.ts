import { bytesOf, fromHex, joined, type Sha256, toHex } from './bytes.ts'

/** The way from a line to the root: at each step the hash beside it, and on which side that is. */
export type Path = { lado: 'izquierda' | 'derecha'; hash: string }[]

const [LEAF, INNER] = [Uint8Array.of(0), Uint8Array.of(1)]

/** The lines of a list that say of a number whose it is, as they stand there: without the first. */
export function linesOf(list: string): string[] {
  return list.split('\n').slice(1, -1)
}

/** Root of the tree over those lines, in hexadecimal; null of none. Who has no neighbour goes up as he is. */
export async function rootOf(lines: readonly string[], sha256: Sha256): Promise<string | null> {
  let level = await Promise.all(lines.map((line) => leafOf(line, sha256)))
  while (level.length > 1) level = await above(level, sha256)
  return level[0] ? toHex(level[0]) : null
}

/** The way of one of those lines to their root. */
export async function pathOf(lines: readonly string[], place: number, sha256: Sha256): Promise<Path> {
  const path: Path = []
  let level = await Promise.all(lines.map((line) => leafOf(line, sha256)))
  for (let at = place; level.length > 1; at >>= 1) {
    const beside = level[at ^ 1]
    if (beside) path.push({ lado: at % 2 === 0 ? 'derecha' : 'izquierda', hash: toHex(beside) })
    level = await above(level, sha256)
  }
  return path
}

/** Where a line comes to on its way: the root, if it is in the list. */
export async function climb(line: string, path: Path, sha256: Sha256): Promise<string> {
  let at = await leafOf(line, sha256)
  for (const { lado, hash } of path) {
    const other = fromHex(hash)
    at = await sha256(lado === 'derecha' ? joined(INNER, at, other) : joined(INNER, other, at))
  }
  return toHex(at)
}

function leafOf(line: string, sha256: Sha256): Promise<Uint8Array> {
  return sha256(joined(LEAF, bytesOf(line)))
}

function above(level: readonly Uint8Array[], sha256: Sha256): Promise<Uint8Array[]> {
  const pairs = Array.from({ length: Math.ceil(level.length / 2) }, (_, at) => level.slice(at * 2, at * 2 + 2))
  return Promise.all(
    pairs.map(([one, other]) => (other ? sha256(joined(INNER, one as Uint8Array, other)) : (one as Uint8Array))),
  )
}
