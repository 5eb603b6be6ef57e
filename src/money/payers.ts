import type { Claim, Credit } from './claim.ts'
import { FAR } from './likeness.ts'

/** Reports by their payers, whatever the amount. */
export class Payers<Reported extends { claim: Claim }> {
  readonly #reported = new Map<string, Reported[]>()

  constructor(reported: Iterable<Reported>) {
    for (const one of reported) {
      for (const payer of [...one.claim.telefonos, ...one.claim.documentos]) {
        const others = this.#reported.get(payer)
        if (others) others.push(one)
        else this.#reported.set(payer, [one])
      }
    }
  }

  /** Those of its account and its time whose payer the bank names. */
  of({ telefono, documento, metodo_id, dia }: Credit): Reported[] {
    return [telefono, documento]
      .flatMap((payer) => (payer === '' ? [] : (this.#reported.get(payer) ?? [])))
      .filter(
        ({ claim: { metodos, dias } }) => metodos.includes(metodo_id) && dias.some((day) => Math.abs(day - dia) <= FAR),
      )
  }
}
