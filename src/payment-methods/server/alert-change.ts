import { alertOwners } from '#operators/server/alert-owners.ts'
import { formatInstant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { SiteSettings } from '#site/contract.ts'
import { paymentRows } from '../payment-rows.ts'
import { describeMethod } from './list-methods.ts'
import type { MethodRow } from './store.ts'

/** Tells every owner, in the transaction of the change, what buyers saw and what they see now. */
export async function alertChange(
  ctx: Ctx,
  tx: Sql,
  site: SiteSettings,
  change: { actor: string; motivo: string; antes: MethodRow | null; ahora: MethodRow | null },
): Promise<void> {
  const { actor, motivo, antes, ahora } = change
  const method = ahora ?? antes
  if (!method) return
  await alertOwners(ctx, tx, site, {
    clave: `cobro:${method.id}:version:${method.version}:${ahora ? 'cambiado' : 'borrado'}`,
    titulo: `Cambió dónde te pagan por ${method.titulo}`,
    parrafos: [`${actor} lo cambió el ${formatInstant(ctx.clock.now())}.`, `Motivo: ${motivo}`],
    datos: compare(antes, ahora),
  })
}

/** `['Teléfono', '0412-0000000 → 0414-0000000']`, only what differs. */
function compare(antes: MethodRow | null, ahora: MethodRow | null): [string, string][] {
  const [before, after] = [shown(antes), shown(ahora)]
  const labels = new Set([...before.keys(), ...after.keys()])
  return [...labels].flatMap((label) => {
    const [from, to] = [before.get(label) ?? 'nada', after.get(label) ?? 'nada']
    return from === to ? [] : [[label, `${from} → ${to}`] as [string, string]]
  })
}

function shown(row: MethodRow | null): Map<string, string> {
  if (row === null) return new Map()
  const method = describeMethod(row)
  return new Map([
    ['Nombre', method.titulo],
    ...paymentRows(method).map(({ label, shown }) => [label, shown] as const),
    ...(method.instrucciones === '' ? [] : [['Instrucciones', method.instrucciones] as const]),
    ...(method.precio_por_boleto === null ? [] : [['Precio por boleto', `COP ${method.precio_por_boleto}`] as const]),
    ['Páginas', pagesText(method.paginas)],
  ])
}

function pagesText(pages: readonly string[]): string {
  return pages.length === 0 ? 'ninguna' : pages.map((page) => (page === 'A' ? '/rifa' : '/rifa1')).join(' y ')
}
