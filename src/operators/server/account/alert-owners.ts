import type { Operator } from '#access/contract.ts'
import type { Deed } from '#journal/deeds.ts'
import { noteInSite } from '#journal/server/append-entry.ts'
import { enqueueMail, mailTo } from '#mail/server/enqueue-mail.ts'
import type { Instant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { publicOrigin } from '#platform/server/public-origin.ts'
import type { SiteSettings } from '#site/contract.ts'
import { readSite } from '#site/server/read-site.ts'
import { listOwners } from '../store.ts'
import { accessChangedMail } from './access-mails.ts'

export interface OwnersAlert {
  /** Key of the alert, such as `cobro:3:version:7`: the same key again writes nothing. */
  clave: string
  /** Subject and heading: `Cambió dónde te pagan por Pago Móvil`. */
  titulo: string
  /** The actor and the consequences, in whole sentences. */
  parrafos: readonly string[]
  /** Changes: `['Teléfono', '0412-0000000 → 0414-0000000']`. */
  datos?: readonly (readonly [label: string, value: string])[]
  /** Button to the place where it is handled; without it, to the journal. */
  boton?: { texto: string; ruta: `/panel/${string}` }
  /** The last line, if it is not the one for a change. */
  pie?: string
}

/**
 * Writes a mail to every owner who may enter, in the transaction of the deed: nobody can quietly change payment details, access or a draw. Wake the
 * delivery afterwards, or let it leave with the next round.
 * @param site read before the transaction.
 */
export async function alertOwners(
  ctx: Ctx,
  tx: Sql,
  site: Pick<SiteSettings, 'nombre' | 'color'>,
  alert: OwnersAlert,
): Promise<void> {
  const now = ctx.clock.now()
  const { clave, titulo, parrafos, datos, boton = { texto: 'Ver el diario', ruta: '/panel/diario' } } = alert
  for (const owner of await listOwners(tx)) {
    const mail = mailTo(site, owner, now, {
      ...{ clave: `${clave}:dueno:${owner.id}`, titulo, parrafos, ...(datos && { datos }) },
      boton: { texto: boton.texto, enlace: `${publicOrigin(ctx)}${boton.ruta}` },
      pie: alert.pie ?? footOfChange(site),
    })
    await enqueueMail(tx, mail)
  }
}

/** Mails every owner about what no deed of this moment brings. @param foot its last line */
export async function tellOwners(ctx: Ctx, alert: Omit<OwnersAlert, 'pie'>, foot = footOfNews): Promise<void> {
  const site = await readSite(ctx)
  await ctx.db.write('sitio', (tx) => alertOwners(ctx, tx, site, { ...alert, pie: foot(site) }))
}

/** The last line of a mail about news. */
export const footOfNews = ({ nombre }: Pick<SiteSettings, 'nombre'>) =>
  `Recibes este aviso porque eres dueño de ${nombre}.`

/** The last line of a mail about a change to an owner. */
export function footOfChange({ nombre }: Pick<SiteSettings, 'nombre'>): string {
  return `Recibes este aviso porque eres dueño de ${nombre}. Si nadie de tu equipo hizo este cambio, entra al panel ahora, revisa el diario y cambia tu clave.`
}

interface OwnChange {
  /** Its name in the journal, and the data of its line apart from the operator. */
  accion: Deed
  datos?: Record<string, unknown>
  /** Text of the mail: `Quitaste una llave de acceso`, and the advice if it was somebody else. */
  titulo: string
  texto: string
}

/**
 * Records a change of the ways into the operator's own account, and mails the operator: the thief of a session cannot do it quietly. Call it last in
 * the transaction of the change; wake the delivery afterwards.
 * @param site read before the transaction.
 */
export async function noteOwnChange(
  tx: Sql,
  site: Pick<SiteSettings, 'nombre' | 'color'>,
  operator: Operator,
  now: Instant,
  change: OwnChange,
): Promise<void> {
  await enqueueMail(tx, accessChangedMail(site, operator, change, now))
  const datos = { operador_id: operator.id, ...change.datos }
  await noteInSite(tx, now, operator, change.accion, datos, { operators: [operator.id] })
}
