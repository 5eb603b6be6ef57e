import type { Actor } from '#journal/actor.ts'
import type { Deed } from '#journal/deeds.ts'
import { countJudges } from '#operators/server/store.ts'
import { type Instant, writeInstant } from '#platform/clock.ts'
import { notFound, refusal, refuseFields } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { requireState } from '#raffles/server/move-raffle.ts'
import { refuseFrozen } from '#raffles/server/settled.ts'
import { noteDeed, type Raffle, requireRaffle, updateRaffle } from '#raffles/server/store.ts'
import { lockRaffle } from '#raffles/server/tickets-of-raffle.ts'
import { ticketsOfRaffle } from '#tickets/server/raffle-sales.ts'
import { hashOf } from '../../bytes.ts'
import type { PanelRule, RuleFields } from '../../contract.ts'
import { type DrawRule, ruleText, wholeRule } from '../../rule.ts'
import { checkRule, limitOf, soldOutAt } from '../../rule-rules.ts'
import { readStep } from '../../steps.ts'
import { listNamedPictures, settlePictures } from '../images/named-pictures.ts'
import { keepDrawDay } from '../keep-draw-day.ts'
import { sha256 } from '../sha256.ts'
import { deleteRule, findRule, listSteps, type RuleRow, ruleOf, writeRule } from '../store.ts'

/** Sale of a raffle without a rule. */
const WITHOUT = { regla_sha256: null, revision_horas: null, cierra_en: null, cierra_con: null }

/**
 * Writes the rule of a raffle's draw, in place of the one that it has. Behind the lock by which tickets are sold, and only while nobody
 * has ever bought or is paying: the rule that the first buyer saw is the rule.
 * @throws AppError 404, 422 DATOS_INVALIDOS (with `campos`), 409 VERSION_VIEJA (with `version`) | REGLA_FIJA | ESTADO_NO_PERMITE | RIFA_CONGELADA
 */
export function setRule(ctx: Ctx, id: number, version: number, fields: RuleFields, actor: Actor): Promise<void> {
  return changeRule(ctx, id, version, actor, async (tx, raffle, now) => {
    const rule = wholeRule(raffle, fields)
    refuseFields(checkRule(rule, now))
    const texto = ruleText(rule)
    const hash = await hashOf(texto, sha256)
    const limit = limitOf(rule.cierre)
    await writeRule(tx, { rifa_id: id, texto, sha256: hash, fijada_en: now, version: raffle.version + 1 })
    return {
      accion: 'regla del sorteo fijada',
      columns: {
        regla_sha256: hash,
        revision_horas: rule.revision_horas,
        cierra_en: limit === null ? null : (Date.parse(limit) as Instant),
        cierra_con: soldOutAt(rule),
      },
      datos: { sha256: hash, regla: texto },
    }
  })
}

/** Removes the rule: the raffle is closed and drawn by hand. @throws AppError those of setRule, and 404 without a rule */
export function removeRule(ctx: Ctx, id: number, version: number, actor: Actor): Promise<void> {
  return changeRule(ctx, id, version, actor, async (tx, _raffle, _now, before) => {
    if (!before) throw notFound('Esta rifa no tiene una regla')
    await deleteRule(tx, id)
    return {
      accion: 'regla del sorteo quitada',
      columns: WITHOUT,
      datos: { sha256: before.sha256, regla: before.texto },
    }
  })
}

interface Change {
  accion: Deed
  columns: Pick<Raffle, keyof typeof WITHOUT>
  datos: Record<string, unknown>
}

async function changeRule(
  ctx: Ctx,
  id: number,
  version: number,
  actor: Actor,
  change: (tx: Sql, raffle: Raffle, now: Instant, before: RuleRow | undefined) => Promise<Change>,
): Promise<void> {
  await lockRaffle(ctx, ticketsOfRaffle, id, async ({ tx, raffle, now }) => {
    const before = await findRule(tx, id)
    const is = before?.version ?? 0
    if (is !== version) throw refusal('VERSION_VIEJA', { error: 'Otra persona cambió esta regla', version: is })
    refuseFrozen(raffle, now)
    requireState(raffle, ['borrador', 'publicada', 'pausada'])
    const fixed = await whyFixed(tx, id)
    if (fixed !== null) throw refusal('REGLA_FIJA', { details: fixed })
    const { accion, columns, datos } = await change(tx, raffle, now, before)
    // The raffle's form shows the fields that a rule locks.
    await updateRaffle(tx, id, { ...columns, version: raffle.version + 1 })
    if (columns.regla_sha256 !== null) await keepDrawDay(tx, raffle)
    await settlePictures(tx, id, now)
    await noteDeed({ tx, raffle, now }, actor, accion, datos)
  })
}

/** Why the rule of a raffle may not change any more; null while it may. */
export async function whyFixed(sql: Sql, rifa_id: number): Promise<string | null> {
  const bought = await sql
    .selectFrom('purchases')
    .select('id')
    .where('rifa_id', '=', rifa_id)
    .limit(1)
    .executeTakeFirst()
  if (bought) {
    return (await findRule(sql, rifa_id))
      ? 'Ya hay compras, y quien compró vio esta regla.'
      : 'Ya hay compras, y por eso ya no se le puede poner una.'
  }
  const { apartados } = await ticketsOfRaffle.countOpen(sql, rifa_id)
  return apartados > 0 ? 'Alguien está pagando ahora mismo, con la regla que vio. Espera unos minutos.' : null
}

/** The rule of a raffle as its owner edits it. @throws AppError 404 */
export async function readPanelRule(ctx: Ctx, id: number): Promise<PanelRule> {
  const sql = ctx.db.read
  const raffle = await requireRaffle(sql, id)
  const [row, model, manos, fija, steps, fotos] = await Promise.all([
    findRule(sql, id),
    raffle.copia_de === null ? undefined : findRule(sql, raffle.copia_de),
    countJudges(sql),
    whyFixed(sql, id),
    listSteps(sql, id),
    listNamedPictures(sql, id),
  ])
  const { cierra_en, cierra_con } = raffle
  return {
    version: row?.version ?? 0,
    regla: row ? fieldsOf(ruleOf(row)) : null,
    modelo: model && !row ? fieldsOf(ruleOf(model)) : null,
    manos,
    texto: row?.texto ?? null,
    sha256: row?.sha256 ?? null,
    fija,
    cierra_en: cierra_en === null ? null : writeInstant(cierra_en),
    cierra_con,
    aplazado: steps.filter((text) => readStep(text)?.tipo === 'aplazado'),
    fotos,
  }
}

function fieldsOf({ cierre, revision_horas, espera_minutos, uno_por_persona, premios }: DrawRule): RuleFields {
  return { cierre, revision_horas, espera_minutos, uno_por_persona, premios }
}
