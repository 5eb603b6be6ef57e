import { anew } from '#mail/server/enqueue-mail.ts'
import { tellOwners } from '#operators/server/account/alert-owners.ts'
import { formatWholeInstant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import { settingNow } from '#platform/server/settings/settings.ts'
import { guardTime, type TimeGuard } from '#platform/server/time-guard.ts'

/** Addresses that a server requests anyway: the source of rates, the beacon's relays, the page of results. */
export const hostsOf = (ctx: Ctx): string[] =>
  [settingNow(ctx, 'tasa')?.fuente ?? [], ctx.config.beaconRelays, ctx.config.resultsUrl ?? []].flat()

/** Trusts a server's clock once the source of rates, the beacon or the page of results agrees, or an owner does. */
export function watchTime(ctx: Ctx, elapsed?: () => number): TimeGuard {
  const witnesses = {
    ...ctx,
    hosts: () => hostsOf(ctx),
    newestWord: () =>
      ctx.db.read
        .selectFrom('journal')
        .select(['id', 'en'])
        .where('ambito', '=', 'sitio')
        .where('accion', '=', 'hora confirmada')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst(),
    async doubted() {
      const now = ctx.clock.now()
      ctx.log.error({ code: 'reloj' }, 'nobody says that the clock is right')
      await tellOwners(ctx, {
        clave: anew('reloj'),
        titulo: '¿Es correcta la hora del servidor?',
        parrafos: [
          `El servidor dice que es el ${formatWholeInstant(now)} No lo pudimos comparar con nadie, o los demás dicen otra hora. Mientras tanto ninguna venta se cierra, ninguna lista se congela, no se sortea y no se borran datos viejos: nada de eso se puede deshacer.`,
          'Si es esa la hora, dilo en Inicio. Si no, pide ya a quien cuida el servidor que la corrija.',
        ],
        boton: { texto: 'Ver Inicio', ruta: '/panel/' },
      })
    },
  }
  return guardTime(witnesses, elapsed)
}
