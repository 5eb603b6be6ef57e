import type { Ctx } from '#platform/server/context.ts'
import { purchaseCore } from '#purchases/panel-contract.ts'
import { findProof, requirePurchase } from '#purchases/server/store.ts'
import { type AlikeGroups, type AlikePage, type Trait, trait } from '../../contract.ts'
import { listClaims, listWithoutTickets, listWithSimilarProof } from '../store.ts'
import { countAlike, findMarks, listAlike, listOfKnownBuyers, listRaffleTitles, type Traits } from './alike-store.ts'

/** Reports of one page: those rejected together in one request (fakeBatch). */
const PAGE = 500

/**
 * Traits that other reports in review share with that one, each with its group; a group of it alone is none.
 * @param minutes before and after its report that count as the same moment.
 * @throws AppError 404
 */
export async function findAlike(ctx: Ctx, purchaseId: number, minutes: number): Promise<AlikeGroups> {
  const traits = await readTraits(ctx, purchaseId, minutes)
  const counted = await Promise.all(
    trait.options.map(async (por) => ({ por, ...(await countAlike(ctx.db.read, traits, por)) })),
  )
  return {
    grupos: counted.flatMap(({ por, cuantas = 0, boletos = 0 }) => (cuantas > 1 ? [{ por, cuantas, boletos }] : [])),
  }
}

/** The reports of one group, to look at before they are rejected. @param after id of the last one seen. @throws AppError 404 */
export async function listGroup(
  ctx: Ctx,
  purchaseId: number,
  { por, minutes, after, operatorId }: { por: Trait; minutes: number; after: number; operatorId: number },
): Promise<AlikePage> {
  const traits = await readTraits(ctx, purchaseId, minutes)
  const found = await listAlike(ctx.db.read, traits, por, after, PAGE + 1)
  const page = found.slice(0, PAGE)
  const [known, waiting, titles, claims] = await Promise.all([
    listOfKnownBuyers(ctx.db.read, page),
    listWithoutTickets(ctx.db.read, page),
    listRaffleTitles(ctx.db.read, page),
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

async function readTraits(ctx: Ctx, purchaseId: number, minutes: number): Promise<Traits> {
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
    span: minutes * 60_000,
  }
}
