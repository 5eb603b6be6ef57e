import { createHash } from 'node:crypto'
import type { Session } from '#access/server/session.ts'
import { appendEntry, type Telling } from '#journal/server/append-entry.ts'
import { guardedChange } from '#operators/server/guarded-change.ts'
import { addDays, dayInCaracas, type Instant, parseDay, startOfDay } from '#platform/clock.ts'
import { refusal, refuseFields } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Raffle } from '#raffles/server/store.ts'
import type { SiteSettings } from '#site/contract.ts'
import { readSite } from '#site/server/read-site.ts'
import { FEW, type LetterDraft, type LetterStart } from '../contract.ts'
import { checkLetter } from '../letter-words.ts'
import { countReach } from './people.ts'
import { requireThere } from './stop-letter.ts'
import { findLetterByKey, insertLetter, type Letter } from './store.ts'
import { testWasSent } from './test-letter.ts'
import { freeze } from './write-copy.ts'

/** Identity of a letter, for any sender: the same one starts once a day. */
function printOf(rifa_id: number, { trata, a_quienes, textos, hasta }: LetterDraft, now: Instant): string {
  const { asunto, titulo, cuerpo, pie } = textos
  const parts = [rifa_id, trata, a_quienes, asunto, titulo, cuerpo, pie, hasta, dayInCaracas(now)]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

/**
 * Starts a letter to the buyers of a raffle, frozen as it is. It leaves in portions; each person gets one. To more than a few it
 * needs a fresh code and a test that its writer had.
 * @returns the letter, also when this key has started it before.
 * @throws AppError 404, 409 ESTADO_NO_PERMITE | CARTA_SIN_NADIE | CARTA_SIN_PRUEBA | CARTA_REPETIDA, 422 DATOS_INVALIDOS |
 * CLAVE_REUTILIZADA, and the errors of requireFreshFactor
 */
export async function startLetter(ctx: Ctx, rifa_id: number, asked: LetterStart, session: Session): Promise<Letter> {
  const { operator } = session
  const { clave, carta, al_dia, codigo } = asked
  const before = await findLetterByKey(ctx.db.read, clave)
  if (before) return sameLetter(before, rifa_id, carta)
  const now = ctx.clock.now()
  await requireThere(ctx.db.read, rifa_id)
  requireRight(carta, now)
  const people = await countPeople(ctx.db.read, rifa_id, carta)
  if (people > FEW) {
    if (!(await testWasSent(ctx.db.read, rifa_id, carta, operator))) throw refusal('CARTA_SIN_PRUEBA')
  }
  const site = await readSite(ctx)
  const write = (owner: Telling) =>
    ctx.db.write(`rifa:${rifa_id}`, async (tx) => {
      const raffle = await requireThere(tx, rifa_id)
      const personas = await countPeople(tx, rifa_id, carta)
      const letter = await beginLetter(tx, raffle, site, { clave, carta, al_dia, personas, actor: owner, now })
      if (letter) return letter
      const known = await findLetterByKey(tx, clave)
      if (known) return sameLetter(known, rifa_id, carta)
      throw refusal('CARTA_REPETIDA')
    })
  return guardedChange(ctx, session, {
    what: 'escribir a quienes compraron',
    by: people > FEW ? { codigo } : undefined,
    write,
    tells: ({ datos }, { parrafos }) => ({
      titulo: 'Salió un comunicado a tus compradores',
      parrafos: [
        ...parrafos,
        `${operator.nombre} escribió a ${datos['personas']} personas que compraron «${datos['nombre']}».`,
      ],
    }),
  })
}

/** Writes a letter that begins to leave, and its line of the journal. @returns null when its key, or the same words of that day, are there already. */
export async function beginLetter(
  tx: Sql,
  raffle: Raffle,
  site: SiteSettings,
  begun: Pick<LetterStart, 'clave' | 'carta' | 'al_dia'> & { personas: number; actor: Telling; now: Instant },
): Promise<Letter | null> {
  const { clave, carta, al_dia, personas, actor, now } = begun
  const letter = await insertLetter(tx, {
    clave,
    rifa_id: raffle.id,
    huella: printOf(raffle.id, carta, now),
    ...carta,
    textos: JSON.stringify(carta.textos),
    marca: JSON.stringify(freeze(site, raffle)),
    al_dia,
    estado: 'saliendo',
    motivo: '',
    personas,
    hasta_compra: await newestPurchase(tx, raffle.id),
    compra_id: 0,
    latido: now,
    creada_en: now,
    creada_por: actor.nombre,
    creada_por_id: actor.id,
    terminada_en: null,
  })
  if (!letter) return null
  await appendEntry(tx, {
    en: now,
    actor,
    accion: 'carta enviada',
    rifa_id: raffle.id,
    datos: { carta_id: letter.id, nombre: raffle.titulo, ...carta, personas, al_dia },
  })
  return letter
}

/** People who would get it: without those without an existing address and, for news, opted-out ones. @throws AppError 409 CARTA_SIN_NADIE */
async function countPeople(sql: Sql, rifa_id: number, { trata, a_quienes }: LetterDraft): Promise<number> {
  const { personas, no_existen, de_baja } = await countReach(sql, rifa_id, a_quienes)
  const people = personas - no_existen - (trata === 'novedad' ? de_baja : 0)
  if (people > 0) return people
  throw refusal('CARTA_SIN_NADIE')
}

/** @throws AppError 422 DATOS_INVALIDOS */
function requireRight(carta: LetterDraft, now: Instant): void {
  const campos: Record<string, string> = {}
  for (const [field, problem] of Object.entries(checkLetter(carta))) campos[`carta.textos.${field}`] = problem
  const end = endOfLetter(carta)
  if (end !== null && end <= now) campos['carta.hasta'] = 'Ese día ya pasó.'
  refuseFields(campos)
}

async function newestPurchase(tx: Sql, rifa_id: number): Promise<number> {
  const row = await tx
    .selectFrom('purchases')
    .select((each) => each.fn.max('id').as('id'))
    .where('rifa_id', '=', rifa_id)
    .executeTakeFirst()
  return Number(row?.id ?? 0)
}

/** @throws AppError 422 CLAVE_REUTILIZADA */
function sameLetter(letter: Letter, rifa_id: number, carta: LetterDraft): Letter {
  if (letter.huella === printOf(rifa_id, carta, letter.creada_en)) return letter
  throw refusal('CLAVE_REUTILIZADA', {
    error: 'Este comunicado ya salió con otras palabras',
    details: 'Míralas en la lista. Para enviar estas, escribe un comunicado nuevo.',
  })
}

/** From when on a letter helps nobody; null where it always does. */
export function endOfLetter({ hasta }: Pick<LetterDraft, 'hasta'>): Instant | null {
  const day = parseDay(hasta)
  return day === null ? null : startOfDay(addDays(day, 1))
}
