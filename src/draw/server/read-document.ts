import { tellDeed } from '#journal/server/witness.ts'
import { writeInstant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import { findRaffle } from '#raffles/server/store.ts'
import { hashOf } from '../bytes.ts'
import { DOCUMENT_FORMAT, type DrawDocument, stepsText } from '../document.ts'
import type { Ticket } from '../list.ts'
import { readKept } from './course.ts'
import { sha256 } from './sha256.ts'
import { findList, findRule, listSteps, ruleOf } from './store.ts'

/** Published document of a raffle's draw, from memory until it changes; null without a rule, and for a draft. */
export function readDocument(ctx: Ctx, id: number): Promise<DrawDocument | null> {
  return ctx.snapshots.get(`rifa:${id}:sorteo`, async () => {
    const sql = ctx.db.read
    const [raffle, rule] = await Promise.all([findRaffle(sql, id), findRule(sql, id)])
    if (!raffle || !rule || raffle.estado === 'borrador') return { value: null }
    // Altered steps are published all the same, without winners: a check shows the fault.
    const [list, pasos, { course }] = await Promise.all([findList(sql, id), listSteps(sql, id), readKept(ctx, id)])
    const value: DrawDocument = {
      formato: DOCUMENT_FORMAT,
      rifa: id,
      regla: rule.texto,
      regla_sha256: rule.sha256,
      cierre: raffle.cerrada_en === null ? null : writeInstant(raffle.cerrada_en),
      lista_sha256: list?.sha256 ?? null,
      lista_cuenta: list?.cuenta ?? null,
      pasos,
      pasos_sha256: await hashOf(stepsText(pasos), sha256),
      diario: list ? await tellDeed(sql, id, 'lista congelada') : null,
      premios: ruleOf(rule).premios.map((_, place) => won(course?.standings[place]?.ganador)),
    }
    return { value }
  })
}

function won(ganador: Ticket | null | undefined): Ticket | null {
  return ganador ? { numero: ganador.numero, codigo: ganador.codigo } : null
}
