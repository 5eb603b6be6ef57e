import { createHash } from 'node:crypto'
import type { Operator } from '#access/contract.ts'
import { appendEntry } from '#journal/server/append-entry.ts'
import { readAccount } from '#payment-methods/server/read-account.ts'
import { findMethod } from '#payment-methods/server/store.ts'
import { notFound } from '#platform/errors.ts'
import { moneyOfCents } from '#platform/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import { isOneOf } from '#platform/server/db/many.ts'
import type { Told } from '../../../movement.ts'
import type { PastedAnswer, PastedNotices } from '../../../sources-contract.ts'
import { type Read, readNotice } from '../notices/read-notice.ts'
import { MOVEMENTS_LANE, recordMovements } from '../record-movements.ts'
import { ofAccount } from './interpret.ts'

/** Larger numbers are a statement. */
const MOST = 200

/** How pasted notices are read, before anything is kept. @throws AppError 404 */
export async function previewPasted(
  ctx: Pick<Ctx, 'db' | 'clock'>,
  { metodo_id, texto }: PastedNotices,
): Promise<PastedAnswer> {
  return { avisos: describe(await readPasted(ctx, metodo_id, texto)), nuevos: 0 }
}

/** Keeps those that are money that came in; known ones add nothing. @throws AppError 404 */
export async function keepPasted(
  ctx: Ctx,
  operator: Operator,
  { metodo_id, texto }: PastedNotices,
): Promise<PastedAnswer> {
  const pieces = await readPasted(ctx, metodo_id, texto)
  const told = pieces.flatMap(({ read }) => (read.es === 'movimiento' ? [read.movimiento] : []))
  const now = ctx.clock.now()
  const crudo_sha256 = createHash('sha256').update(texto).digest('hex')
  const nuevos = await ctx.db.write(MOVEMENTS_LANE, async (tx) => {
    const word = { metodo_id, fuente: 'aviso', confianza: 'aviso', crudo_sha256, now } as const
    const { nuevos, conocidos } = await recordMovements(tx, word, told)
    await appendEntry(tx, {
      ambito: 'sitio',
      en: now,
      actor: operator,
      accion: 'avisos pegados',
      datos: { metodo_id, leidos: told.length, nuevos: nuevos.length, conocidos },
    })
    return nuevos.length
  })
  return { avisos: describe(pieces), nuevos }
}

interface Piece {
  texto: string
  read: Read
  known: boolean
}

async function readPasted(ctx: Pick<Ctx, 'db' | 'clock'>, metodoId: number, text: string): Promise<Piece[]> {
  const method = await findMethod(ctx.db.read, metodoId)
  if (!method) throw notFound('Ese método de pago no existe')
  const now = ctx.clock.now()
  const minute = Math.floor(now / 60_000)
  const pieces = splitNotices(text, (one) => readNotice(one, now).es === 'movimiento')
    .slice(0, MOST)
    .map((texto, at) => ({ texto, read: named(ofAccount(readNotice(texto, now), method), `${minute}:${at}:${texto}`) }))
  const names = pieces.flatMap(({ read }) => (read.es === 'movimiento' ? [read.movimiento.id_banco] : []))
  const kept = await ctx.db.read
    .selectFrom('movement_sightings')
    .select('id_banco')
    .where('metodo_id', 'in', (await readAccount(ctx.db.read, metodoId)).metodos)
    .where('fuente', '=', 'aviso')
    .where(isOneOf(ctx.db.read, 'id_banco', names))
    .execute()
  const seen = new Set(kept.map(({ id_banco }) => id_banco))
  return pieces.map(({ texto, read }) => {
    if (read.es !== 'movimiento') return { texto, read, known: false }
    const known = seen.has(read.movimiento.id_banco)
    seen.add(read.movimiento.id_banco)
    return { texto, read, known }
  })
}

/** Without a reference, by its place and minute. */
function named(read: Read, place: string): Read {
  if (read.es !== 'movimiento' || read.movimiento.id_banco !== '') return read
  const id_banco = `pegado:${createHash('sha256').update(place).digest('base64url')}`
  return { ...read, movimiento: { ...read.movimiento, id_banco } }
}

/** Notices are separated by an empty line, or each has a line of its own; one that is broken over lines stays whole. */
export function splitNotices(text: string, reads: (notice: string) => boolean): string[] {
  return text
    .split(/\n[ \t]*\n/)
    .flatMap((block) => {
      const lines = block.split('\n').filter((line) => line.trim() !== '')
      return lines.filter(reads).length > 1 || (lines.length > 1 && !reads(block)) ? lines : [lines.join(' ')]
    })
    .map((notice) => notice.trim())
    .filter(Boolean)
}

function describe(pieces: readonly Piece[]): PastedAnswer['avisos'] {
  return pieces.map(({ texto, read, known }) => ({
    texto: texto.slice(0, 500),
    es: known ? 'repetido' : read.es,
    motivo: 'motivo' in read ? read.motivo : '',
    ...describeMovement(read.es === 'movimiento' ? read.movimiento : null),
  }))
}

function describeMovement(one: Told | null) {
  return {
    monto: one && moneyOfCents(one.centimos),
    moneda: one?.moneda ?? null,
    dia: one?.dia ?? null,
    referencia: one?.referencia ?? '',
    telefono: one?.telefono_origen ?? '',
    nombre: one?.nombre_origen ?? '',
  }
}
