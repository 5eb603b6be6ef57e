import type { Instant } from '#platform/clock.ts'
import {
  bigint,
  creatingTables,
  instant,
  integer,
  money,
  of,
  oneOf,
  orNull,
  primary,
  type Row,
  table,
  text,
} from '#platform/server/db/table.ts'
import { proofs, purchases } from '#purchases/server/schema.ts'
import { raffles } from '#raffles/server/schema.ts'

/** A reviewer who left keeps nobody waiting for longer. The desk renews it while it is open. */
export const CLAIM_TIME = 120_000

/** The reviewer of a payment right now, so that two reviewers never judge the same one. */
export const reviewClaims = table(
  'review_claims',
  {
    compra_id: primary(of(purchases)),
    operador_id: integer(),
    nombre: text(),
    /** The claim counts until then. */
    hasta: instant(),
  },
  { deadlines: [{ column: 'hasta', most: CLAIM_TIME }] },
)

/** The look of a proof, in four parts of 16 bits that find its likes; all null when it is no picture. */
export const proofMarks = table(
  'proof_marks',
  {
    comprobante: primary(of(proofs)),
    compra_id: bigint(),
    marca1: orNull(integer()),
    marca2: orNull(integer()),
    marca3: orNull(integer()),
    marca4: orNull(integer()),
    /** Features to find it again (proof/capture-index.ts); empty where it has nothing to read, null while nobody has looked. */
    rasgos: orNull(text()),
    /** When somebody looked, or 0. */
    visto_en: bigint<Instant>(0 as Instant),
  },
  {
    indexes: {
      // Pictures alike are found by `rasgos`; by the hash only those that are equal.
      proof_marks_by_marca1: ['marca1', 'compra_id'],
      proof_marks_seen: ['visto_en', 'comprobante'],
    },
  },
)

/** Two proofs that show the same picture. The newer one is `comprobante`. */
export const similarProofs = table(
  'similar_proofs',
  {
    comprobante: text(),
    otra_compra_id: bigint(),
  },
  {
    primaryKey: { similar_proofs_once: ['comprobante', 'otra_compra_id'] },
    indexes: {
      similar_proofs_of_other: ['otra_compra_id'],
    },
  },
)

/** Reasons offered when a payment is rejected, in the operator's order. None means the product's own. */
export const reviewReasons = table('review_reasons', {
  orden: primary(integer()),
  texto: text(),
})

/** A proof that could not be drawn, so that nothing tries again by itself, also not after a restart. */
export const undrawableProofs = table('undrawable_proofs', {
  comprobante: primary(of(proofs, 'id', 'cascade')),
  motivo: oneOf(['ilegible', 'tiempo', 'memoria']),
  intentos: integer(),
  en: instant(),
})

/** Raffles that let the bank's own word confirm payments without a person, and how much of it a day. */
export const automaticConfirming = table('automatic_confirming', {
  rifa_id: primary(of(raffles)),
  activa: integer(),
  tope_cantidad: integer(),
  /** In the raffle's currency. */
  tope_suma: money(),
  /** Grows with every change. */
  version: integer(),
})

export type ProofMarks = Row<typeof proofMarks>

const tables = [reviewClaims, proofMarks, similarProofs, reviewReasons, undrawableProofs, automaticConfirming] as const
export const reviewSchema = [creatingTables('2026-11-28-14-review', tables)]
