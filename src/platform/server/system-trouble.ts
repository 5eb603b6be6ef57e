/**
 * A refusal of the operating system, as a sentence with instructions.
 * @returns null for any other error.
 */
export function systemTrouble(error: unknown): string | null {
  const {
    code,
    path = 'esa carpeta',
    errcode = 0,
  } = (error ?? {}) as { code?: string; path?: string; errcode?: number }
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return `El usuario con el que corre Tómbola no puede usar ${path}. Dale la carpeta (chown -R usuario carpeta), o indica otra.`
    case 'EROFS':
      return `${path} está en un disco de solo lectura, o systemd no deja al servicio escribir ahí (ReadWritePaths).`
    case 'ENOTSUP':
      return `En ${path} el sistema no deja hacer ninguna carpeta. Indica otra.`
    case 'ERR_SQLITE_ERROR':
      return SQLITE[errcode & 0xff] ?? roomTrouble(error)
    default:
      return roomTrouble(error)
  }
}

/** A full or failing disk may recover by itself: another try may do. @returns null for anything else. */
export function roomTrouble(error: unknown): string | null {
  const { code = '', errcode = 0 } = (error ?? {}) as { code?: string; errcode?: number }
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'No queda espacio en el disco.'
  const full = code === 'ERR_SQLITE_ERROR' && SQLITE_FULL.includes(errcode & 0xff)
  return full ? 'El disco está lleno, o falla: haz lugar, o cámbialo.' : null
}

/** SQLITE_IOERR, SQLITE_FULL: a log for which there is no room is an error of the disk to it. */
const SQLITE_FULL = [10, 13]

const UNWRITABLE =
  'No se puede escribir en la base de datos: su disco es de solo lectura, o la carpeta de datos es de otro usuario que el que corre Tómbola.'
const DAMAGED =
  'El archivo de la base de datos está dañado o no es uno de SQLite. Apártalo y recupera el último respaldo.'
/** SQLITE_READONLY, SQLITE_CORRUPT, SQLITE_CANTOPEN, SQLITE_NOTADB: the lowest byte of SQLite's codes. */
const SQLITE: Readonly<Record<number, string>> = { 8: UNWRITABLE, 11: DAMAGED, 14: UNWRITABLE, 26: DAMAGED }
