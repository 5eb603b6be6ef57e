import type { Operator } from '#access/contract.ts'
import type { Deed } from '#journal/deeds.ts'
import { appendEntry } from '#journal/server/append-entry.ts'
import type { Instant } from '#platform/clock.ts'
import { notFound, refusal, refuseFields } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import { normaliseCedula } from '../../cedula.ts'
import type { BlockedPerson, NewBlock } from '../../panel-contract.ts'
import { normalisePhone } from '../../phone.ts'
import { foldAddress } from '../../search-text.ts'
import { findPurchase, type Purchase } from '../store.ts'

/** People that one list has: it is read whole. */
const MOST = 1_000

type Person = Pick<Purchase, 'cedula' | 'telefono' | 'correo'>
export type Block = Omit<Tables['blocked_people'], 'id'> & { id: number }

/**
 * Blocks a person: later reports are taken like anybody's, and their review says it (docs/decisions/085). Nothing that the
 * person has changes. The journal names the operator and not the person: it keeps no text about a person.
 * @throws AppError 404 of the purchase, 409 YA_BLOQUEADA | DEMASIADOS_BLOQUEOS, 422 DATOS_INVALIDOS with `campos`
 */
export async function blockPerson(ctx: Ctx, asked: NewBlock, operator: Operator): Promise<BlockedPerson> {
  const person = readPerson(asked)
  const purchase = asked.compra === undefined ? undefined : await findPurchase(ctx.db.read, asked.compra)
  if (asked.compra !== undefined && !purchase) throw notFound('Esa compra no existe')
  const made = { ...person, motivo: asked.motivo, por: operator.nombre, por_id: operator.id, en: ctx.clock.now() }
  const id = await ctx.db.write('sitio', async (tx) => {
    const blocked = await tx.selectFrom('blocked_people').selectAll().execute()
    const same = blocked.find(({ cedula }) => cedula === person.cedula)
    // Sent again after an answer that was lost.
    if (same?.motivo === made.motivo && same.por_id === made.por_id) return same.id
    if (same) throw refusal('YA_BLOQUEADA', { details: `La bloqueó ${same.por}: ${same.motivo}` })
    if (blocked.length >= MOST) throw refusal('DEMASIADOS_BLOQUEOS', { details: `Lleva ${MOST} personas como máximo.` })
    const { id } = await tx
      .insertInto('blocked_people')
      .values({ ...made, compra_id: purchase?.id ?? null })
      .returning('id')
      .executeTakeFirstOrThrow()
    await note(tx, { en: made.en, actor: operator, accion: 'persona bloqueada' }, id, purchase)
    return id
  })
  const described = (await listBlocked(ctx.db.read)).find((one) => one.id === id)
  if (!described) throw notFound('Esa persona ya no está bloqueada')
  return described
}

/** Lets a person buy again, and deletes their row. @throws AppError 404 */
export async function unblockPerson(ctx: Ctx, id: number, operator: Operator): Promise<void> {
  await ctx.db.write('sitio', async (tx) => {
    const gone = await tx.deleteFrom('blocked_people').where('id', '=', id).returning('compra_id').executeTakeFirst()
    if (!gone) throw notFound('Esa persona ya no está bloqueada')
    const purchase = gone.compra_id === null ? undefined : await findPurchase(tx, gone.compra_id)
    await note(tx, { en: ctx.clock.now(), actor: operator, accion: 'persona desbloqueada' }, id, purchase)
  })
}

function note(
  tx: Sql,
  done: { en: Instant; actor: Operator; accion: Deed },
  bloqueo_id: number,
  purchase: Purchase | undefined,
): Promise<void> {
  const about = { rifa_id: purchase?.rifa_id ?? null, compra_id: purchase?.id ?? null }
  return appendEntry(tx, {
    ...{ ambito: 'sitio', ...done, ...about },
    datos: { bloqueo_id },
    rows: { blocked_people: [bloqueo_id] },
  })
}

/** Newest first. */
export async function listBlocked(sql: Sql): Promise<BlockedPerson[]> {
  const blocked = await sql.selectFrom('blocked_people').selectAll().orderBy('id', 'desc').execute()
  const named = blocked.length === 0 ? [] : await listNamed(sql, blocked)
  const nameOf = ({ cedula, compra_id }: (typeof blocked)[number]) => {
    const his = named.filter((one) => one.cedula === cedula)
    return (his.find(({ id }) => id === compra_id) ?? his.find(({ estado }) => estado === 'confirmado'))?.nombre ?? ''
  }
  return blocked.map((one) => ({
    ...{ id: one.id, cedula: one.cedula, motivo: one.motivo, por: one.por, compra_id: one.compra_id },
    ...{ telefono: one.telefono ?? '', correo: one.correo ?? '', nombre: nameOf(one) },
    en: new Date(one.en).toISOString(),
  }))
}

/** The purchases that they were blocked from, and the newest confirmed one of each: any stranger reports with any cédula and name. */
function listNamed(sql: Sql, blocked: readonly Pick<Block, 'cedula' | 'compra_id'>[]) {
  const cedulas = blocked.map(({ cedula }) => cedula)
  const newest = sql
    .selectFrom('purchases')
    .select(({ fn }) => fn.max('id').as('id'))
    .where('cedula', 'in', cedulas)
    .where('estado', '=', 'confirmado')
    .groupBy('cedula')
  const from = blocked.map(({ compra_id }) => compra_id ?? 0)
  return sql
    .selectFrom('purchases')
    .select(['id', 'cedula', 'nombre', 'estado'])
    .where((row) => row.or([row('id', 'in', newest), row('id', 'in', from)]))
    .execute()
}

/** The blocked person that somebody is, or may be. */
export interface AlikeBlocked {
  block?: Block | undefined
  /** Where there is none: a blocked person's cédula with the other letter, which buyers type themselves. */
  otherLetter?: Block | undefined
}

export type Blocks = (person: Person) => AlikeBlocked

/** By which of them each of these people is blocked, if any, or may be. */
export async function findBlocks(sql: Sql, people: readonly Person[]): Promise<Blocks> {
  if (people.length === 0) return () => ({})
  const values = (field: keyof Person, of = (text: string) => text) => people.map((one) => of(one[field]))
  const found = await sql
    .selectFrom('blocked_people')
    .selectAll()
    .where((row) =>
      row.or([
        row('cedula', 'in', [...values('cedula'), ...values('cedula', withOtherLetter)]),
        row('telefono', 'in', values('telefono')),
        row('correo', 'in', values('correo', foldAddress)),
      ]),
    )
    .orderBy('id')
    .execute()
  return (person) => {
    const block =
      found.find(({ cedula }) => cedula === person.cedula) ??
      found.find(({ telefono }) => telefono === person.telefono) ??
      found.find(({ correo }) => correo === foldAddress(person.correo))
    return block ? { block } : { otherLetter: found.find(({ cedula }) => cedula === withOtherLetter(person.cedula)) }
  }
}

function withOtherLetter(cedula: string): string {
  return (cedula.startsWith('V') ? 'E' : 'V') + cedula.slice(1)
}

/** Traits by which the person is known as the blocked one. */
export function sharedTraits(block: Block, person: Person): (keyof Person)[] {
  const his = { ...person, correo: foldAddress(person.correo) }
  return (['cedula', 'telefono', 'correo'] as const).filter((trait) => block[trait] === his[trait])
}

/** As purchases keep them. @throws AppError 422 DATOS_INVALIDOS with `campos` */
function readPerson({ cedula, telefono, correo }: NewBlock) {
  const read = {
    cedula: normaliseCedula(cedula),
    telefono: telefono.trim() === '' ? null : normalisePhone(telefono),
    correo: correo.trim() === '' ? null : foldAddress(correo),
  }
  const campos: Record<string, string> = {}
  if (read.cedula === null) campos['cedula'] = 'Escribe una cédula, como V-12.345.678.'
  if (read.telefono === null && telefono.trim() !== '') campos['telefono'] = 'Escribe un celular, como 0412-123.45.67.'
  if (read.correo !== null && !read.correo.includes('@')) campos['correo'] = 'Escribe un correo completo.'
  refuseFields(campos, 'Revisa tus datos')
  return { ...read, cedula: read.cedula as string }
}
