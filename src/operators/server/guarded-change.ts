import type { Operator } from '#access/contract.ts'
import type { Session } from '#access/server/session.ts'
import type { NewEntry, Telling } from '#journal/server/append-entry.ts'
import { tellDeed, tellFields } from '#journal/tell-deed.ts'
import { formatInstant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { foreignContacts } from '#site/foreign-contacts.ts'
import { findForeign, ownContacts, refuseForeign } from '#site/server/own-contacts.ts'
import { readSite } from '#site/server/read-site.ts'
import { alertOwners, type OwnersAlert } from './account/alert-owners.ts'
import { requirePermit } from './factor/permit.ts'
import { requireFreshFactor } from './factor/require-fresh-factor.ts'
import type { SecondFactorWay } from './factor/take-code.ts'

/** As much of a text as a mail to the owners repeats. */
const LONGEST = 400
/** Fields of an account, which is not the house's until it is changed. */
const ACCOUNT = ['telefono', 'cedula', 'numero_cuenta', 'email']

/** Makes a change as somebody whose deeds are told to the owners. */
export type Write<T> = (actor: Guarded) => Promise<T>

export interface GuardedChange<T> {
  /** What is about to be done, as whoever is asked for a proof reads it: `cambiar los textos de los correos`. */
  what: string
  /** Whether buyers read what is changed; asked again behind its lock. Without it they do. */
  seen?(sql: Sql): Promise<boolean>
  /** Whether a password is not enough. */
  factor?: boolean
  /** In place of the permit of the session (permit.ts): a fresh code of this change alone, or nothing, where the owners' mail is enough. */
  by?: { codigo?: string | undefined } | 'nothing' | undefined
  /** Whether the house alone reads it: then the mail does not look for whom it names. */
  inside?: boolean
  /** Makes the change, with the version that was seen and its line of the journal, both behind its lock. */
  write: Write<T>
  /** What owners read in place of what the line of the journal says. */
  tells?(line: NewEntry, said: ReturnType<typeof tellLine>): Partial<OwnersAlert>
}

/** Whose deeds are told to the owners, and how he gave the fresh code, where the change wanted one. */
export type Guarded = Operator & Telling & { con?: SecondFactorWay }

/**
 * Changes what buyers read, or what the shop stands on, or hands out its data: who asks proves who he is, and every owner gets a mail in
 * the transaction of the journal's line. What the change says and is not the house's is named there. Call it after everything that would be
 * refused anyway: a code is spent here.
 * @throws AppError 409 CONFIRMACION_NECESARIA, what requireFreshFactor throws, and what its parts throw
 */
export async function guardedChange<T>(
  ctx: Ctx,
  session: Session,
  { what, seen = async () => true, factor = false, by, inside = false, write, tells }: GuardedChange<T>,
): Promise<T> {
  const { operator } = session
  const guarded = await seen(ctx.db.read)
  const con = guarded && typeof by === 'object' ? await requireFreshFactor(ctx, operator, by.codigo, what) : undefined
  if (guarded && by === undefined) requirePermit(ctx, session, what, factor)
  const [site, own] = await Promise.all([readSite(ctx), inside ? null : ownContacts(ctx, ctx.db.read)])
  const tell = async (tx: Sql, line: NewEntry) => {
    // Published since it was asked for.
    if (!guarded && (await seen(tx))) requirePermit(ctx, session, what, factor)
    if (!guarded) return
    const clave = `cambio:${line.ambito}:${line.accion}:${line.en}:${operator.id}`
    const said = tellLine(line)
    const told = { clave, ...said, ...tells?.(line, said) }
    await alertOwners(ctx, tx, site, { ...told, parrafos: [...told.parrafos, ...(own ? nameOthers(line, own) : [])] })
  }
  return write({ ...operator, tell, ...(con && { con }) })
}

/** Who stands in the new words of a line and is not the house. */
function nameOthers({ datos: { antes: _, ...now } }: NewEntry, own: Parameters<typeof foreignContacts>[1]): string[] {
  const texts = JSON.stringify(now, (field, value) =>
    ACCOUNT.includes(field) || typeof value === 'number' ? undefined : value,
  )
  const strange = foreignContacts(texts.replace(/\\n/g, '\n').replace(/\\(.)/g, '$1'), own)
  return strange.length === 0 ? [] : [`Nombra lo que no es de la casa: ${strange.join(', ')}.`]
}

/**
 * Writes a reason to buyers. What it names and is not the house's leaves with a fresh code, and every owner gets a mail.
 * @param said the reason, then what its buyers wrote of themselves, which it may name.
 * @throws AppError 422 CONTACTO_AJENO without a second factor, 409 CONFIRMACION_NECESARIA, and what `write` throws
 */
export async function guardedReason<T>(ctx: Ctx, session: Session, said: string[], write: Write<T>): Promise<T> {
  if (!session.operator.segundo_factor) await refuseForeign(ctx, ctx.db.read, ...said)
  const first = await findForeign(ctx, ctx.db.read, ...said)
  return guardedChange(ctx, session, { what: `enviar «${first}»`, seen: async () => !!first, factor: true, write })
}

function tellLine({ actor, accion, datos, en }: NewEntry) {
  const line = { actor: actor.nombre, accion, datos }
  const cut = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)
  const fields = tellFields(line).filter(({ antes, cambio }) => antes === null || cambio)
  return {
    titulo: `${actor.nombre} ${tellDeed(line)}`,
    parrafos: [`${actor.nombre} lo hizo en el panel el ${formatInstant(en)}`],
    datos: fields.map(({ nombre, antes, ahora }): [string, string] => [
      nombre,
      antes === null ? cut(ahora) : `${cut(antes)} → ${cut(ahora)}`,
    ]),
  }
}
