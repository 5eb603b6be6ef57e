import { sql } from 'kysely'
import { dayInCaracas, type Instant } from '#platform/clock.ts'
import type { Sql } from '#platform/server/db/database.ts'

const DAY = 86_400_000
/** Caracas is behind UTC by that; a day of its calendar begins so much later. */
const BEHIND = 4 * 3_600_000

interface Kind {
  rifa_id: number
  estado: string
  metodo_pago: string
  tasa_verificada: number
  vendida_por: string
  moneda: string
  dia: string
  cuantas: number
  centimos: number
}

/** Compares the counts of each day with the purchases that they count. */
export async function auditCounts(db: Sql): Promise<string[]> {
  const { rows } = await sql<Omit<Kind, 'dia'> & { numero: number }>`
    select rifa_id, estado, coalesce(metodo_pago, '') as metodo_pago, tasa_verificada, vendida_por, moneda,
      (creado_en - ${sql.lit(BEHIND)}) / ${sql.lit(DAY)} as numero, count(*) as cuantas,
      sum(cast(replace(total, '.', '') as bigint)) as centimos
    from purchases group by 1, 2, 3, 4, 5, 6, 7`.execute(db)
  const real = new Map(
    rows.map(({ numero, ...kind }) => {
      const dia = dayInCaracas((Number(numero) * DAY + BEHIND) as Instant)
      return [keyOf({ ...kind, dia }), `${kind.cuantas} por ${kind.centimos}`]
    }),
  )
  const problems: string[] = []
  for (const kind of await countsOf(db)) {
    const key = keyOf(kind)
    const counted = `${kind.cuantas} por ${kind.centimos}`
    if (real.get(key) !== counted) problems.push(`cuentas de ${key}: dicen ${counted} y hay ${real.get(key) ?? '0'}`)
    real.delete(key)
  }
  for (const [key, there] of real) problems.push(`cuentas de ${key}: no dicen nada y hay ${there}`)
  return problems
}

/** Those that count something: money without a purchase too. */
function countsOf(db: Sql): Promise<Kind[]> {
  return db
    .selectFrom('purchase_counts')
    .selectAll()
    .where((row) => row.or([row('cuantas', '!=', 0), row('centimos', '!=', 0)]))
    .execute()
}

function keyOf(kind: Omit<Kind, 'cuantas' | 'centimos'>): string {
  const { rifa_id, estado, metodo_pago, tasa_verificada, vendida_por, moneda, dia } = kind
  return [`rifa ${rifa_id}`, estado, metodo_pago, tasa_verificada, vendida_por, moneda, dia].join(', ')
}
