import { operators } from '#access/server/schema.ts'
import {
  bigint,
  creatingTables,
  id,
  instant,
  of,
  onlyOneOf,
  orNull,
  primary,
  table,
  text,
  unique,
} from '#platform/server/db/table.ts'

export const operatorRecoveryCodes = table(
  'operator_recovery_codes',
  {
    operador_id: of(operators, 'id', 'cascade'),
    codigo_hash: text(),
  },
  {
    primaryKey: { operator_recovery_codes_key: ['operador_id', 'codigo_hash'] },
  },
)

/** An invited person: the address, and the hash of the token in the mail's link. */
export const operatorInvitations = table('operator_invitations', {
  id: id(),
  correo: unique(text()),
  rol: onlyOneOf(['dueno', 'revisor', 'lector', 'vendedor']),
  token_hash: unique(text()),
  /** Name of the inviting owner. */
  invita: text(),
  creado_en: instant(),
  caduca_en: instant(),
})

/** The link with which an operator sets another password: one at most, the newest. */
export const operatorPasswordLinks = table('operator_password_links', {
  operador_id: primary(of(operators, 'id', 'cascade')),
  token_hash: unique(text()),
  caduca_en: instant(),
})

/** A key of a phone, a computer or a stick, as a second factor (WebAuthn). */
export const operatorPasskeys = table(
  'operator_passkeys',
  {
    /** The credential's id, base64url. */
    id: primary(text()),
    operador_id: of(operators, 'id', 'cascade'),
    /** COSE, base64url. */
    clave_publica: text(),
    /** Number of its uses, by the key's counter; 0 without one. */
    contador: bigint(),
    /** How a browser reaches it, `internal,hybrid`. */
    transportes: text(),
    nombre: text(),
    creado_en: instant(),
    usado_en: orNull(instant()),
  },
  {
    indexes: {
      operator_passkeys_operator: ['operador_id'],
    },
  },
)

/** Purpose of a key's challenge; `codigo` is the code made from an answer. */
export type PasskeyUse = 'registrar' | 'entrar' | 'confirmar' | 'codigo'

/** Challenges of keys without an answer yet. */
export const operatorChallenges = table('operator_challenges', {
  reto_hash: primary(text()),
  operador_id: of(operators, 'id', 'cascade'),
  para: text<PasskeyUse>(),
  caduca_en: instant(),
})

/** How full each bucket of guesses is; see spend-guess.ts. */
export const guessLimits = table(
  'guess_limits',
  {
    clave: primary(text()),
    lleno_hasta: instant(),
  },
  {
    indexes: {
      guess_limits_age: ['lleno_hasta'],
    },
  },
)

const tables = [
  operatorRecoveryCodes,
  operatorInvitations,
  operatorPasswordLinks,
  operatorPasskeys,
  operatorChallenges,
  guessLimits,
] as const
export const operatorSchema = [creatingTables('2026-11-28-06-operators', tables)]
