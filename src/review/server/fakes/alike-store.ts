import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Sql } from '#platform/server/db/database.ts'
import { idsOf } from '#platform/server/db/many.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import type { Purchase } from '#purchases/server/store.ts'
import type { Trait } from '../../contract.ts'

/** Traits that a report may share with others; a missing trait is null. */
export interface Traits {
  purchase: Purchase
  /** Of its proof. */
  sha256: string | null
  marks: readonly [number, number, number, number] | null
  /** Purchases whose proof was found to show the same picture (mark-proofs.ts). */
  pictured: readonly number[]
  /** Milliseconds before and after its report. */
  span: number
}

type Row = ExpressionBuilder<Tables, 'purchases'>

/** A constant and no parameter: SQLite takes the index of those in review only for what it can see. */
const IN_REVIEW = sql<Purchase['estado']>`${sql.lit('en revision')}`

/** Whether a purchase shares that with the report, or null where the report has nothing of the kind. */
function shares(row: Row, traits: Traits, por: Trait): Expression<SqlBool> | null {
  const { purchase, sha256, marks, pictured, span } = traits
  switch (por) {
    case 'direccion':
      return purchase.cliente === null ? null : row('cliente', '=', purchase.cliente)
    case 'comprobante':
      return sha256 === null
        ? null
        : row('comprobante', 'in', row.selectFrom('proofs').select('proofs.id').where('sha256', '=', sha256))
    case 'imagen': {
      if (marks === null) return null
      const like = row
        .selectFrom('proof_marks')
        .select('proof_marks.comprobante')
        .where('marca1', '=', marks[0])
        .where('marca2', '=', marks[1])
        .where('marca3', '=', marks[2])
        .where('marca4', '=', marks[3])
      return row.or([row('comprobante', 'in', like), row('id', 'in', [purchase.id, ...pictured])])
    }
    case 'datos': {
      const { cedula, telefono, correo_normal } = purchase
      return row.or([
        row('cedula', '=', cedula),
        row('telefono', '=', telefono),
        ...(correo_normal === '' ? [] : [row('correo_normal', '=', correo_normal)]),
      ])
    }
    case 'momento':
      return row.and([
        row('rifa_id', '=', purchase.rifa_id),
        row.between('creado_en', (purchase.creado_en - span) as never, (purchase.creado_en + span) as never),
      ])
  }
}

/** Reports in review that share it, the report itself among them; null where it has nothing of the kind. */
export async function countAlike(
  db: Sql,
  traits: Traits,
  por: Trait,
): Promise<{ cuantas: number; boletos: number } | null> {
  let known = true
  const found = await db
    .selectFrom('purchases')
    .select((row) => [
      row.fn.countAll<number>().as('cuantas'),
      row.fn.sum<number | null>('cantidad_tickets').as('boletos'),
    ])
    .where('estado', '=', IN_REVIEW)
    .where((row) => {
      const condition = shares(row, traits, por)
      known = condition !== null
      return condition ?? row.lit(false)
    })
    .executeTakeFirstOrThrow()
  return known ? { cuantas: Number(found.cuantas), boletos: Number(found.boletos ?? 0) } : null
}

/** Those of the group with a greater id than `after`, in the order of their ids. */
export function listAlike(db: Sql, traits: Traits, por: Trait, after: number, limit: number): Promise<Purchase[]> {
  return db
    .selectFrom('purchases')
    .selectAll()
    .where('estado', '=', IN_REVIEW)
    .where('id', '>', after)
    .where((row) => shares(row, traits, por) ?? row.lit(false))
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Of those purchases, whose buyer has a confirmed one: the same cédula with the same mail, of which only one is easily known. */
export async function listOfKnownBuyers(db: Sql, purchases: readonly Purchase[]): Promise<Set<number>> {
  if (purchases.length === 0) return new Set()
  const rows = await db
    .selectFrom('purchases as esta')
    .innerJoin('purchases as otra', (join) =>
      join.onRef('otra.cedula', '=', 'esta.cedula').onRef('otra.correo_normal', '=', 'esta.correo_normal'),
    )
    .select('esta.id')
    .distinct()
    .where('esta.id', 'in', idsOf(purchases))
    .where('esta.correo_normal', '!=', '')
    .where('otra.estado', '=', 'confirmado')
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** The titles of those purchases' raffles, by their ids. */
export async function listRaffleTitles(db: Sql, purchases: readonly Purchase[]): Promise<Map<number, string>> {
  if (purchases.length === 0) return new Map()
  const rows = await db
    .selectFrom('raffles')
    .select(['id', 'titulo'])
    .where('id', 'in', [...new Set(purchases.map(({ rifa_id }) => rifa_id))])
    .execute()
  return new Map(rows.map(({ id, titulo }) => [id, titulo]))
}

/** Marks of a purchase's proof; null when it is no picture, or nobody has looked yet. */
export async function findMarks(db: Sql, comprobante: string): Promise<Traits['marks']> {
  const found = await db.selectFrom('proof_marks').selectAll().where('comprobante', '=', comprobante).executeTakeFirst()
  const { marca1 = null, marca2 = null, marca3 = null, marca4 = null } = found ?? {}
  return marca1 === null || marca2 === null || marca3 === null || marca4 === null
    ? null
    : [marca1, marca2, marca3, marca4]
}
