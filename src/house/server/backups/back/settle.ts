import { deleteSessions } from '#access/server/store.ts'
import { CONSOLE } from '#journal/actor.ts'
import { noteInSite } from '#journal/server/append-entry.ts'
import { anew } from '#mail/server/enqueue-mail.ts'
import { alertOwners } from '#operators/server/account/alert-owners.ts'
import { deleteOpenLinks } from '#operators/server/store.ts'
import { formatDatedInstant, type Instant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import { called } from '#platform/server/installation/called.ts'
import { moveRaffle } from '#raffles/server/move-raffle.ts'
import { waitRestored } from '#raffles/server/restored.ts'
import { readSite } from '#site/server/read-site.ts'
import { ticketsOfRaffle } from '#tickets/server/raffle-sales.ts'

/** The restored copy: its name in the journal's line, its instant in milliseconds since 1970, and its missing files. */
export interface Settled {
  copy: string
  en: number
  faltan?: readonly string[]
}

/** Limit of the missing files that a mail names. */
const NAMED = 10

/**
 * Closes everything dangerous in a database of yesterday: sessions that were closed since are open in it, used or withdrawn links let
 * somebody in, numbers that were sold since would be sold again, and the rule of a draw would choose among the earlier buyers only.
 * Raffles on sale or before their draw wait until an owner has compared the bank's records.
 * @param sell the server was off since the copy was made: nothing was sold since.
 * @returns titles of raffles that wait for an owner: `pausadas` were on sale, `detenidas` were not, each with its id for `raffles go-on`.
 */
export async function settle(ctx: Ctx, { copy, en, faltan = [] }: Settled, sell: boolean) {
  const waits = sell ? [] : await waitRestored(ctx, ticketsOfRaffle)
  const onSale = waits.filter(({ estado }) => estado === 'publicada')
  for (const { id } of onSale) await moveRaffle(ctx, ticketsOfRaffle, id, 'pausar', CONSOLE)
  const pausadas = onSale.map(({ titulo }) => titulo)
  const detenidas = waits.filter((raffle) => !onSale.includes(raffle)).map(({ id, titulo }) => `${titulo} (${id})`)
  const site = await readSite(ctx)
  await ctx.db.write('sitio', async (tx) => {
    await deleteSessions(tx)
    const invitations = await deleteOpenLinks(tx)
    const now = ctx.clock.now()
    const when = formatDatedInstant(en as Instant)
    const datos = { respaldo: copy, hecho: new Date(en).toISOString() }
    await noteInSite(tx, now, CONSOLE, 'respaldo restaurado', datos, { operator_invitations: invitations })
    await alertOwners(ctx, tx, site, {
      clave: anew('restaurado'),
      titulo: 'Se restauró un respaldo',
      parrafos: [
        `La tienda está como estaba el ${when} Lo que entró después no está: compara tu banco con Compras, y anota con Vender a mano lo que falte.`,
        ...(faltan.length === 0 ? [] : [`${countLacking(faltan)}: ${faltan.slice(0, NAMED).join('; ')}.`]),
        pausadas.length === 0
          ? 'Nada quedó en pausa.'
          : `Quedó en pausa: ${pausadas.join(', ')}. Reanuda la venta cuando hayas comparado: si no, se vendería otra vez un número que ya tiene dueño.`,
        ...(detenidas.length === 0 ? [] : [waitingText(detenidas)]),
        'Todas las sesiones quedaron cerradas, y los enlaces de invitación y de clave ya no abren. Mira en Equipo que nadie a quien le quitaste el acceso lo tenga otra vez, y renueva tus códigos de recuperación si usaste alguno desde entonces.',
      ],
    })
  })
  return { pausadas, detenidas }
}

export function countLacking({ length }: readonly string[]): string {
  return length === 1 ? 'Falta 1 archivo, y lo demás está puesto' : `Faltan ${length} archivos, y lo demás está puesto`
}

/** What it did, for the person at the terminal. @param until what they do before they let a raffle go on */
export function settledLines({ pausadas, detenidas }: Awaited<ReturnType<typeof settle>>, until: string): string[] {
  return [
    'Todas las sesiones quedaron cerradas.',
    pausadas.length === 0 ? '' : `En pausa, hasta que ${until} y las reanudes en el panel: ${pausadas.join(', ')}.`,
    detenidas.length === 0 ? '' : waitingText(detenidas),
  ].filter(Boolean)
}

/** How each of them is let go on. */
function waitingText(detenidas: readonly string[]): string {
  return `Espera, aunque llegue su hora: ${detenidas.join(', ')}. Ni se cierra, ni se congela su lista, ni se sortea, hasta que compares y la dejes seguir: Reanudar, si estaba en pausa; si su venta ya cerró, Dejar seguir en su página del panel, o ${called('raffles go-on')} y el número entre paréntesis.`
}
