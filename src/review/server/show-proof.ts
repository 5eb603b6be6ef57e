import sharp from 'sharp'
import { AppError, notFound } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import { findProof, findPurchase, type Proof } from '#purchases/server/store.ts'
import { drawFirstPage } from './pdf-page.ts'
import { decoder, PIXEL_LIMIT } from './picture-likeness.ts'

const LONGEST_SIDE = 1_600

/**
 * The proof as a picture that we encoded ourselves, of a PDF its first page: nothing that a stranger wrote reaches the
 * operator's browser.
 * @throws AppError 404, 415 COMPROBANTE_ILEGIBLE for what does not decode.
 */
export async function showProof(ctx: Ctx, purchaseId: number): Promise<Buffer> {
  const proof = await proofOf(ctx, purchaseId)
  const bytes = await ctx.files.read(proof.id)
  if (!bytes) throw notFound('El comprobante no está')
  if (proof.tipo === 'application/pdf') return showPdf(bytes)
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

async function showPdf(bytes: Buffer): Promise<Buffer> {
  try {
    const { dots, width, height } = await drawFirstPage(bytes)
    return await sharp(dots, { raw: { width, height, channels: 4 } })
      .webp({ quality: 82 })
      .toBuffer()
  } catch {
    throw unreadable(
      'El PDF está dañado, tiene clave o tarda demasiado. Descarga el original o pide otro al comprador.',
    )
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
