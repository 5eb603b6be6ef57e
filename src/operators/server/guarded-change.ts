import type { Operator } from '#access/contract.ts'
import type { Session } from '#access/server/session.ts'
import { chainOf, type NewEntry, type Telling } from '#journal/server/append-entry.ts'
import { fieldName, tellDeed, tellFields } from '#journal/tell-deed.ts'
import { anew } from '#mail/server/enqueue-mail.ts'
import { formatInstant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { foreignContacts } from '#site/foreign-contacts.ts'
import { ownContacts, readSite } from '#site/server/read-site.ts'
import { alertOwners, type OwnersAlert } from './account/alert-owners.ts'
import { requirePermit } from './factor/permit.ts'
import { requireFreshFactor } from './factor/require-fresh-factor.ts'
import type { SecondFactorWay } from './factor/take-code.ts'

/** Limit of a quoted old text in a mail to the owners. A new text is quoted whole: its dangerous part may be its last. */
const LONGEST = 400
/** Characters before and after the change in a long text. */
const AROUND = 60
/** Money or a rate, unlike a phone that is written as one. */
const AMOUNT = /^(?!\d{3}\.\d{7}$)(?:0|[1-9]\d*)\.\d+$/
/** Fields of an account, which is not the house's until it is changed. */
const ACCOUNT = ['telefono', 'cedula', 'numero_cuenta', 'email']

/** Makes a change as an actor whose deeds are reported to the owners. */
export type Write<T> = (actor: Guarded) => Promise<T>

export interface GuardedChange<T> {
  /** The action, in words for the person who must confirm: `cambiar los textos de los correos`. */
  what: string
  /** Whether buyers read the changed text; checked again behind its lock. Without it they do. */
  seen?(sql: Sql): Promise<boolean>
  /** Whether a password is not enough. */
  factor?: boolean
  /** In place of the permit of the session (permit.ts): a fresh code of this change alone, or nothing, where the owners' mail is enough. */
  by?: { codigo?: string | undefined } | 'nothing' | undefined
  /** Whether only the team reads it: then the mail does not look for foreign contacts. */
  inside?: boolean
  /** Makes the change, with the version that was seen and its line of the journal, both behind its lock. */
  write: Write<T>
  /** The owners' text, in place of the one from the journal's line. */
  tells?(line: NewEntry, said: ReturnType<typeof tellLine>): Partial<OwnersAlert>
}

/** The actor whose deeds are reported to the owners, and the kind of their fresh code, if the change needed one. */
export type Guarded = Operator & Telling & { con?: SecondFactorWay }

/**
 * Changes text that buyers read, or a foundation of the shop, or hands out its data: the operator confirms their identity, and every owner gets
 * a mail in the transaction of the journal's line. It names contacts in the change that are not the shop's. Call it after everything
 * that would be refused anyway: a code is spent here.
 * @throws AppError 409 CONFIRMACION_NECESARIA, and those of requireFreshFactor and of its parts
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
    if (!guarded && !(await seen(tx))) return
    // Published since the request.
    if (!guarded) requirePermit(ctx, session, what, factor)
    const clave = anew(`cambio:${chainOf(line)}:${line.accion}`)
    const said = tellLine(line)
    const told = { clave, ...said, ...tells?.(line, said) }
    const { antes: _, ...now } = line.datos
    const strange = own ? foreignIn(now, own) : []
    const named = strange.length === 0 ? [] : [`Nombra datos que no son de esta tienda: ${strange.join(', ')}.`]
    await alertOwners(ctx, tx, site, { ...told, parrafos: [...told.parrafos, ...named] })
  }
  return write({ ...operator, tell, ...(con && { con }) })
}

/** `0412-5550001 (descripción)`: contacts in the words of some data that are not the shop's. @param of the field that it is of. */
export function foreignIn(data: unknown, own: readonly string[], of = ''): string[] {
  if (typeof data === 'string' && !AMOUNT.test(data))
    return foreignContacts(data, own).map((found) => `${found} (${fieldName(of).toLowerCase()})`)
  const fields = typeof data === 'object' && data !== null ? Object.entries(data) : []
  const told = fields.filter(([field]) => !ACCOUNT.includes(field))
  return [...new Set(told.flatMap(([field, value]) => foreignIn(value, own, isNamed(field) ? field : of)))]
}

/** Whether a field has a name that says where: not the place in a list, nor the half of a change. */
const isNamed = (field: string) => !/^\d+$|^ahora$|^textos$/.test(field)

function tellLine({ actor, accion, datos, en }: NewEntry) {
  const line = { actor: actor.nombre, accion, datos }
  const fields = tellFields(line).filter(({ antes, cambio }) => antes === null || cambio)
  return {
    titulo: `${actor.nombre} ${tellDeed(line)}`,
    parrafos: [`${actor.nombre} lo hizo en el panel el ${formatInstant(en)}`],
    datos: fields.map(({ nombre, antes, ahora }): [string, string] => [
      nombre,
      antes === null ? ahora : whatDiffers(antes, ahora),
    ]),
  }
}

/** Two texts as a mail repeats them: all that differs, with some signs around it. */
function whatDiffers(antes: string, ahora: string): string {
  let [same, end] = [0, 0]
  while (same < antes.length && antes[same] === ahora[same]) same += 1
  while (end < Math.min(antes.length, ahora.length) - same && antes.at(-1 - end) === ahora.at(-1 - end)) end += 1
  const [from, behind] = [Math.max(0, same - AROUND), Math.max(0, end - AROUND)]
  const part = (text: string) =>
    `${from > 0 ? '…' : ''}${text.slice(from, text.length - behind)}${behind > 0 ? '…' : ''}`
  const was = part(antes)
  return `${was.length > LONGEST ? `${was.slice(0, LONGEST)}…` : was} → ${part(ahora)}`
}
