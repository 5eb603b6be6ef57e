import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto'
import { crc32 } from 'node:zlib'
import type { WatchedTable } from '#platform/server/db/database.ts'
import type { Keys } from '#platform/server/installation/keys.ts'

/** A table whose rows are sealed. */
export interface SealedTable extends WatchedTable {
  /** The columns of its key say something of a person: the books know the row by a seal of them. */
  hidesKey: boolean
  /** Compared with its rows every few minutes: what buyers are shown, and who may enter. */
  watched: boolean
}

export type SealedTables = ReadonlyMap<string, SealedTable>

export interface SealKeys {
  rows: KeyObject
  marks: string
  lines: KeyObject
}

export function sealKeys(keys: Keys): SealKeys {
  return {
    rows: createSecretKey(keys.derive('libros: filas')),
    marks: keys.derive('libros: columnas').toString('hex'),
    lines: createSecretKey(keys.derive('libros: cadena')),
  }
}

/** 132 bits: what is compared, and what no one without the key can make. */
const SEAL_LENGTH = 22
/** Hexadecimal digits for each column. */
const MARK_LENGTH = 4

/** Names a row: the values of its key, or their seal. */
export function rowName(keys: SealKeys, table: string, sealed: SealedTable, row: Record<string, unknown>): string {
  const values = sealed.key.map((column) => row[column])
  return sealed.hidesKey ? seal(keys.rows, ['clave', table, ...values]) : values.join(' ')
}

/**
 * Seals the values of one part of a row: a code over all of them, then two bytes for each column that tell, to who has the
 * key, which one is another. Without the key they are noise: nobody can try names or cédulas against them.
 */
export function sealRow(keys: SealKeys, table: string, part: string, name: string, values: unknown[]): string {
  const code = seal(keys.rows, [table, part, name, ...values])
  const pads = marksPad(keys, code, values.length)
  return code + values.map((value, index) => mark(value, pads, index)).join('')
}

/** Which of the values are not those that were sealed. */
export function alteredValues(keys: SealKeys, sealed: string, values: unknown[]): number[] {
  const pads = marksPad(keys, sealed.slice(0, SEAL_LENGTH), values.length)
  return [...values.keys()].filter(
    (index) =>
      mark(values[index], pads, index) !==
      sealed.slice(SEAL_LENGTH + index * MARK_LENGTH, SEAL_LENGTH + (index + 1) * MARK_LENGTH),
  )
}

export function seal(key: KeyObject, fields: unknown[]): string {
  return createHmac('sha256', key).update(JSON.stringify(fields)).digest('base64url').slice(0, SEAL_LENGTH)
}

/** Two characters of a byte each for every column. */
function marksPad(keys: SealKeys, code: string, columns: number): string {
  let pads = ''
  for (let block = 0; pads.length < columns * 2; block++)
    pads += hash('sha256', `${keys.marks}${block}${code}`, 'binary')
  return pads
}

function mark(value: unknown, pads: string, index: number): string {
  const sum = checksum(value === null ? 'null' : `${typeof value}${value}`)
  return byteText(sum ^ pads.charCodeAt(index * 2)) + byteText((sum >>> 8) ^ pads.charCodeAt(index * 2 + 1))
}

/** The pad hides it, so that it need only be quick: a call out of the language costs more than a short text. */
function checksum(text: string): number {
  if (text.length > 64) return crc32(text)
  let sum = 0x811c9dc5
  for (let index = 0; index < text.length; index++) sum = Math.imul(sum ^ text.charCodeAt(index), 0x01000193)
  return sum ^ (sum >>> 16)
}

const BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

function byteText(value: number): string {
  return BYTES[value & 0xff] as string
}
