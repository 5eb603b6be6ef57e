import { sql } from 'kysely'
import type { Instant } from '#platform/clock.ts'
import type { Money } from '#platform/money.ts'
import { bigint, creating, initially, integer, of, orNull, primary, text } from '#platform/server/db/create-table.ts'

/** Who is looking at a payment right now, so that two reviewers never judge the same one. */
export interface ReviewClaimsTable {
  compra_id: number
  operador_id: number
  nombre: string
  /** The claim counts until then. */
  hasta: Instant
}

/** What a proof looks like, in four parts of 16 bits that find its likes; all null when it is no picture. */
export interface ProofMarksTable {
  comprobante: string
  compra_id: number
  marca1: number | null
  marca2: number | null
  marca3: number | null
  marca4: number | null
  /** What finds it again (proof/capture-index.ts); empty where there is nothing to read in it, null while nobody has looked. */
  rasgos: string | null
  /** When somebody looked, or 0. */
  visto_en: Instant
}

/** Two proofs that show the same picture. The newer one is `comprobante`. */
export interface SimilarProofsTable {
  comprobante: string
  otra_compra_id: number
}

/** Reasons offered when a payment is rejected, in the operator's order. None means the product's own. */
export interface ReviewReasonsTable {
  orden: number
  texto: string
}

/** A proof that could not be drawn, so that nothing tries again by itself, also not after a restart. */
export interface UndrawableProofsTable {
  comprobante: string
  motivo: 'ilegible' | 'tiempo' | 'memoria'
  intentos: number
  en: Instant
}

/** Raffles that let the bank's own word confirm payments without a person, and how much of it a day. */
export interface AutomaticConfirmingTable {
  rifa_id: number
  activa: number
  tope_cantidad: number
  /** In the raffle's currency. */
  tope_suma: Money
  /** Grows with every change. */
  version: number
}

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    automatic_confirming: AutomaticConfirmingTable
    review_claims: ReviewClaimsTable
    proof_marks: ProofMarksTable
    similar_proofs: SimilarProofsTable
    review_reasons: ReviewReasonsTable
    undrawable_proofs: UndrawableProofsTable
  }
}

export const reviewSchema = [
  creating('2026-11-22-11-review', async ({ table, index }) => {
    await table('review_claims', {
      compra_id: of(primary(bigint), 'purchases.id'),
      operador_id: integer,
      nombre: text,
      hasta: bigint,
    })
    await table<'proof_marks', 'rasgos' | 'visto_en'>('proof_marks', {
      comprobante: of(primary(text), 'proofs.id'),
      compra_id: bigint,
      marca1: orNull(integer),
      marca2: orNull(integer),
      marca3: orNull(integer),
      marca4: orNull(integer),
    })
    for (const part of ['marca1', 'marca2', 'marca3', 'marca4'] as const)
      await index(`proof_marks_by_${part}`, 'proof_marks', [part, 'compra_id'])
    await table('similar_proofs', { comprobante: text, otra_compra_id: bigint }, (pairs) =>
      pairs.addPrimaryKeyConstraint('similar_proofs_once', ['comprobante', 'otra_compra_id']),
    )
    await index('similar_proofs_of_other', 'similar_proofs', ['otra_compra_id'])
    await table('review_reasons', { orden: primary(integer), texto: text })
    await table('undrawable_proofs', {
      comprobante: of(primary(text), 'proofs.id', 'cascade'),
      motivo: text,
      intentos: integer,
      en: bigint,
    })
  }),
  creating('2026-11-23-23-automatic-confirming', ({ table }) =>
    table('automatic_confirming', {
      rifa_id: of(primary(integer), 'raffles.id'),
      activa: integer,
      tope_cantidad: integer,
      tope_suma: text,
      version: integer,
      // Until 2026-11-27-97-automatic.
      ...{ ocupada_hasta: orNull(bigint) },
    }),
  ),
  creating('2026-11-27-30-captures', async ({ columns, index, run }) => {
    await columns('proof_marks', { rasgos: orNull(text), visto_en: initially(bigint, 0) })
    await index('proof_marks_seen', 'proof_marks', ['visto_en', 'comprobante'])
    // Pictures alike are found by what was added; by the hash only those that are equal.
    for (const part of ['marca2', 'marca3', 'marca4']) await run(sql`drop index ${sql.ref(`proof_marks_by_${part}`)}`)
  }),
  creating('2026-11-27-97-automatic', ({ run }) =>
    run(sql`alter table automatic_confirming drop column ocupada_hasta`),
  ),
]
