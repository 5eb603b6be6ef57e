import type { FastifyRequest } from 'fastify'
import { type AppError, refusal } from '#platform/errors.ts'
import { withoutHidden } from '#platform/hidden-signs.ts'
import { parse } from '#platform/server/http/parse.ts'
import { type ColumnMap, columnMap, statementForm } from '../../../statement-contract.ts'
import { STATEMENT_BYTES } from '../../../statement-map.ts'
import { jsonIn } from '../sent-text.ts'

/** A chosen file, and the chooser's data on it. */
export interface ChosenFile {
  metodo_id: number
  mapa: ColumnMap | null
  nombre: string
  bytes: Buffer
}

/**
 * Reads the form of a statement. The file is kept nowhere: it comes again with 'Importar'.
 * @throws AppError 413 ARCHIVO_MUY_GRANDE, 422 EXTRACTO_SIN_ARCHIVO | DATOS_INVALIDOS
 */
export async function receiveStatement(request: FastifyRequest): Promise<ChosenFile> {
  if (!request.isMultipart()) throw refusal('EXTRACTO_SIN_ARCHIVO')
  const fields: Record<string, string> = {}
  let file: { nombre: string; bytes: Buffer } | null = null
  for await (const part of request.parts({ limits: { fileSize: STATEMENT_BYTES, files: 1 } })) {
    if (part.type === 'field') {
      if (typeof part.value === 'string') fields[part.fieldname] = part.value
    } else if (part.fieldname === 'archivo' && file === null) {
      const bytes = await part.toBuffer()
      if (part.file.truncated) throw tooLarge()
      file = { nombre: fileName(part.filename), bytes }
    } else {
      part.file.resume()
    }
  }
  const { metodo_id, mapa } = parse(statementForm, fields)
  if (file === null || file.bytes.length === 0) throw refusal('EXTRACTO_SIN_ARCHIVO')
  return { metodo_id, mapa: mapa === undefined ? null : parse(columnMap, jsonIn(mapa)), ...file }
}

/** The last part of a path, as people read it. */
export function fileName(given: string): string {
  return withoutHidden(given.split(/[\\/]/).at(-1) ?? '').slice(0, 120) || 'extracto'
}

/** @throws AppError 413 ARCHIVO_MUY_GRANDE */
export function requireSize(bytes: number): void {
  if (bytes > STATEMENT_BYTES) throw tooLarge()
}

function tooLarge(): AppError {
  return refusal('ARCHIVO_MUY_GRANDE', {
    error: 'Extracto demasiado grande',
    details: 'El archivo pesa más de 16 MB. Descarga el extracto por meses e importa cada uno.',
  })
}
