import {
  bigint,
  creatingTables,
  id,
  instant,
  of,
  orNull,
  primary,
  type Row,
  table,
  text,
} from '#platform/server/db/table.ts'
import type { Role } from '../contract.ts'

/** People who may enter the panel. The room `operators` writes its rows. */
export const operators = table(
  'operators',
  {
    id: id(),
    nombre: text(),
    /** Lower case. */
    correo: text(),
    /** argon2id in PHC form. */
    clave_hash: text(),
    rol: text<Role>(),
    /** Base32, sealed (sealed-secret.ts); null without a second factor. */
    totp_secreto: orNull(text()),
    /** Secret that was shown and not confirmed yet, sealed. */
    totp_pendiente: orNull(text()),
    /** Last time step whose code was used: that one and earlier ones are refused. */
    totp_paso: bigint(),
    /** Steps of the last codes that were used, with commas between them: each is good once, also after the clock went back. */
    totp_usados: text(),
    creado_en: instant(),
    /** Last sign-in; null before the first. */
    entrada_en: orNull(instant()),
    /** Instant since when the operator may not enter; null for active ones. */
    baja_en: orNull(instant()),
  },
  {
    unique: { operators_correo: ['correo'] },
    checks: {
      operators_rol: `rol in ('dueno', 'revisor', 'lector', 'vendedor')`,
    },
  },
)

export type OperatorRow = Row<typeof operators>

export const operatorSessions = table(
  'operator_sessions',
  {
    /** SHA-256 of the cookie's value: a reader of the table cannot sign in with it. */
    token_hash: primary(text()),
    operador_id: of(operators, 'id', 'cascade'),
    creado_en: instant(),
    usado_en: instant(),
    caduca_en: instant(),
    /** Names the session in the list of its operator; it opens nothing. */
    id: text(),
    /** Origin of the sign-in: its address, and its browser in words. */
    ip: text(),
    equipo: text(),
  },
  {
    indexes: {
      operator_sessions_operator: ['operador_id'],
    },
  },
)

/** A browser in which this operator has signed in before; strangers who exhaust the operator's guesses do not lock it out. */
export const operatorDevices = table(
  'operator_devices',
  {
    token_hash: text(),
    operador_id: of(operators, 'id', 'cascade'),
    usado_en: instant(),
  },
  {
    primaryKey: { operator_devices_key: ['token_hash', 'operador_id'] },
  },
)

const tables = [operators, operatorSessions, operatorDevices] as const
export const accessSchema = [creatingTables('2026-11-28-02-access', tables)]
