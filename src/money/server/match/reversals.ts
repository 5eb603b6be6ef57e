import { sql as raw } from 'kysely'
import type { Sql } from '#platform/server/db/database.ts'
import { isOneOf } from '#platform/server/db/many.ts'
import { dayNumber } from '../../claim.ts'
import { FAR } from '../../likeness.ts'
import { otherTail, tailsAgree } from '../../movement-tail.ts'
import { type Accounts, readAccounts } from './read-claims.ts'

/**
 * Debits that may be a credit that the bank took back: all of its amount, within ten days, and any of its numbers, as both were told. Less of it
 * is a commission.
 * @param ids only of these credits and of those that repeat them
 */
export async function listTaken(sql: Sql, accounts: Accounts, ids?: readonly number[]) {
  const ends = ['fin', 'fin_otra'] as const
  const found = ends.flatMap((out) =>
    ends.map((into) =>
      sql
        .selectFrom('movement_sightings as t')
        .innerJoin('movements as d', 'd.id', 't.movimiento_id')
        .innerJoin('movement_sightings as s', `s.${into}`, `t.${out}`)
        .innerJoin('movements as c', 'c.id', 's.movimiento_id')
        .select(['d.id as debito', 'd.metodo_id as de', 'd.dia as salio', 'd.repetida_de as otra', 'd.moneda'])
        .select(['c.id as credito', 'c.metodo_id as a', 'c.dia as llego', 'c.repetida_de', 'c.unido', 's.fuente'])
        .select(['d.tipo', 't.cola as cola_debito', 't.dicho as dicho_debito', 's.cola as cola_credito', 's.dicho'])
        .where('d.sentido', '=', 'debito')
        .where('c.sentido', '=', 'credito')
        .whereRef('c.moneda', '=', 'd.moneda')
        // By a number, of which few are alike: payments of one amount are thousands.
        .where(raw<boolean>`c.centimos + 0 = d.centimos + 0`)
        // In the form of the ends' indexes.
        .where(raw<boolean>`${raw.ref(`t.${out}`)} <> '' and ${raw.ref(`s.${into}`)} <> ''`)
        .where('d.estado', '=', 'abierto')
        .$if(ids !== undefined, (query) =>
          query.where((row) => row.or([isOneOf(sql, 'c.id', ids ?? []), isOneOf(sql, 'c.repetida_de', ids ?? [])])),
        )
        .orderBy('d.id')
        .orderBy('c.id')
        .execute()
        .then((rows) =>
          rows.filter((row) => {
            const account = accounts.of({ metodo_id: row.a, metodo_pago: null, monto_moneda: row.moneda })
            const number = (end: string, cola: string, dicho: string) =>
              end === 'fin' ? cola : otherTail({ referencia_otra: JSON.parse(dicho).referencia_otra, tipo: row.tipo })
            const paid = number(into, row.cola_credito, row.dicho)
            const isNear = Math.abs(dayNumber(row.salio) - dayNumber(row.llego)) <= FAR
            return (
              account.includes(row.de) && isNear && tailsAgree(number(out, row.cola_debito, row.dicho_debito), paid)
            )
          }),
        ),
    ),
  )
  return (await Promise.all(found)).flat()
}

/** Credits that a bank took back, by id, each with its debit. One debit takes back one credit. */
export async function listReversals(sql: Sql): Promise<Map<number, number>> {
  const rows = await listTaken(sql, await readAccounts(sql))
  const found = new Map<number, number>()
  const taken = new Set<number>()
  // Notices may be false and come last. Of two that may be one payment the first is it, unless the other one pays somebody.
  const doubts = ({ repetida_de, otra, fuente }: (typeof rows)[number]) =>
    Number(repetida_de !== null) + Number(otra !== null) + 2 * Number(fuente === 'aviso')
  for (const row of rows.sort((one, other) => doubts(one) - doubts(other))) {
    const { debito, unido, repetida_de } = row
    const credito = (unido === 0 && repetida_de) || row.credito
    if (taken.has(debito) || found.has(credito)) continue
    taken.add(debito)
    found.set(credito, debito)
  }
  return found
}
