import type { Proof } from '#purchases/server/store.ts'
import type { ShownProof } from '../../contract.ts'
import type { UndrawableProofsTable } from '../schema.ts'

/** How often a proof is tried that takes too long or too much: the machine may have been short of both the first time. */
const TRIES = 2

/** Where the desk finds a proof. Its id makes the address of a corrected proof a new one. */
export function describeProof(purchaseId: number, proof: Proof, failed: UndrawableProofsTable | undefined): ShownProof {
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

/** What cannot be read stays so; what was ended may be tried once more, when a person asks for it. */
export function mayTryAgain({ motivo, intentos }: UndrawableProofsTable): boolean {
  return motivo !== 'ilegible' && intentos < TRIES
}
