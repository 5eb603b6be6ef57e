import { sql as raw } from 'kysely'
import { methodsOfAccount } from '#payment-methods/one-account.ts'
import { allMethods } from '#payment-methods/server/store.ts'
import type { Sql } from '#platform/server/db/database.ts'

/** The account of each method, by the first of its methods. */
export async function listAccounts(sql: Sql): Promise<Map<number, number>> {
  const methods = await allMethods(sql)
  return new Map(methods.map(({ id }) => [id, methodsOfAccount(methods, id)[0]]))
}

/** The account of the method in a column. */
export function accountOf(column: string, accounts: ReadonlyMap<number, number>) {
  const cases = [...accounts].filter(([id, account]) => id !== account)
  if (cases.length === 0) return raw<number>`${raw.ref(column)}`
  const whens = cases.map(([id, account]) => raw`when ${raw.lit(id)} then ${raw.lit(account)}`)
  return raw<number>`case ${raw.ref(column)} ${raw.join(whens, raw` `)} else ${raw.ref(column)} end`
}
