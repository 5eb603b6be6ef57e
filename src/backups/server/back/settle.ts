import { deleteSessions } from '#access/server/store.ts'
import { CONSOLE } from '#journal/actor.ts'
import { appendEntry } from '#journal/server/append-entry.ts'
import { alertOwners } from '#operators/server/account/alert-owners.ts'
import { deleteOpenLinks } from '#operators/server/store.ts'
import { formatDatedInstant, type Instant } from '#platform/clock.ts'
import { isRefusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { moveRaffle } from '#raffles/server/move-raffle.ts'
import { listRaffles } from '#raffles/server/store.ts'
import { readSite } from '#site/server/read-site.ts'
import { ticketsOfRaffle } from '#tickets/server/raffle-sales.ts'
import type { FoundCopy } from './find-copy.ts'

/**
 * What a database of yesterday may not do as if nothing had been: sessions that were closed since are open in it, links that were used
 * or withdrawn let somebody in, and numbers that were sold since would be sold again. All of them are closed, and what is for sale waits
 * until an owner has compared his bank.
 * @param sell the server was off since the copy was made: nothing was sold since.
 * @returns titles of the raffles that wait.
 */
export async function settle(ctx: Ctx, { copy, manifest }: FoundCopy, sell: boolean): Promise<string[]> {
  const waiting: string[] = []
  for (const { id, titulo } of sell ? [] : await listRaffles(ctx.db.read, ['publicada'])) {
    try {
      await moveRaffle(ctx, ticketsOfRaffle, id, 'pausar', CONSOLE)
      waiting.push(titulo)
    } catch (error) {
      // Its rule has ended the sale meanwhile.
      if (!isRefusal(error)) throw error
    }
  }
  const site = await readSite(ctx)
  await ctx.db.write('sitio', async (tx) => {
    await deleteSessions(tx)
    await deleteOpenLinks(tx)
    const now = ctx.clock.now()
    const when = formatDatedInstant(manifest.en as Instant)
    await appendEntry(tx, {
      ambito: 'sitio',
      en: now,
      actor: CONSOLE,
      accion: 'respaldo restaurado',
      datos: { respaldo: copy, hecho: new Date(manifest.en).toISOString() },
    })
    await alertOwners(ctx, tx, site, {
      clave: `restaurado:${now}`,
      titulo: 'Se restauró un respaldo',
      parrafos: [
        `La tienda está como estaba el ${when} Lo que entró después no está: compara tu banco con Compras, y anota con Vender a mano lo que falte.`,
        waiting.length === 0
          ? 'Nada quedó en pausa.'
          : `Quedó en pausa: ${waiting.join(', ')}. Reanuda la venta cuando hayas comparado: si no, se vendería otra vez un número que ya tiene dueño.`,
        'Todas las sesiones quedaron cerradas, y los enlaces de invitación y de clave ya no abren. Mira en Equipo que nadie a quien le quitaste el acceso lo tenga otra vez, y renueva tus códigos de recuperación si usaste alguno desde entonces.',
      ],
    })
  })
  return waiting
}
