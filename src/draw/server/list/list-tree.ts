import { createHash } from 'node:crypto'
import type { Ctx } from '#platform/server/context.ts'
import { linesOf, type Path, pathOf } from '../../tree.ts'
import { sha256 } from '../sha256.ts'
import { findPiece, type ListRow, readPieces } from '../store.ts'
import { PAGE } from './compose-list.ts'
import { keptTickets } from './kept-tickets.ts'
import { RootBuilder } from './root-builder.ts'

/** Lines below one hash that is kept: of a million lines 3,907 hashes, which with all above them are 250 kB. */
const BLOCK = 256
const HASH = 32
const INNER = Buffer.of(1)

/** The upper hashes of a long list's tree, one behind the other: of each block of lines, then of each two of those, and so on to the root. */
type Levels = readonly Buffer[]

/** The line of a number of a long frozen list, and its way to the root; null when it is not in the list. Of a million lines 2,000 are read. */
export async function findPath(
  ctx: Ctx,
  { rifa_id, cuenta }: ListRow,
  numero: string,
): Promise<{ codigo: string; camino: Path } | null> {
  const place = await keptTickets(ctx.db.read, rifa_id, cuenta).placeOf(numero)
  if (place === null) return null
  const levels = await readLevels(ctx, rifa_id)
  const from = place - (place % BLOCK)
  const block = await readLines(ctx, rifa_id, from, BLOCK)
  const camino = [...(await pathOf(block, place - from, sha256)), ...pathAbove(levels, from / BLOCK)]
  return { codigo: block[place - from]?.split(',')[1] ?? '', camino }
}

/** Reads a list once, and keeps what nobody reads it again for. */
function readLevels(ctx: Ctx, id: number): Promise<Levels> {
  return ctx.snapshots.get(`rifa:${id}:sorteo:arbol`, async () => {
    const blocks: string[] = []
    let block = new RootBuilder()
    let place = 0
    let pieces = 0
    for await (const piece of readPieces(ctx.db.read, id)) {
      // Before the first page stands the list's first line.
      if (pieces++ === 0) continue
      for (const line of linesOf(`\n${piece}`)) {
        block.add(line)
        if (++place % BLOCK > 0) continue
        blocks.push(block.root() ?? '')
        block = new RootBuilder()
      }
    }
    return { value: levelsOf(Buffer.from(blocks.join('') + (block.root() ?? ''), 'hex')) }
  })
}

function levelsOf(blocks: Buffer): Levels {
  const levels = [blocks]
  for (let level = blocks; level.length > HASH; levels.push(level)) {
    const above: Buffer[] = []
    for (let at = 0; at < level.length; at += 2 * HASH) {
      const pair = level.subarray(at, at + 2 * HASH)
      above.push(pair.length > HASH ? createHash('sha256').update(INNER).update(pair).digest() : pair)
    }
    level = Buffer.concat(above)
  }
  return levels
}

function pathAbove(levels: Levels, block: number): Path {
  const path: Path = []
  for (const [height, level] of levels.entries()) {
    const at = block >> height
    const beside = (at ^ 1) * HASH
    if (beside >= level.length) continue
    path.push({ lado: at % 2 === 0 ? 'derecha' : 'izquierda', hash: level.toString('hex', beside, beside + HASH) })
  }
  return path
}

/** Lines of a list from a place on. */
async function readLines(ctx: Ctx, id: number, from: number, count: number): Promise<string[]> {
  const first = Math.floor(from / PAGE)
  let text = '\n'
  for (let page = first; page * PAGE < from + count; page++) text += (await findPiece(ctx.db.read, id, page + 1)) ?? ''
  return linesOf(text).slice(from - first * PAGE, from - first * PAGE + count)
}
