import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Ctx } from '#platform/server/context.ts'
import type { Sql } from '#platform/server/db/database.ts'
import { idsOf } from '#platform/server/db/many.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import { raffleTitles } from '#purchases/server/search/read-sheet.ts'
import { findProof, IN_REVIEW, type Purchase, requirePurchase } from '#purchases/server/store.ts'
import { type AlikeGroups, type AlikePage, alikeItem, type Trait, trait } from '../../contract.ts'
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
  const found = await alike(ctx.db.read, traits, por)
    .selectAll()
    .where('id', '>', after)
    .orderBy('id')
    .limit(PAGE + 1)
    .execute()
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
    compras: page.map((purchase) =>
      alikeItem.parse({
        ...purchase,
        rifa_titulo: titles.get(purchase.rifa_id) ?? '',
        en_espera: waiting.has(purchase.id),
        creado_en: new Date(purchase.creado_en).toISOString(),
        conocido: known.has(purchase.id),
        revisa: reviewerOf.get(purchase.id) ?? null,
      }),
    ),
    siguiente: found.length > PAGE ? (page.at(-1)?.id ?? null) : null,
  }
}

async function readTraits(ctx: Ctx, purchaseId: number) {
  const sql = ctx.db.read
  const purchase = await requirePurchase(sql, purchaseId)
  const [proof, marks, pictured] = await Promise.all([
    findProof(sql, purchase.comprobante),
    sql.selectFrom('proof_marks').selectAll().where('comprobante', '=', purchase.comprobante).executeTakeFirst(),
    // Purchases whose proof was found to show the same picture (mark-proofs.ts).
    listWithSimilarProof(sql, [purchase]),
  ])
  return { purchase, proof, marks, pictured: idsOf(pictured) }
}

/** Traits that a report may share with others. */
type Traits = Awaited<ReturnType<typeof readTraits>>

type Row = ExpressionBuilder<Tables, 'purchases'>

/** Whether a purchase shares that with the report: none does where the report has nothing of the kind. */
function shares(row: Row, traits: Traits, por: Trait): Expression<SqlBool> {
  const { purchase, proof, marks, pictured } = traits
  switch (por) {
    case 'direccion':
      return purchase.cliente === null ? row.lit(false) : row('cliente', '=', purchase.cliente)
    case 'comprobante':
      return proof
        ? row('comprobante', 'in', row.selectFrom('proofs').select('proofs.id').where('sha256', '=', proof.sha256))
        : row.lit(false)
    case 'imagen': {
      // None of what is no picture, or was not looked at yet.
      if (!marks || marks.marca1 === null) return row.lit(false)
      const like = row
        .selectFrom('proof_marks')
        .select('proof_marks.comprobante')
        .where('marca1', '=', marks.marca1)
        .where('marca2', '=', marks.marca2)
        .where('marca3', '=', marks.marca3)
        .where('marca4', '=', marks.marca4)
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
function alike(sql: Sql, traits: Traits, por: Trait) {
  return sql
    .selectFrom('purchases')
    .where('estado', '=', IN_REVIEW)
    .where((row) => shares(row, traits, por))
}

async function countAlike(sql: Sql, traits: Traits, por: Trait): Promise<{ cuantas: number; boletos: number }> {
  const found = await alike(sql, traits, por)
    .select(({ fn }) => [fn.countAll().as('cuantas'), fn.sum('cantidad_tickets').as('boletos')])
    .executeTakeFirst()
  return { cuantas: Number(found?.cuantas), boletos: Number(found?.boletos) }
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
