import { sql as raw, type Selectable } from 'kysely'
import { tailsAgree } from '#movements/movement-tail.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import { dayNumber } from '../../claim.ts'
import { FAR } from '../../likeness.ts'
import { readAccounts } from './read-claims.ts'

export type Side = Pick<Selectable<Tables['movements']>, 'moneda' | 'centimos' | 'dia' | 'cola'>

/**
 * Whether a debit is a credit of that account that the bank took back: its reference and all of its amount,
 * within ten days. Less of it is a commission.
 */
export function takesBack(debit: Side, credit: Side): boolean {
  return (
    debit.moneda === credit.moneda &&
    debit.centimos === credit.centimos &&
    tailsAgree(debit.cola, credit.cola) &&
    Math.abs(dayNumber(debit.dia) - dayNumber(credit.dia)) <= FAR
  )
}

/** Credits that a bank took back, by id, each with its debit. One debit takes back one credit. */
export async function listReversals(sql: Sql): Promise<Map<number, number>> {
  const rows = await sql
    .selectFrom('movements as d')
    .innerJoin('movement_sightings as s', 's.fin', 'd.fin')
    .innerJoin('movements as c', (join) =>
      join
        .onRef('c.id', '=', 's.movimiento_id')
        .onRef('c.centimos', '=', 'd.centimos')
        .onRef('c.moneda', '=', 'd.moneda'),
    )
    .select(['d.id as debito', 'd.metodo_id as de', 'd.dia as salio', 'd.cola as cola_debito', 'd.repetida_de as otra'])
    .select(['c.id as credito', 'c.metodo_id as a', 'c.dia as llego', 's.cola as cola_credito', 'c.repetida_de'])
    .select(['d.centimos', 'd.moneda', 's.fuente'])
    .where('d.sentido', '=', 'debito')
    .where('c.sentido', '=', 'credito')
    // In the form of the ends' index.
    .where(raw<boolean>`d.fin <> '' and s.fin <> ''`)
    .where('d.estado', '=', 'abierto')
    .orderBy('d.id')
    .orderBy('c.id')
    .execute()
  const found = new Map<number, number>()
  if (rows.length === 0) return found
  const accounts = await readAccounts(sql)
  const taken = new Set<number>()
  // Possible repetitions come last: the other one is the payment, or took it back. A notice that names a number may be false.
  const doubts = ({ repetida_de, otra, fuente }: (typeof rows)[number]) =>
    2 * Number(repetida_de !== null) + 2 * Number(otra !== null) + Number(fuente === 'aviso')
  for (const row of rows.sort((one, other) => doubts(one) - doubts(other))) {
    const { debito, credito, centimos, moneda } = row
    if (taken.has(debito) || found.has(credito)) continue
    if (!accounts.of({ metodo_id: row.a, metodo_pago: null, monto_moneda: moneda }).includes(row.de)) continue
    const debit = { moneda, centimos, dia: row.salio, cola: row.cola_debito }
    if (!takesBack(debit, { moneda, centimos, dia: row.llego, cola: row.cola_credito })) continue
    taken.add(debito)
    found.set(credito, debito)
  }
  return found
}
