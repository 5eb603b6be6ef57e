import { expect, test } from 'vitest'
import { newOperator } from '#operators/contract.ts'
import { AppError } from '#platform/errors.ts'
import { refuse } from '#platform/server/db/trouble.ts'
import { parse } from '#platform/server/http/parse.ts'
import { StoreError } from '#platform/server/object-store/store-error.ts'
import { describeProblem, type Problem, problemText } from './installation.ts'

function problemOf(file: unknown): Problem {
  try {
    parse(newOperator, file)
  } catch (error) {
    return describeProblem(error)
  }
  throw new Error('nothing is wrong with it')
}

const FINE = { nombre: 'Ana', correo: 'ana@ejemplo.test', clave: 'una frase larga y propia', rol: 'lector' }

test('says which field of a file is wrong, and each of several', () => {
  const one = problemOf({ ...FINE, correo: 'ana' })
  expect(problemText(one)).toBe('Revisa los datos: correo: Escribe un correo válido.')
  expect(one).toMatchObject({ code: 'DATOS_INVALIDOS', campos: { correo: 'Escribe un correo válido.' } })
  expect(problemText(problemOf({ ...FINE, correo: 'ana', clave: 'corta' }))).toBe(
    'Revisa los datos:\n  correo: Escribe un correo válido.\n  clave: La clave debe tener 15 caracteres o más. Una frase sirve.',
  )
})

test('a file that is wrong as a whole, and an error without fields, keep their words', () => {
  expect(problemText(problemOf({ ...FINE, edad: 3 }))).toMatch(/^Revisa los datos: .*edad/)
  const closed = new AppError(409, 'DESTINO_OCUPADO', 'No está vacía', 'Indica otra carpeta.')
  expect(problemText(describeProblem(closed))).toBe('No está vacía: Indica otra carpeta.')
  expect(problemText(describeProblem(new Error('x')))).toBe('Algo falló: x')
})

test.each<[fields: object, says: RegExp]>([
  [{ code: 'EACCES', path: '/root/copias' }, /^No se pudo: El usuario .* no puede usar \/root\/copias\. Dale/],
  [{ code: 'EEXIST', path: '/mnt/copias' }, /^No se pudo: \/mnt\/copias no es una carpeta\.$/],
  [{ code: 'ERR_SQLITE_ERROR', errcode: 4874 }, /^No se pudo: El disco está lleno, o falla/],
  [{ code: 'ERR_SQLITE_ERROR', errcode: 11 }, /^No se pudo: El archivo de la base de datos está dañado/],
  [{ code: '28P01' }, /^Base de datos: PostgreSQL no deja entrar con DATABASE_URL/],
  [{ code: 'ENOTSUP', path: '/proc/copias' }, /^No se pudo: En \/proc\/copias el sistema no deja hacer/],
  [{ code: 'EIO' }, /^No se pudo: esa ruta no se puede usar \(EIO\)\.$/],
])('an error of the system, %o, is told in a sentence', (fields, says) => {
  expect(problemText(describeProblem(Object.assign(new Error('x'), fields)))).toMatch(says)
})

test('texts for buyers about a fault of ours are not shown to the person who keeps the machine', () => {
  const readOnly = Object.assign(new Error('attempt to write'), { code: 'ERR_SQLITE_ERROR', errcode: 8 })
  const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' })
  const mounted = Object.assign(new Error('read-only'), { code: 'EROFS', path: '/datos/x' })
  const locked = Object.assign(new Error('database is locked'), { code: 'ERR_SQLITE_ERROR', errcode: 5 })
  const store = new StoreError('unreachable')
  const said = [readOnly, full, mounted, locked, store].map((cause) => problemText(describeProblem(refuse(cause))))
  expect(said).toEqual([
    expect.stringMatching(/^No se pudo: No se puede escribir en la base de datos: su disco es de solo lectura/),
    'No se pudo: No queda espacio en el disco.',
    expect.stringMatching(/^No se pudo: \/datos\/x está en un disco de solo lectura/),
    expect.stringMatching(/^No se pudo: Otro programa usa la base de datos/),
    expect.stringMatching(/^Almacén S3: El almacén S3 no responde/),
  ])
  expect(said.join()).not.toMatch(/chown|ya le avisamos|muchas personas/)
})
