import { z } from 'zod'
import { purchaseState } from './contract.ts'

export const participation = z.object({
  rifa_id: z.number().int(),
  /** Confirmed numbers; empty while in review. */
  numeros: z.array(z.string()),
  /** `rechazado` is given only where nothing of that cédula is in review or confirmed in the raffle, once, with a quantity of 0. */
  estado: purchaseState,
  cantidad: z.number().int(),
  /** In review, and there are no tickets for it yet. */
  en_espera: z.boolean(),
})
export type Participation = z.infer<typeof participation>

/** GET /api/rifas/participante/cedula/{cedula}, and its twin POST /api/rifas/participante/buscar {cedula}. */
export const lookupAnswer = z.object({ participaciones: z.array(participation) })
export type LookupAnswer = z.infer<typeof lookupAnswer>
