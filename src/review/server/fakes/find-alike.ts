import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { idsOf } from '#platform/server/db/many.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import { purchaseCore } from '#purchases/panel-contract.ts'
import { raffleTitles } from '#purchases/server/search/read-sheet.ts'
import { findProof, IN_REVIEW, type Purchase, requirePurchase } from '#purchases/server/store.ts'
import { type AlikeGroups, type AlikePage, type Trait, trait } from '../../contract.ts'
import { listClaims, listWithoutTickets, listWithSimilarProof } from '../store.ts'

/** Reports of one page: those rejected together in one request (fakeBatch). */
const PAGE = 500
/** Milliseconds before and after a report that count as the same moment. */
const SPAN = 10 * 60_000

/**
 * Traits that other reports in review share with that one, each with its group; a group of it alone is none.
 * @throws AppError 404
 */
export async function findAlike(ctx: Ctx, purchaseId: number): Promise<AlikeGroups> {
  const traits = await readTraits(ctx, purchaseId)
  const counted = await Promise.all(
    trait.options.map(async (por) => ({ por, ...(await countAlike(ctx.db.read, traits, por)) })),
  )
  return {
    grupos: counted.flatMap(({ por, cuantas, boletos }) => (cuantas > 1 ? [{ por, cuantas, boletos }] : [])),
  }
}

/** The reports of one group, to look at before they are rejected. @param after id of the last one seen. @throws AppError 404 */
export async function listGroup(
  ctx: Ctx,
  purchaseId: number,
  { por, after, operatorId }: { por: Trait; after: number; operatorId: number },
): Promise<AlikePage> {
  const traits = await readTraits(ctx, purchaseId)
  const found = await listAlike(ctx.db.read, traits, por, after, PAGE + 1)
  const page = found.slice(0, PAGE)
  const [known, waiting, titles, claims] = await Promise.all([
    listOfKnownBuyers(ctx.db.read, page),
    listWithoutTickets(ctx.db.read, page),
    raffleTitles(ctx.db.read),
    listClaims(ctx.db.read, ctx.clock.now()),
  ])
  const others = claims.filter(({ operador_id }) => operador_id !== operatorId)
  const reviewerOf = new Map(others.map(({ compra_id, nombre }) => [compra_id, nombre]))
  return {
    compras: page.map((purchase) => ({
      ...purchaseCore.parse(purchase),
      rifa_titulo: titles.get(purchase.rifa_id) ?? '',
      en_espera: waiting.has(purchase.id),
      version: purchase.version,
      creado_en: new Date(purchase.creado_en).toISOString(),
      referencia: purchase.referencia,
      conocido: known.has(purchase.id),
      revisa: reviewerOf.get(purchase.id) ?? null,
    })),
    siguiente: found.length > PAGE ? (page.at(-1)?.id ?? null) : null,
  }
}

async function readTraits(ctx: Ctx, purchaseId: number): Promise<Traits> {
  const sql = ctx.db.read
  const purchase = await requirePurchase(sql, purchaseId)
  const [proof, marks, pictured] = await Promise.all([
    findProof(sql, purchase.comprobante),
    findMarks(sql, purchase.comprobante),
    listWithSimilarProof(sql, [purchase]),
  ])
  return {
    purchase,
    sha256: proof?.sha256 ?? null,
    marks,
    pictured: pictured.map(({ id }) => id),
  }
}

/** Traits that a report may share with others; a missing trait is null. */
export interface Traits {
  purchase: Purchase
  /** Of its proof. */
  sha256: string | null
  marks: readonly [number, number, number, number] | null
  /** Purchases whose proof was found to show the same picture (mark-proofs.ts). */
  pictured: readonly number[]
}

type Row = ExpressionBuilder<Tables, 'purchases'>

/** Whether a purchase shares that with the report: none does where the report has nothing of the kind. */
function shares(row: Row, traits: Traits, por: Trait): Expression<SqlBool> {
  const { purchase, sha256, marks, pictured } = traits
  switch (por) {
    case 'direccion':
      return purchase.cliente === null ? row.lit(false) : row('cliente', '=', purchase.cliente)
    case 'comprobante':
      return sha256 === null
        ? row.lit(false)
        : row('comprobante', 'in', row.selectFrom('proofs').select('proofs.id').where('sha256', '=', sha256))
    case 'imagen': {
      if (marks === null) return row.lit(false)
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
        row.between('creado_en', (purchase.creado_en - SPAN) as never, (purchase.creado_en + SPAN) as never),
      ])
  }
}

/** Reports in review that share it, the report itself among them. */
async function countAlike(db: Sql, traits: Traits, por: Trait): Promise<{ cuantas: number; boletos: number }> {
  const found = await db
    .selectFrom('purchases')
    .select((row) => [
      row.fn.countAll<number>().as('cuantas'),
      row.fn.sum<number | null>('cantidad_tickets').as('boletos'),
    ])
    .where('estado', '=', IN_REVIEW)
    .where((row) => shares(row, traits, por))
    .executeTakeFirstOrThrow()
  return { cuantas: Number(found.cuantas), boletos: Number(found.boletos ?? 0) }
}

/** Those of the group with a greater id than `after`, in the order of their ids. */
function listAlike(db: Sql, traits: Traits, por: Trait, after: number, limit: number): Promise<Purchase[]> {
  return db
    .selectFrom('purchases')
    .selectAll()
    .where('estado', '=', IN_REVIEW)
    .where('id', '>', after)
    .where((row) => shares(row, traits, por))
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

/** Marks of a purchase's proof; null when it is no picture, or nobody has looked yet. */
async function findMarks(db: Sql, comprobante: string): Promise<Traits['marks']> {
  const found = await db.selectFrom('proof_marks').selectAll().where('comprobante', '=', comprobante).executeTakeFirst()
  const { marca1 = null, marca2 = null, marca3 = null, marca4 = null } = found ?? {}
  return marca1 === null || marca2 === null || marca3 === null || marca4 === null
    ? null
    : [marca1, marca2, marca3, marca4]
}
