import { createHmac } from 'node:crypto'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { isOneOf } from '#platform/server/db/many.ts'
import { publicOrigin } from '#platform/server/public-origin.ts'
import type { PurchaseState } from '#purchases/contract.ts'
import type { Purchase } from '#purchases/server/store.ts'
import type { LetterDraft } from '../contract.ts'

/** Purchases with buyers that a letter goes to. */
export function statesOf(a_quienes: LetterDraft['a_quienes']): PurchaseState[] {
  return a_quienes === 'todos' ? ['confirmado', 'en revision'] : ['confirmado']
}

/** People that a letter would reach now, each address once. */
export async function countReach(sql: Sql, rifa_id: number, a_quienes: LetterDraft['a_quienes']) {
  const purchases = sql
    .selectFrom('purchases')
    .where('rifa_id', '=', rifa_id)
    .where('estado', 'in', statesOf(a_quienes))
  const [all, without] = await Promise.all([
    sql
      .selectFrom(purchases.select('correo_normal').where('correo_normal', '!=', '').distinct().as('personas'))
      .leftJoin('mail_suppressions as lista', 'lista.correo', 'personas.correo_normal')
      .leftJoin('letter_optouts as bajas', 'bajas.persona', 'personas.correo_normal')
      .select((row) => [
        row.fn.countAll<number>().as('personas'),
        row.fn.count<number>('lista.correo').as('no_existen'),
        row.fn
          .count<number>(row.case().when('lista.correo', 'is', null).then(row.ref('bajas.persona')).end())
          .as('de_baja'),
      ])
      .executeTakeFirstOrThrow(),
    purchases
      .select((row) => row.fn.countAll<number>().as('sin_correo'))
      .where('correo_normal', '=', '')
      .where('cedula', '!=', '')
      .executeTakeFirstOrThrow(),
  ])
  return {
    personas: Number(all.personas),
    no_existen: Number(all.no_existen),
    de_baja: Number(all.de_baja),
    sin_correo: Number(without.sin_correo),
  }
}

/** The next purchases of a letter, from the oldest to that which was the newest when it was started. */
export function nextPurchases(
  sql: Sql,
  letter: { rifa_id: number; a_quienes: LetterDraft['a_quienes']; compra_id: number; hasta_compra: number },
  most: number,
): Promise<{ id: number; correo_normal: string }[]> {
  return sql
    .selectFrom('purchases')
    .select(['id', 'correo_normal'])
    .where('rifa_id', '=', letter.rifa_id)
    .where('estado', 'in', statesOf(letter.a_quienes))
    .where('id', '>', letter.compra_id)
    .where('id', '<=', letter.hasta_compra)
    .orderBy('id')
    .limit(most)
    .execute()
}

/** Current purchases of some people in the raffle of a letter, by their addresses: each from the oldest. People without any are missing. */
export async function purchasesOf(
  sql: Sql,
  letter: { rifa_id: number; a_quienes: LetterDraft['a_quienes']; hasta_compra: number },
  people: readonly string[],
): Promise<Map<string, Purchase[]>> {
  const found = new Map<string, Purchase[]>()
  if (people.length === 0) return found
  const rows = await sql
    .selectFrom('purchases')
    .selectAll()
    .where('rifa_id', '=', letter.rifa_id)
    .where('estado', 'in', statesOf(letter.a_quienes))
    .where('id', '<=', letter.hasta_compra)
    // Purchases are found by their addresses as by the words of a name (docs/decisions/020-search.md).
    .where('id', 'in', (query) =>
      query
        .selectFrom('purchase_words')
        .select('compra_id')
        .where(isOneOf(sql, 'palabra', people)),
    )
    .orderBy('id')
    .execute()
  for (const row of rows) {
    if (people.includes(row.correo_normal)) found.set(row.correo_normal, [...(found.get(row.correo_normal) ?? []), row])
  }
  return found
}

/** Ficha of a person who tests a letter. */
export const SAMPLE_FICHA = 'prueba'

/**
 * A person's name in their opt-out link: 128 bits that the installation's key makes of the address. They are
 * the same in every letter to that person, reveal nothing, and nobody else can make them.
 */
export function fichaOf(ctx: Pick<Ctx, 'keys'>, persona: string): string {
  const made = createHmac('sha256', ctx.keys.derive('baja de cartas')).update(persona).digest()
  return made.subarray(0, 16).toString('base64url')
}

/** Key of one letter to one person in the outbox. */
export function keyOfCopy({ clave }: { clave: string }, ficha: string): string {
  return `carta:${clave}:${ficha}`
}

export function optoutLink(ctx: Ctx, ficha: string): string {
  return `${publicOrigin(ctx)}/baja/${ficha}`
}
