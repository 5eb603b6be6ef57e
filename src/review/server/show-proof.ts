import sharp from 'sharp'
import { AppError, notFound } from '#platform/errors.ts'
import { atMost } from '#platform/server/at-most.ts'
import type { Ctx } from '#platform/server/context.ts'
import { findProof, findPurchase, type Proof } from '#purchases/server/store.ts'

/** Pixels that a picture may have, read from its header before anything is decoded (abuse.md, A6). */
const PIXEL_LIMIT = 40_000_000
const LONGEST_SIDE = 1_600
/** Two at once in the whole process: one picture may take 160 MB while it is decoded. */
const decoder = atMost(2)

/**
 * The proof as a picture that we encoded ourselves: nothing that a stranger wrote reaches the operator's browser.
 * @throws AppError 404, 415 COMPROBANTE_ILEGIBLE for a PDF and for what does not decode.
 */
export async function showProof(ctx: Ctx, purchaseId: number): Promise<Buffer> {
  const proof = await proofOf(ctx, purchaseId)
  if (proof.tipo === 'application/pdf') throw unreadable('Es un PDF: descárgalo para verlo.')
  const bytes = await ctx.files.read(proof.id)
  if (!bytes) throw notFound('El comprobante no está')
  try {
    return await decoder(() =>
      sharp(bytes, { limitInputPixels: PIXEL_LIMIT, sequentialRead: true })
        .rotate()
        .resize(LONGEST_SIDE, LONGEST_SIDE, { fit: 'inside', withoutEnlargement: true })
        .webp({ quality: 82 })
        .toBuffer(),
    )
  } catch {
    throw unreadable('La imagen está dañada o es demasiado grande. Descarga el original o pide otra al comprador.')
  }
}

/** The proof and its bytes as they were sent. @throws AppError 404 */
export async function originalProof(ctx: Ctx, purchaseId: number) {
  const proof = await proofOf(ctx, purchaseId)
  const file = await ctx.files.open(proof.id)
  if (!file) throw notFound('El comprobante no está')
  return { proof, ...file }
}

async function proofOf(ctx: Ctx, purchaseId: number): Promise<Proof> {
  const purchase = await findPurchase(ctx.db.read, purchaseId)
  const proof = purchase && (await findProof(ctx.db.read, purchase.comprobante))
  if (!proof) throw notFound('Esa compra no existe')
  return proof
}

function unreadable(details: string): AppError {
  return new AppError(415, 'COMPROBANTE_ILEGIBLE', 'No se puede mostrar', details)
}
