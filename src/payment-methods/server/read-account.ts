import type { Sql } from '#platform/server/db/database.ts'
import { bankOf, methodsOfAccount } from '../one-account.ts'
import { allMethods } from './store.ts'

/** The account that money of a method comes into. */
export interface Account {
  /** Of all methods of it, the first. */
  id: number
  metodos: number[]
  /** Four digits, or empty. */
  banco: string
}

export async function readAccount(sql: Sql, metodoId: number): Promise<Account> {
  const methods = await allMethods(sql)
  const metodos = methodsOfAccount(methods, metodoId)
  return { id: metodos[0], metodos, banco: bankOf(methods.find(({ id }) => id === metodoId)) }
}
