import { stepOf } from '#draw/server/course.ts'
import { readLastSteps } from '#draw/server/store.ts'
import type { Step } from '#draw/steps.ts'
import { SYSTEM } from '#journal/actor.ts'
import { appendEntry } from '#journal/server/append-entry.ts'
import { dayInCaracas, formatInstant, type Instant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import { describeFailure } from '#platform/server/log.ts'
import { findRaffle } from '#raffles/server/store.ts'
import { readSite } from '#site/server/read-site.ts'
import { postponedWords } from '../letter-words.ts'
import { countReach } from './people.ts'
import { lastDaily } from './read-letters.ts'
import { newestPurchase, printOf } from './start-letter.ts'
import { stopInside } from './stop-letter.ts'
import { findLetterByKey, insertLetter, listLeaving } from './store.ts'
import { freeze } from './write-copy.ts'

type Postponed = Step & { tipo: 'aplazado' }

/**
 * Starts a letter to everybody who bought, whenever the end of sales was put off and the draw with it. The list is not frozen yet, so no
 * mail before a draw says it (draw/server/mails/remind.ts). Each step starts one, in any process, and stops that of the step before.
 */
export async function writePostponed(ctx: Ctx): Promise<void> {
  for (const { rifa_id, orden, texto } of await readLastSteps(ctx.db.read)) {
    const step = stepOf({ texto })
    if (step.tipo !== 'aplazado' || step.que !== 'cierre' || Date.parse(step.a) <= ctx.clock.now()) continue
    try {
      if (!(await findLetterByKey(ctx.db.read, keyOf(rifa_id, orden)))) await start(ctx, rifa_id, orden, step)
    } catch (error) {
      // A failure in one raffle keeps no other.
      ctx.log.error({ failure: describeFailure(error), code: `rifa:${rifa_id}` }, 'a postponement not written')
    }
  }
}

const keyOf = (rifa_id: number, orden: number | string) => `aplazado:${rifa_id}:${orden}`

async function start(ctx: Ctx, rifa_id: number, orden: number, step: Postponed): Promise<void> {
  const site = await readSite(ctx)
  await ctx.db.write(`rifa:${rifa_id}`, async (tx) => {
    // Another process may have started it meanwhile.
    if (await findLetterByKey(tx, keyOf(rifa_id, orden))) return
    const raffle = await findRaffle(tx, rifa_id)
    if (!raffle || raffle.archivada_en !== null || raffle.restaurada_en !== null) return
    const { personas, no_existen } = await countReach(tx, rifa_id, 'todos')
    const now = ctx.clock.now()
    for (const letter of await listLeaving(tx))
      if (letter.clave.startsWith(keyOf(rifa_id, ''))) await stopInside(tx, letter, SYSTEM, now, 'otra_vez')
    const carta = {
      trata: 'compra' as const,
      a_quienes: 'todos' as const,
      textos: postponedWords({ de: told(step.de), a: told(step.a), motivo: step.motivo }),
      hasta: dayInCaracas(Date.parse(step.a) as Instant),
    }
    const letter = await insertLetter(tx, {
      clave: keyOf(rifa_id, orden),
      rifa_id,
      huella: printOf(rifa_id, carta, now),
      ...carta,
      textos: JSON.stringify(carta.textos),
      marca: JSON.stringify(freeze(site, raffle)),
      al_dia: await lastDaily(tx),
      estado: 'saliendo',
      motivo: '',
      personas: personas - no_existen,
      hasta_compra: await newestPurchase(tx, rifa_id),
      compra_id: 0,
      latido: now,
      creada_en: now,
      creada_por: SYSTEM.nombre,
      creada_por_id: null,
      terminada_en: null,
    })
    if (!letter) return
    await appendEntry(tx, {
      ambito: `rifa:${rifa_id}`,
      en: now,
      actor: SYSTEM,
      accion: 'carta enviada',
      rifa_id,
      datos: { carta_id: letter.id, nombre: raffle.titulo, ...carta, personas: letter.personas, al_dia: letter.al_dia },
    })
  })
}

const told = (instant: string) => formatInstant(Date.parse(instant) as Instant)
