import { type AppError, notFound, refusal } from '#platform/errors.ts'
import type { Ctx } from '#platform/server/context.ts'
import type { Tables } from '#platform/server/db/tables.ts'
import { WorkFailure } from '#platform/server/limited/start-child.ts'
import { findProof, findPurchase, type Proof } from '#purchases/server/store.ts'
import type { ShownProof } from '../../contract.ts'
import { viewDrawer } from '../drawing/drawer.ts'
import { dropUndrawable, findUndrawable } from '../store.ts'
import { drawProof } from './draw-proof.ts'

/** How often a proof is tried that takes too long or too much: the machine may have been short of both the first time. */
const TRIES = 2

/**
 * Pictures that were drawn last: the desk requests the next payment's before it is opened, and browsers may not keep
 * them. At most this many bytes.
 */
const KEPT_BYTES = 4 * 1024 * 1024
const kept = new Map<string, Buffer>()
/** Drawings in progress, so that two requests wait for one drawing. */
const running = new Map<string, Promise<Buffer>>()

/**
 * The proof as a picture that we encoded ourselves, of a PDF its first page: nothing that a stranger wrote reaches the
 * operator's browser. A failed drawing is not tried again, unless a person asks for it.
 * @throws AppError 404, 415 COMPROBANTE_ILEGIBLE for files that cannot be drawn, 503 COMPROBANTE_EN_COLA
 */
export async function showProof(ctx: Ctx, purchaseId: number, again = false): Promise<Buffer> {
  const proof = await proofOf(ctx, purchaseId)
  const failed = await findUndrawable(ctx.db.read, proof.id)
  if (failed && !(again && mayTryAgain(failed))) throw unreadable(proof)
  const ready = kept.get(proof.id) ?? (await drawOnce(ctx, proof))
  if (failed) await ctx.db.write('revision', (tx) => dropUndrawable(tx, proof.id))
  return ready
}

function drawOnce(ctx: Ctx, proof: Proof): Promise<Buffer> {
  const before = running.get(proof.id)
  if (before) return before
  const drawing = draw(ctx, proof).finally(() => running.delete(proof.id))
  running.set(proof.id, drawing)
  return drawing
}

async function draw(ctx: Ctx, proof: Proof): Promise<Buffer> {
  try {
    const picture = await drawProof(ctx, viewDrawer, proof, proof.tipo === 'application/pdf' ? 'page' : 'picture')
    if (!picture) throw notFound('El comprobante no está')
    keep(proof.id, picture)
    return picture
  } catch (error) {
    if (!(error instanceof WorkFailure)) throw error
    if (error.blame) throw unreadable(proof)
    throw refusal('COMPROBANTE_EN_COLA')
  }
}

function keep(id: string, picture: Buffer): void {
  kept.set(id, picture)
  let bytes = 0
  for (const one of kept.values()) bytes += one.length
  for (const [oldest, { length }] of kept) {
    if (bytes <= KEPT_BYTES) break
    kept.delete(oldest)
    bytes -= length
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

function unreadable(proof: Proof): AppError {
  const details =
    proof.tipo === 'application/pdf'
      ? 'El PDF está dañado, tiene clave o tarda demasiado. Descarga el original o pide otro al comprador.'
      : 'La imagen está dañada o es demasiado grande. Descarga el original o pide otra al comprador.'
  return refusal('COMPROBANTE_ILEGIBLE', { details })
}

/** Where the desk finds a proof. Its id makes the address of a corrected proof a new one. */
export function describeProof(
  purchaseId: number,
  proof: Proof,
  failed: Tables['undrawable_proofs'] | undefined,
): ShownProof {
  const address = `/api/panel/compras/${purchaseId}/comprobante`
  return {
    nombre: proof.nombre,
    tipo: proof.tipo,
    bytes: proof.bytes,
    vista: failed ? null : `${address}?v=${proof.id}`,
    otra_vez: failed && mayTryAgain(failed) ? `${address}?v=${proof.id}&otra_vez=1` : null,
    original: `${address}/original?v=${proof.id}`,
  }
}

/** An unreadable file stays so; an ended drawing may be tried once more, when a person asks for it. */
function mayTryAgain({ motivo, intentos }: Tables['undrawable_proofs']): boolean {
  return motivo !== 'ilegible' && intentos < TRIES
}
