import { methodsOfAccount } from '#payment-methods/one-account.ts'
import { allMethods, type MethodRow } from '#payment-methods/server/store.ts'
import { moneyOfCents } from '#platform/money.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { isOneOf } from '#platform/server/db/many.ts'
import { tailEnd } from '#purchases/payment-tails.ts'
import { movementTail } from '../../../movement-tail.ts'
import type { FoundAccount } from './account-of.ts'
import type { ReadHead, ReadRow } from './reading/answer.ts'

/** The row of a file up to which the last are compared with reports. */
export const COMPARED = 2_000
/** So many of them: enough to tell an account. */
const MOST = 400
/** By chance one row may have the end and the amount of a report of another account. */
const LEAST = 2

/**
 * Warnings for the person who imports it, and whether the file looks like another account's, so that nobody takes it
 * for this one's without a word.
 * @param rows its first ones, up to `COMPARED`, in any order
 */
export async function statementWarnings(
  sql: Sql,
  { id }: Pick<MethodRow, 'id'>,
  { avisos, ajeno, cuentas }: Pick<ReadHead, 'avisos' | 'ajeno' | 'cuentas'>,
  { coincide }: FoundAccount,
  rows: readonly ReadRow[],
  sha256: string,
): Promise<{ avisos: string[]; duda: boolean }> {
  const other = await warnOfOtherAccount(sql, id, rows, sha256)
  const duda =
    other !== null || (ajeno && coincide !== true) || (coincide === null && cuentas.some(({ length }) => length === 20))
  return { avisos: other === null ? avisos : [other, ...avisos], duda }
}

/**
 * A file that was imported in another account alone, or whose payments were reported to another one or came into it, by their references and
 * amounts. Most files do not name their account, and one in bolívares would be read as dollars.
 * @returns a sentence for the person who imports it, or null.
 */
async function warnOfOtherAccount(
  sql: Sql,
  metodoId: number,
  rows: readonly ReadRow[],
  sha256: string,
): Promise<string | null> {
  const methods = await allMethods(sql)
  const accountOf = (id: number) => methodsOfAccount(methods, id)[0]
  const titleOf = (account: number) => methods.find(({ id }) => id === account)?.titulo ?? ''
  const own = accountOf(metodoId)
  const warn = (what: string) => `${what}, y aquí elegiste ${titleOf(own)}: revisa arriba la cuenta antes de importar.`
  const imports = await sql.selectFrom('statement_imports').select('metodo_id').where('sha256', '=', sha256).execute()
  const [before, ...more] = imports.map(({ metodo_id }) => accountOf(metodo_id))
  if (before !== undefined && ![before, ...more].includes(own))
    return warn(`Este archivo ya se importó en ${titleOf(before)}`)
  const credits = rows
    .filter(({ sentido, referencia }) => sentido === 'credito' && referencia !== '')
    .sort((a, b) => a.fila - b.fila)
    .slice(-MOST)
  const ends = credits.map(({ referencia, tipo }) => tailEnd({ cola: movementTail(referencia, tipo).cola }))
  const amounts = credits.map(({ centimos }) => moneyOfCents(centimos))
  if (credits.length === 0) return null
  const reported = await sql
    .selectFrom('payment_windows')
    .innerJoin('purchases', 'purchases.id', 'payment_windows.compra_id')
    .select(['purchases.id', 'metodo_id'])
    .where(isOneOf(sql, 'ventana', [...new Set(ends.filter((end) => end !== ''))]))
    .where('confirmada', 'in', [0, 1])
    .where(isOneOf(sql, 'monto', [...new Set(amounts)]))
    .distinct()
    .execute()
  const kept = await sql
    .selectFrom('movements')
    .select('metodo_id')
    .where(isOneOf(sql, 'fin', [...new Set(ends.filter((end) => end !== ''))]))
    .where(isOneOf(sql, 'centimos', [...new Set(credits.map(({ centimos }) => centimos))]))
    .execute()
  const count = (rows: readonly { metodo_id: number | null }[]) => {
    const counts = new Map<number, number>()
    for (const { metodo_id } of rows) {
      if (metodo_id === null) continue
      const account = accountOf(metodo_id)
      counts.set(account, (counts.get(account) ?? 0) + 1)
    }
    return counts
  }
  const [told, came] = [count(reported), count(kept)]
  // A report and its money are one payment.
  const of = (account: number) => Math.max(told.get(account) ?? 0, came.get(account) ?? 0)
  const [most] = [...told.keys(), ...came.keys()].sort((a, b) => of(b) - of(a))
  if (most === undefined || most === own || of(most) < LEAST || of(most) <= of(own)) return null
  return warn(`${of(most)} de estos pagos son de ${titleOf(most)}`)
}
