import { sql as raw } from 'kysely'
import type { Account } from '#payment-methods/server/read-account.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { isOneOf } from '#platform/server/db/many.ts'
import type { SourceKind, Told } from '../movement.ts'
import type { Confirmation, Mine } from './confirm-movement.ts'
import { isBare } from './same-movement.ts'

/** Begins the name of a telling that was a bank's call. */
export const CALLED = 'webhook:'

/** Begins the list of a telling that nothing ties to its movement (confirm-movement.ts). */
export const UNTIED = '~'

/** The name under which a source's telling is kept. */
export function nameTold({ canal }: { canal?: 'webhook' | undefined }, id_banco: string): string {
  return canal === undefined ? id_banco : CALLED + id_banco
}

/** Whether a source's telling was its call. @param name as kept */
export const isCalled = (name: string) => name.startsWith(CALLED)

/** The movements that the source has told under those names, by name. */
export async function namesKnown(
  tx: Sql,
  { fuente }: { fuente: SourceKind },
  { metodos }: Account,
  told: readonly Told[],
) {
  const names = told.map(({ id_banco }) => id_banco)
  const known = await tx
    .selectFrom('movement_sightings')
    .select(['id_banco', 'movimiento_id'])
    .where('metodo_id', 'in', metodos)
    .where('fuente', '=', fuente)
    .where(isOneOf(tx, 'id_banco', names))
    .execute()
  return new Map(known.map(({ id_banco, movimiento_id }) => [id_banco, movimiento_id]))
}

/** Those of them that had no payer, which their source names now: a person chose other columns, or the bank fills its row later. */
export async function namedLater(
  tx: Sql,
  told: readonly (Told & Mine)[],
  before: Map<string, number>,
): Promise<Confirmation[]> {
  const named = new Map(told.flatMap((one) => (isBare(one) ? [] : [[before.get(one.id_banco) ?? 0, one]])))
  const bare = await tx
    .selectFrom('movements')
    .selectAll()
    .where(isOneOf(tx, 'id', [...named.keys()].filter(Boolean)))
    .where('telefono_origen', '=', '')
    .where('documento_origen', '=', '')
    .execute()
  return bare.flatMap((one) => {
    const mine = named.get(one.id)
    return mine ? [{ mate: { ...one, told: true, dichos: [] }, mine, tie: 'named', others: [], repite: null }] : []
  })
}

/** What a telling keeps of its words, beside its number. */
export const WORDS = 'dia referencia referencia_otra banco_origen telefono_origen documento_origen concepto'.split(' ')

/** As many files name two payments together, if any do. */
const ENOUGH = 4 * 74

/** Notes that a file has those movements too: those that one list names are different payments (reconciliation/server/match/read-credits.ts). */
export async function noteAgain(tx: Sql, sha256: string, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('movement_sightings')
    .set({ crudo_sha256: raw<string>`crudo_sha256 || ' ' || ${sha256}` })
    .where('fuente', '=', 'extracto')
    .where(isOneOf(tx, 'movimiento_id', ids))
    .where('crudo_sha256', 'not like', `%${sha256}%`)
    .where(raw<boolean>`length(crudo_sha256) < ${raw.lit(ENOUGH)}`)
    .execute()
}

/** Notes that no list before names those movements: they are what another source says, which may be another row of that list. */
export async function forgetLists(tx: Sql, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('movement_sightings')
    .set({ crudo_sha256: raw<string>`${raw.lit(UNTIED)} || crudo_sha256` })
    .where(isOneOf(tx, 'movimiento_id', ids))
    .where('crudo_sha256', 'not like', `${UNTIED}%`)
    .execute()
}
