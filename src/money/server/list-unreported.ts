import { sql as raw } from 'kysely'
import { readTypedMoney } from '#platform/money.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { idsOf, isOneOf } from '#platform/server/db/many.ts'
import { dayNumber } from '../claim.ts'
import type { Unreported } from '../contract.ts'
import { SET_ASIDE } from './bank/schema.ts'
import { counted, showMovements } from './describe.ts'
import { pageOf } from './list-suggestions.ts'
import { readAccounts } from './match/read-claims.ts'
import { readOpenMoney } from './open-money.ts'

interface Asked {
  ver: 'abiertos' | 'cerrados'
  buscar?: string | undefined
  despues?: string | undefined
}

/** As many as a person may look through in a search. */
const MOST = 5_000

/** Money that no report claims, newest first; or returned or ignored money. */
export async function listUnreported(ctx: Ctx, { ver, buscar, despues }: Asked): Promise<Unreported> {
  const sql = ctx.db.read
  const accounts = await readAccounts(sql)
  const lines = ver === 'cerrados' ? await listClosed(sql) : (await readOpenMoney(ctx)).unreported
  const text = buscar?.trim() ?? ''
  const found = text === '' ? null : await search(sql, text, idsOf(lines))
  const some = found === null ? lines : lines.filter(({ id }) => found.has(id))
  const [page, siguiente] = pageOf(some, ({ dia, id }) => [0, -dia, -id], despues)
  const shown = await showMovements(sql, accounts, idsOf(page))
  const movimientos = page.flatMap(({ id }) => shown.get(id) ?? [])
  return { movimientos, ...counted(some), siguiente }
}

async function listClosed(sql: Sql) {
  const rows = await sql
    .selectFrom('movements')
    .select(['id', 'dia', 'moneda'])
    .select(raw<number>`case when sentido = 'credito' then devuelto + ignorado else 0 end`.as('centimos'))
    .where(SET_ASIDE)
    .orderBy('dia', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute()
  return rows.map(({ id, dia, moneda, centimos }) => ({
    id,
    dia: dayNumber(dia),
    moneda,
    centimos: Number(centimos),
    repetida: false,
    revertida: false,
  }))
}

/** By an amount, by digits of the reference, the phone or the document, or by words of the name and the concept. */
async function search(sql: Sql, text: string, ids: readonly number[]): Promise<Set<number>> {
  const amount = readTypedMoney(text)
  const digits = text.replace(/\D/g, '')
  const plain = `%${text.toLowerCase().replace(/[\\%_]/g, '')}%`
  const rows = await sql
    .selectFrom('movements')
    .select('id')
    .where(isOneOf(sql, 'id', ids))
    .where((row) => {
      const within = (column: 'nombre_origen' | 'concepto') =>
        row(raw<string>`lower(${raw.ref(column)})`, 'like', plain)
      const columns = ['referencia', 'referencia_otra', 'telefono_origen', 'documento_origen'] as const
      const numbered = digits.length >= 3 ? columns.map((column) => row(column, 'like', `%${digits}%`)) : []
      // The end of a number under which any source told it, which nothing may tie to it.
      const tail = digits.replace(/^0+/, '').slice(-8)
      const told = row
        .selectFrom('movement_sightings')
        .select('id_banco')
        .whereRef('movimiento_id', '=', 'movements.id')
      if (tail.length >= 3) numbered.push(row.exists(told.where('movement_sightings.cola', 'like', `%${tail}%`)))
      const cents =
        amount === null || amount === 'ambigua' ? [] : [row('centimos', '=', Number(amount.replace('.', '')))]
      return row.or([...numbered, ...cents, within('nombre_origen'), within('concepto')])
    })
    .limit(MOST)
    .execute()
  return new Set(rows.map(({ id }) => id))
}
