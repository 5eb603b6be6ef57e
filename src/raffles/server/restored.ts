import type { Operator } from '#access/contract.ts'
import { type Actor, CONSOLE } from '#journal/actor.ts'
import { anew } from '#mail/server/enqueue-mail.ts'
import { alertOwners } from '#operators/server/account/alert-owners.ts'
import { requireFreshFactor } from '#operators/server/factor/require-fresh-factor.ts'
import { refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { called } from '#platform/server/installation/called.ts'
import { readSite } from '#site/server/read-site.ts'
import { listRaffles, noteDeed, type Raffle, requireRaffle, updateRaffle } from './store.ts'
import { lockRaffle, type TicketsOfRaffle } from './tickets-of-raffle.ts'

/**
 * Stops every raffle that continues by itself, with yesterday's state in the database: its sale is not ended, its list not frozen
 * and nothing of it drawn until somebody has compared the payments since then.
 * @returns the stopped raffles, as they were before.
 */
export async function waitRestored(ctx: Ctx, tickets: TicketsOfRaffle): Promise<Raffle[]> {
  const all = await listRaffles(ctx.db.read, ['publicada', 'pausada', 'cerrada'])
  const waiting = all.filter(({ estado, regla_sha256 }) => estado !== 'cerrada' || regla_sha256 !== null)
  for (const { id } of waiting) {
    await lockRaffle(ctx, tickets, id, async ({ tx, raffle, now }) => {
      await updateRaffle(tx, id, { restaurada_en: now })
      await noteDeed({ tx, raffle, now }, CONSOLE, 'rifa detenida', {})
    })
  }
  return waiting
}

/**
 * Resumes a raffle that waited since a copy was put back. Due steps of its rule happen with the next run; every owner is told.
 * @throws AppError 404, 409 NO_ESPERA
 */
export async function goOn(ctx: Ctx, tickets: TicketsOfRaffle, id: number, actor: Actor): Promise<Raffle> {
  const site = await readSite(ctx)
  return lockRaffle(ctx, tickets, id, async ({ tx, raffle, now }) => {
    requireWaiting(raffle)
    await updateRaffle(tx, id, { restaurada_en: null })
    await noteDeed({ tx, raffle, now }, actor, 'rifa seguida', {})
    await alertOwners(ctx, tx, site, {
      clave: anew(`rifa:${id}:seguida`),
      titulo: `Sigue: ${raffle.titulo}`,
      parrafos: [
        `${actor.nombre} dejó seguir esta rifa después de restaurar un respaldo. Desde ahora su regla vuelve a mandar: la venta cierra, la lista se congela y se sortea cuando toca.`,
      ],
    })
    return raffle
  })
}

/**
 * The same for an owner in the panel, with a fresh code.
 * @throws those of goOn and requireFreshFactor
 */
export async function goOnAsked(
  ctx: Ctx,
  tickets: TicketsOfRaffle,
  id: number,
  code: string,
  owner: Operator,
): Promise<void> {
  // A code is not spent on one that does not wait.
  requireWaiting(await requireRaffle(ctx.db.read, id))
  await requireFreshFactor(ctx, owner, code, 'dejar seguir una rifa')
  await goOn(ctx, tickets, id, owner)
}

/** @throws AppError 409 NO_ESPERA */
function requireWaiting({ restaurada_en }: Raffle): void {
  if (restaurada_en === null) throw refusal('NO_ESPERA')
}

/** @throws AppError 409 RIFA_RESTAURADA */
export function refuseRestored({ id, restaurada_en }: Raffle): void {
  if (restaurada_en === null) return
  throw refusal('RIFA_RESTAURADA', {
    details: `Lo que entró después del respaldo no está, y quien compró entonces no participaría. Cuando hayas comparado, déjala seguir en su página («Dejar seguir»), o con: ${called('raffles go-on')} ${id}`,
  })
}
