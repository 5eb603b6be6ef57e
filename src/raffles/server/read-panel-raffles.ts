import { foreignIn } from '#operators/server/guarded-change.ts'
import { salesPage } from '#payment-methods/contract.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { SiteSettings } from '#site/contract.ts'
import { ownContacts, readSite } from '#site/server/read-site.ts'
import { raffleState } from '../contract.ts'
import { type PanelRaffle, type PanelRaffleRow, panelRaffleRow, type RaffleSales } from '../panel-contract.ts'
import { readWords, settingOf, tagSeen } from './publish-raffle.ts'
import { fieldsOf } from './raffle-columns.ts'
import { freezesAt } from './settled.ts'
import { findRaffle, listRaffles, type Raffle, requireRaffle } from './store.ts'
import type { TicketsOfRaffle } from './tickets-of-raffle.ts'

/** Every raffle with its sales, the newest first. */
export async function listPanelRaffles(ctx: Ctx, tickets: TicketsOfRaffle): Promise<PanelRaffleRow[]> {
  const [raffles, site] = [await listRaffles(ctx.db.read, raffleState.options), await readSite(ctx)]
  const sales = await tickets.read(ctx.db.read, raffles, ctx.clock.now())
  return raffles.map((raffle) => describeRow(raffle, site, sales.get(raffle.id)))
}

/** @throws AppError 404 */
export async function readPanelRaffle(ctx: Ctx, tickets: TicketsOfRaffle, id: number): Promise<PanelRaffle> {
  const [raffle, site] = [await requireRaffle(ctx.db.read, id), await readSite(ctx)]
  const sales = await tickets.read(ctx.db.read, [raffle], ctx.clock.now())
  return {
    ...describeRow(raffle, site, sales.get(id)),
    campos: fieldsOf(raffle),
    version: raffle.version,
    vista: await tagSeen(ctx.db.read, raffle),
    ajenos:
      raffle.estado === 'borrador'
        ? foreignIn(await readWords(ctx.db.read, raffle, []), await ownContacts(ctx, ctx.db.read))
        : [],
    muestran: await Promise.all(
      salesPage.options.map(async (pagina) => {
        const rifa_id = site[settingOf(pagina)]
        return { pagina, rifa_id, titulo: (await findRaffle(ctx.db.read, rifa_id))?.titulo ?? '' }
      }),
    ),
  }
}

/** When its list is frozen once it waits no more. */
function freezeOf(raffle: Raffle): string | null {
  const at = raffle.congelada_en === null ? freezesAt({ ...raffle, restaurada_en: null }) : null
  return at === null ? null : new Date(at).toISOString()
}

function describeRow(raffle: Raffle, site: SiteSettings, ventas: RaffleSales | undefined): PanelRaffleRow {
  return panelRaffleRow.parse({
    ...raffle,
    archivada: raffle.archivada_en !== null,
    regla: raffle.regla_sha256 !== null,
    congelada: raffle.congelada_en !== null,
    restaurada: raffle.restaurada_en === null ? null : { congela_en: freezeOf(raffle) },
    imagen: JSON.parse(raffle.imagen ?? 'null'),
    paginas: salesPage.options.filter((page) => site[settingOf(page)] === raffle.id),
    ventas: ventas ?? {
      libres: raffle.total_numeros,
      apartados: 0,
      en_revision: 0,
      confirmados: 0,
      en_espera: 0,
      elegidos: false,
    },
  })
}
