import { type Generated, sql } from 'kysely'
import type { Role } from '#access/contract.ts'
import type { Instant } from '#platform/clock.ts'
import {
  bigint,
  check,
  counter,
  creating,
  of,
  orNull,
  primary,
  text,
  unique,
} from '#platform/server/db/create-table.ts'
import { sellersStep } from './sellers-step.ts'

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

/** How full each bucket of guesses is; see spend-guess.ts. */
export interface GuessLimitsTable {
  clave: string
  lleno_hasta: Instant
}

declare module '#platform/server/db/tables.ts' {
  interface Tables {
    operators: OperatorsTable
    operator_recovery_codes: OperatorRecoveryCodesTable
    operator_invitations: OperatorInvitationsTable
    operator_password_links: OperatorPasswordLinksTable
    operator_passkeys: OperatorPasskeysTable
    operator_challenges: OperatorChallengesTable
    guess_limits: GuessLimitsTable
  }
}

const ROLES = sql`rol in ('dueno', 'revisor', 'lector')`
/** What goes with its operator. */
const own = of(bigint, 'operators.id', 'cascade')

export const operatorSchema = [
  creating('2026-11-22-04-operators', async ({ table, index }) => {
    await table(
      'operators',
      {
        id: counter,
        nombre: text,
        correo: text,
        clave_hash: text,
        rol: text,
        totp_secreto: orNull(text),
        totp_pendiente: orNull(text),
        totp_paso: bigint,
        totp_usados: text,
        creado_en: bigint,
        entrada_en: orNull(bigint),
        baja_en: orNull(bigint),
      },
      (operators) =>
        operators.addUniqueConstraint('operators_correo', ['correo']).addCheckConstraint('operators_rol', ROLES),
    )
    await table('operator_recovery_codes', { operador_id: own, codigo_hash: text }, (codes) =>
      codes.addPrimaryKeyConstraint('operator_recovery_codes_key', ['operador_id', 'codigo_hash']),
    )
    await table('guess_limits', { clave: primary(text), lleno_hasta: bigint })
    await index('guess_limits_age', 'guess_limits', ['lleno_hasta'])
    await table('operator_invitations', {
      id: counter,
      correo: unique(text),
      rol: check(text, ROLES),
      token_hash: unique(text),
      invita: text,
      creado_en: bigint,
      caduca_en: bigint,
    })
    await table('operator_password_links', {
      operador_id: of(primary(bigint), 'operators.id', 'cascade'),
      token_hash: unique(text),
      caduca_en: bigint,
    })
    await table('operator_passkeys', {
      id: primary(text),
      operador_id: own,
      clave_publica: text,
      contador: bigint,
      transportes: text,
      nombre: text,
      creado_en: bigint,
      usado_en: orNull(bigint),
    })
    await index('operator_passkeys_operator', 'operator_passkeys', ['operador_id'])
    await table('operator_challenges', { reto_hash: primary(text), operador_id: own, para: text, caduca_en: bigint })
  }),
  sellersStep,
]
