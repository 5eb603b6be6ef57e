import { refusal } from '../../errors.ts'
import { StoreError } from '../object-store/store-error.ts'

/**
 * Codes of a server or a network that is not there for now: of the operating system, and of PostgreSQL (connection
 * exceptions, too many connections, no memory, a server that stops, starts or has become a standby, a session or statement that
 * was ended for taking too long).
 */
const LOST = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'ECONNABORTED', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'EHOSTDOWN', 'ENETUNREACH'],
  ...['ENETDOWN', 'EAI_AGAIN', 'ENOTFOUND', 'ERR_STREAM_DESTROYED', 'ERR_SOCKET_CLOSED'],
  ...['08000', '08001', '08003', '08004', '08006', '08007', '53200', '53300', '57P01', '57P02', '57P03', '57P05'],
  ...['25P03', '25006', '57014'],
  // An unnoticed earlier error of ours: the request was undone.
  '25P02',
])

/** Messages of `pg` without a code when the connection is gone, or an answer or a place in the pool does not come in time. */
const LOST_WORDS =
  /^(Connection terminated|Client has encountered a connection error|Client was closed|Query read timeout|timeout exceeded when trying to connect|timeout expired)/

/**
 * No space, no right to write, a disk that fails or has other bytes than were written: codes of the operating system and of PostgreSQL, which reports
 * 42501 for a read-only disk.
 */
const DISK = new Set([
  ...['ENOSPC', 'EDQUOT', 'EROFS', 'EIO'],
  ...['53100', '58030', '42501', '58P01', 'XX001', 'XX002'],
])
/**
 * SQLITE_READONLY, SQLITE_IOERR, SQLITE_CORRUPT, SQLITE_FULL, SQLITE_CANTOPEN, SQLITE_NOTADB: the lowest byte of SQLite's codes. If a disk's bytes
 * cannot be read any more, it reports a corrupt file.
 */
const SQLITE_DISK = new Set([8, 10, 11, 13, 14, 26])
/** SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: another process had the file for longer than anybody waits. */
const SQLITE_BUSY = new Set([5, 6, 15])

function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : ''
}

/** Whether the connection or the server went away: the query may be repeated once a server answers. */
export function isLost(error: unknown): boolean {
  return LOST.has(codeOf(error)) || (error instanceof Error && LOST_WORDS.test(error.message))
}

/** Whether the database or a file could not be written for want of space, of rights, or of a disk that works. */
export function isDiskTrouble(error: unknown): boolean {
  if (DISK.has(codeOf(error))) return true
  return SQLITE_DISK.has(sqliteCode(error))
}

/** 0 when it is none of SQLite's errors. */
function sqliteCode(error: unknown): number {
  if (codeOf(error) !== 'ERR_SQLITE_ERROR' || !(error instanceof Error) || !('errcode' in error)) return 0
  return Number(error.errcode) & 0xff
}

/** The refusal for an error of the database, the network or the disk; any other error as it is. */
export function refuse(error: unknown): unknown {
  if (error instanceof StoreError) return refusal('SIN_ALMACEN', { cause: error })
  if (isDiskTrouble(error)) return refusal('SIN_ESPACIO', { cause: error, wait: 30 })
  if (SQLITE_BUSY.has(sqliteCode(error))) return refusal('SERVIDOR_OCUPADO', { cause: error })
  return isLost(error) ? refusal('SIN_BASE_DE_DATOS', { cause: error }) : error
}

/**
 * The index that refused a row, or null when the error is another one: PostgreSQL gives its name, SQLite the columns
 * (`purchases.rifa_id, purchases.cedula`).
 */
export function uniqueViolation(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  if ('code' in error && error.code === '23505') return 'constraint' in error ? String(error.constraint) : ''
  const sqlite = /^UNIQUE constraint failed: (.+)$/.exec(error.message)
  return sqlite?.[1] ?? null
}
