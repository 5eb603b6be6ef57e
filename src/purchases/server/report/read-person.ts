import { notFound } from '#platform/errors.ts'
import { addMoney } from '#platform/money.ts'
import type { Sql } from '#platform/server/db/database.ts'
import type { PersonSummary } from '../../panel-contract.ts'
import { listOfPerson } from '../store.ts'

/** Purchases of one person that are looked at; nobody buys more often by hand. */
const MOST = 1_000

/** A person's purchases, by state and currency. @param cedula normalised. @throws AppError 404 for people who never bought. */
export async function readPerson(sql: Sql, cedula: string): Promise<PersonSummary> {
  const purchases = await listOfPerson(sql, cedula, MOST)
  if (purchases.length === 0) throw notFound('Nadie con esa cédula ha comprado')
  const groups = Map.groupBy(purchases, ({ estado, moneda }) => `${estado} ${moneda}`)
  const each = (field: 'nombre' | 'telefono' | 'correo') => [...new Set(purchases.map((one) => one[field]))].slice(0, 5)
  return {
    cedula,
    nombres: each('nombre'),
    telefonos: each('telefono'),
    correos: each('correo'),
    compras: [...groups.values()].flatMap((group) => {
      const [first, ...rest] = group
      if (!first) return []
      return {
        estado: first.estado,
        moneda: first.moneda,
        cuantas: group.length,
        boletos: group.reduce((sum, one) => sum + one.cantidad_tickets, 0),
        total: rest.reduce((sum, one) => addMoney(sum, one.total), first.total),
      }
    }),
  }
}
