import { type ColumnDefinitionBuilder, sql } from 'kysely'
import type { Instant } from '#platform/clock.ts'
import type { SchemaStep } from '#platform/server/db/migrate.ts'

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

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    review_claims: ReviewClaimsTable
    proof_marks: ProofMarksTable
    similar_proofs: SimilarProofsTable
    review_reasons: ReviewReasonsTable
    undrawable_proofs: UndrawableProofsTable
  }
}

export const reviewSchema: SchemaStep[] = [
  {
    name: '0040-review-desk',
    async up(schema, dialect) {
      const required = (column: ColumnDefinitionBuilder) => column.notNull()
      const end = sql.raw(dialect.tableSuffix)
      await schema.schema
        .createTable('review_claims')
        .addColumn('compra_id', dialect.bigint, (column) => column.primaryKey().references('purchases.id'))
        .addColumn('operador_id', 'integer', required)
        .addColumn('nombre', 'text', required)
        .addColumn('hasta', dialect.bigint, required)
        .modifyEnd(end)
        .execute()
      await schema.schema
        .createTable('proof_marks')
        .addColumn('comprobante', 'text', (column) => column.primaryKey().references('proofs.id'))
        .addColumn('compra_id', dialect.bigint, required)
        .addColumn('marca1', 'integer')
        .addColumn('marca2', 'integer')
        .addColumn('marca3', 'integer')
        .addColumn('marca4', 'integer')
        .modifyEnd(end)
        .execute()
      for (const part of ['marca1', 'marca2', 'marca3', 'marca4']) {
        await schema.schema
          .createIndex(`proof_marks_by_${part}`)
          .on('proof_marks')
          .columns([part, 'compra_id'])
          .execute()
      }
      await schema.schema
        .createTable('similar_proofs')
        .addColumn('comprobante', 'text', required)
        .addColumn('otra_compra_id', dialect.bigint, required)
        .addPrimaryKeyConstraint('similar_proofs_once', ['comprobante', 'otra_compra_id'])
        .modifyEnd(end)
        .execute()
      await schema.schema.createIndex('similar_proofs_of_other').on('similar_proofs').column('otra_compra_id').execute()
      await schema.schema
        .createTable('review_reasons')
        .addColumn('orden', 'integer', (column) => column.primaryKey())
        .addColumn('texto', 'text', required)
        .modifyEnd(end)
        .execute()
    },
  },
  {
    name: '0125-undrawable-proofs',
    async up(schema, dialect) {
      await schema.schema
        .createTable('undrawable_proofs')
        .addColumn('comprobante', 'text', (column) => column.primaryKey().references('proofs.id').onDelete('cascade'))
        .addColumn('motivo', 'text', (column) => column.notNull())
        .addColumn('intentos', 'integer', (column) => column.notNull())
        .addColumn('en', dialect.bigint, (column) => column.notNull())
        .modifyEnd(sql.raw(dialect.tableSuffix))
        .execute()
    },
  },
]
