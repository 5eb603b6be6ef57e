import { alertOwners } from '#operators/server/account/alert-owners.ts'
import { formatWholeInstant, type Instant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import { readSite } from '#site/server/read-site.ts'
import { closeDue } from '../close-due.ts'
import { freezeDue } from './freeze-list.ts'

/** Milliseconds by which the clock may move between two looks against the time that went by: more is no clock that is set right. */
const JUMP = 10 * 60_000
/** For so long what jumped ahead is not believed: a wrong clock is put back, a machine that slept goes on. */
const DOUBTED = 10 * 60_000

/**
 * What does what the rules of draws say of the hour: closes sales, freezes lists. Neither is ever taken back, so one look of a clock that is days
 * ahead for a moment would end a raffle for good: while it may be wrong nothing is done, and every owner is told. Sales ask for the hour themselves.
 * @param elapsed milliseconds that went by, by a clock that nobody sets.
 */
export function createRuleKeeper(ctx: Ctx, elapsed: () => number = () => performance.now()): () => Promise<void> {
  let last: { now: Instant; at: number } | null = null
  let doubtedUntil = Number.NEGATIVE_INFINITY

  return async () => {
    const [now, at] = [ctx.clock.now(), elapsed()]
    const moved = last === null ? 0 : now - last.now - (at - last.at)
    last = { now, at }
    if (moved < -JUMP) doubtedUntil = at
    if (moved > JUMP) {
      doubtedUntil = at + DOUBTED
      await tellOwners(ctx, now)
    }
    if (at < doubtedUntil) return
    await closeDue(ctx)
    await freezeDue(ctx)
  }
}

async function tellOwners(ctx: Ctx, now: Instant): Promise<void> {
  ctx.log.error({ code: 'reloj' }, 'the clock jumped ahead')
  const site = await readSite(ctx)
  await ctx.db.write('sitio', (tx) =>
    alertOwners(ctx, tx, site, {
      clave: `reloj:${now}`,
      titulo: 'El reloj del servidor saltó',
      parrafos: [
        `De un momento a otro el servidor dice que es el ${formatWholeInstant(now)} Mientras no se sepa si es cierto, durante diez minutos ninguna venta se cierra por su hora y ninguna lista se congela.`,
        'Si no es esa la hora, pide ya a quien maneja el servidor que la corrija: un cierre no se deshace. Si el servidor estuvo dormido, no hay que hacer nada.',
      ],
      pie: `Recibes este aviso porque eres dueño de ${site.nombre}.`,
    }),
  )
}
