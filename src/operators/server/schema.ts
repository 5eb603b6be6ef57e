import { type Generated, sql } from 'kysely'
import type { Instant } from '#platform/clock.ts'
import type { SchemaStep } from '#platform/server/db/migrate.ts'
import type { Role } from '../contract.ts'

export interface OperatorsTable {
  id: Generated<number>
  nombre: string
  /** Lower case. */
  correo: string
  /** argon2id in PHC form. */
  clave_hash: string
  rol: Role
  /** Base32, sealed (sealed-secret.ts); null without a second factor. */
  totp_secreto: string | null
  /** Secret that was shown and not confirmed yet, sealed. */
  totp_pendiente: string | null
  /** Last time step whose code was used: that one and those before it are refused. */
  totp_paso: number
  /** Steps of the last codes that were used, with commas between them: each is good once, also after the clock went back. */
  totp_usados: string
  creado_en: Instant
  /** Last sign-in; null before the first. */
  entrada_en: Instant | null
  /** Since when he may not enter; null for who may. */
  baja_en: Instant | null
}

export interface OperatorRecoveryCodesTable {
  operador_id: number
  codigo_hash: string
}

export interface OperatorSessionsTable {
  /** SHA-256 of the cookie's value: whoever reads the table cannot sign in with it. */
  token_hash: string
  operador_id: number
  creado_en: Instant
  usado_en: Instant
  caduca_en: Instant
  /** Names the session in the list of its operator; it opens nothing. */
  id: string
  /** Where it was opened from: its address, and its browser in words. */
  ip: string
  equipo: string
}

/** Somebody who was asked to join; his address, and the hash of what the link in his mail carries. */
export interface OperatorInvitationsTable {
  id: Generated<number>
  correo: string
  rol: Role
  token_hash: string
  /** Name of who asked him. */
  invita: string
  creado_en: Instant
  caduca_en: Instant
}

/** The link with which an operator sets another password: one at most, the newest. */
export interface OperatorPasswordLinksTable {
  operador_id: number
  token_hash: string
  caduca_en: Instant
}

/** A key of a phone, a computer or a stick, as a second factor (WebAuthn). */
export interface OperatorPasskeysTable {
  /** The credential's id, base64url. */
  id: string
  operador_id: number
  /** COSE, base64url. */
  clave_publica: string
  /** Times that it was used, as the key counts; 0 where it does not. */
  contador: number
  /** How a browser reaches it, `internal,hybrid`. */
  transportes: string
  nombre: string
  creado_en: Instant
  usado_en: Instant | null
}

/** What a key is asked for; `codigo` is the code that an answer was turned into. */
export type PasskeyUse = 'registrar' | 'entrar' | 'confirmar' | 'codigo'

/** What a key was asked and has not answered yet. */
export interface OperatorChallengesTable {
  reto_hash: string
  operador_id: number
  para: PasskeyUse
  caduca_en: Instant
}

/** A browser in which this operator has signed in before; strangers who exhaust his guesses do not lock it out. */
export interface OperatorDevicesTable {
  token_hash: string
  operador_id: number
  usado_en: Instant
}

/** How full each bucket of guesses is; see spend-guess.ts. */
export interface GuessLimitsTable {
  clave: string
  lleno_hasta: Instant
}

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    operators: OperatorsTable
    operator_recovery_codes: OperatorRecoveryCodesTable
    operator_sessions: OperatorSessionsTable
    operator_devices: OperatorDevicesTable
    operator_invitations: OperatorInvitationsTable
    operator_password_links: OperatorPasswordLinksTable
    operator_passkeys: OperatorPasskeysTable
    operator_challenges: OperatorChallengesTable
    guess_limits: GuessLimitsTable
  }
}

export const operatorSchema: SchemaStep[] = [
  {
    name: '0003-operators',
    async up(schema, dialect) {
      const end = sql.raw(dialect.tableSuffix)
      await schema.schema
        .createTable('operators')
        .addColumn('id', dialect.bigint, dialect.counter)
        .addColumn('nombre', 'text', (column) => column.notNull())
        .addColumn('correo', 'text', (column) => column.notNull())
        .addColumn('clave_hash', 'text', (column) => column.notNull())
        .addColumn('rol', 'text', (column) => column.notNull())
        .addColumn('totp_secreto', 'text')
        .addColumn('totp_pendiente', 'text')
        .addColumn('totp_paso', dialect.bigint, (column) => column.notNull())
        .addColumn('creado_en', dialect.bigint, (column) => column.notNull())
        .addUniqueConstraint('operators_correo', ['correo'])
        .addCheckConstraint('operators_rol', sql`rol in ('dueno', 'revisor', 'lector')`)
        .modifyEnd(end)
        .execute()
      await schema.schema
        .createTable('operator_recovery_codes')
        .addColumn('operador_id', dialect.bigint, (column) =>
          column.notNull().references('operators.id').onDelete('cascade'),
        )
        .addColumn('codigo_hash', 'text', (column) => column.notNull())
        .addPrimaryKeyConstraint('operator_recovery_codes_key', ['operador_id', 'codigo_hash'])
        .modifyEnd(end)
        .execute()
      await schema.schema
        .createTable('operator_sessions')
        .addColumn('token_hash', 'text', (column) => column.primaryKey())
        .addColumn('operador_id', dialect.bigint, (column) =>
          column.notNull().references('operators.id').onDelete('cascade'),
        )
        .addColumn('creado_en', dialect.bigint, (column) => column.notNull())
        .addColumn('usado_en', dialect.bigint, (column) => column.notNull())
        .addColumn('caduca_en', dialect.bigint, (column) => column.notNull())
        .modifyEnd(end)
        .execute()
      await schema.schema
        .createIndex('operator_sessions_operator')
        .on('operator_sessions')
        .column('operador_id')
        .execute()
      await schema.schema
        .createTable('operator_devices')
        .addColumn('token_hash', 'text', (column) => column.notNull())
        .addColumn('operador_id', dialect.bigint, (column) =>
          column.notNull().references('operators.id').onDelete('cascade'),
        )
        .addColumn('usado_en', dialect.bigint, (column) => column.notNull())
        .addPrimaryKeyConstraint('operator_devices_key', ['token_hash', 'operador_id'])
        .modifyEnd(end)
        .execute()
      await schema.schema
        .createTable('guess_limits')
        .addColumn('clave', 'text', (column) => column.primaryKey())
        .addColumn('lleno_hasta', dialect.bigint, (column) => column.notNull())
        .modifyEnd(end)
        .execute()
      await schema.schema.createIndex('guess_limits_age').on('guess_limits').column('lleno_hasta').execute()
    },
  },
  {
    name: '0050-access',
    async up(schema, dialect) {
      const end = sql.raw(dialect.tableSuffix)
      await schema.schema.alterTable('operators').addColumn('entrada_en', dialect.bigint).execute()
      await schema.schema.alterTable('operators').addColumn('baja_en', dialect.bigint).execute()
      // Sessions last a working day: whoever is in enters once more, and every row has its new columns.
      await schema.deleteFrom('operator_sessions').execute()
      for (const column of ['id', 'ip', 'equipo']) {
        await schema.schema
          .alterTable('operator_sessions')
          .addColumn(column, 'text', (definition) => definition.notNull().defaultTo(''))
          .execute()
      }
      await schema.schema
        .createTable('operator_invitations')
        .addColumn('id', dialect.bigint, dialect.counter)
        .addColumn('correo', 'text', (column) => column.notNull().unique())
        .addColumn('rol', 'text', (column) => column.notNull().check(sql`rol in ('dueno', 'revisor', 'lector')`))
        .addColumn('token_hash', 'text', (column) => column.notNull().unique())
        .addColumn('invita', 'text', (column) => column.notNull())
        .addColumn('creado_en', dialect.bigint, (column) => column.notNull())
        .addColumn('caduca_en', dialect.bigint, (column) => column.notNull())
        .modifyEnd(end)
        .execute()
      await schema.schema
        .createTable('operator_password_links')
        .addColumn('operador_id', dialect.bigint, (column) =>
          column.primaryKey().references('operators.id').onDelete('cascade'),
        )
        .addColumn('token_hash', 'text', (column) => column.notNull().unique())
        .addColumn('caduca_en', dialect.bigint, (column) => column.notNull())
        .modifyEnd(end)
        .execute()
    },
  },
  {
    name: '0056-passkeys',
    async up(schema, dialect) {
      const end = sql.raw(dialect.tableSuffix)
      await schema.schema
        .createTable('operator_passkeys')
        .addColumn('id', 'text', (column) => column.primaryKey())
        .addColumn('operador_id', dialect.bigint, (column) =>
          column.notNull().references('operators.id').onDelete('cascade'),
        )
        .addColumn('clave_publica', 'text', (column) => column.notNull())
        .addColumn('contador', dialect.bigint, (column) => column.notNull())
        .addColumn('transportes', 'text', (column) => column.notNull())
        .addColumn('nombre', 'text', (column) => column.notNull())
        .addColumn('creado_en', dialect.bigint, (column) => column.notNull())
        .addColumn('usado_en', dialect.bigint)
        .modifyEnd(end)
        .execute()
      await schema.schema
        .createIndex('operator_passkeys_operator')
        .on('operator_passkeys')
        .column('operador_id')
        .execute()
      await schema.schema
        .createTable('operator_challenges')
        .addColumn('reto_hash', 'text', (column) => column.primaryKey())
        .addColumn('operador_id', dialect.bigint, (column) =>
          column.notNull().references('operators.id').onDelete('cascade'),
        )
        .addColumn('para', 'text', (column) => column.notNull())
        .addColumn('caduca_en', dialect.bigint, (column) => column.notNull())
        .modifyEnd(end)
        .execute()
    },
  },
  {
    name: '0131-used-steps',
    async up(schema) {
      await schema.schema
        .alterTable('operators')
        .addColumn('totp_usados', 'text', (column) => column.notNull().defaultTo(''))
        .execute()
    },
  },
]
