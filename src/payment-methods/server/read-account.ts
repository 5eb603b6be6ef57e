import type { Sql } from '#platform/server/db/database.ts'
import { bankOf, isOneAccount, methodsOfAccount } from '../one-account.ts'
import { METHOD_DEEDS } from './record-change.ts'
import { allMethods, type MethodRow } from './store.ts'

export type Account = Awaited<ReturnType<typeof readAccount>>

/** The account that money of a method comes into: its first method is its `id`; `banco` is four digits, or empty. */
export async function readAccount(sql: Sql, metodoId: number) {
  const methods = await allMethods(sql)
  const metodos = methodsOfAccount(methods, metodoId)
  return { id: metodos[0], metodos, banco: bankOf(methods.find(({ id }) => id === metodoId)) }
}

/** Whether money of two methods came into one account at any time, by what the journal tells of their changes. */
export async function everOneAccount(sql: Sql): Promise<(one: number, other: number) => boolean> {
  const lines = await sql.selectFrom('journal').select('datos').where('accion', '=', METHOD_DEEDS.changed).execute()
  const before = lines.map(({ datos }) => (JSON.parse(datos) as { antes: MethodRow }).antes)
  const had = Map.groupBy([...(await allMethods(sql)), ...before], ({ id }) => id)
  return (one, other) =>
    had.get(one)?.some((a) => had.get(other)?.some((b) => a.id !== b.id && isOneAccount(a, b))) ?? false
}

/** The method and, after it, the others whose money comes into its account; null where there is no such method. */
export async function methodsAlike(sql: Sql, metodoId: number): Promise<[MethodRow, ...MethodRow[]] | null> {
  const methods = await allMethods(sql)
  const own = methods.find(({ id }) => id === metodoId)
  if (!own) return null
  const metodos = methodsOfAccount(methods, metodoId)
  return [own, ...methods.filter(({ id }) => id !== metodoId && metodos.includes(id))]
}

/** Numbers of twenty digits by which the methods of an account call it: one, or none where buyers pay to a phone alone. */
export function numbersOf(methods: readonly Pick<MethodRow, 'numero_cuenta'>[]): string[] {
  const numbers = methods.map(({ numero_cuenta }) => numero_cuenta.replace(/\D/g, ''))
  return [...new Set(numbers.filter(({ length }) => length === 20))]
}

/**
 * Methods to choose an account from: those with account data, or that are known already; all while there are none. Two
 * of one name get a distinguishing text.
 */
export function accountsToChoose(methods: readonly MethodRow[], known: { has(id: number): boolean }): MethodRow[] {
  const said = methods.filter(({ id, ...row }) => known.has(id) || PLACES.some((place) => row[place] !== ''))
  const shown = said.length > 0 ? said : methods
  return shown.map((row) => {
    const alike = shown.some(({ id, titulo }) => id !== row.id && titulo === row.titulo)
    const place = PLACES.map((of) => row[of]).find((text) => text !== '') ?? ''
    return alike && place !== '' ? { ...row, titulo: `${row.titulo} · ${place}` } : row
  })
}

const PLACES = ['email', 'numero_cuenta', 'telefono', 'cedula'] as const
