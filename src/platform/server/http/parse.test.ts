import { expect, test } from 'vitest'
import { z } from 'zod'
import { pathId } from '../../whole-number.ts'
import { parse } from './parse.ts'

const contract = z.strictObject({
  dia: z.string().regex(/^\d{4}-\d\d-\d\d$/),
  cuantos: z.coerce.number().int().max(50),
  estado: z.enum(['a', 'b']),
  propio: z.string().min(1, 'Escribe algo.'),
})

test('a refusal is said in Spanish, by the field, also where a contract has no words of its own', () => {
  let refusal: unknown
  try {
    parse(contract, { dia: 'ayer', cuantos: 'x', estado: 'c', propio: '', otro: 1 })
  } catch (error) {
    refusal = error
  }
  expect(refusal).toMatchObject({
    status: 422,
    code: 'DATOS_INVALIDOS',
    message: expect.anything(),
    extra: {
      campos: {
        dia: 'No tiene la forma que se espera.',
        cuantos: expect.stringMatching(/^Entrada inválida/),
        estado: expect.stringMatching(/^Opción inválida/),
        propio: 'Escribe algo.',
        '': expect.stringMatching(/^Llave desconocida/),
      },
    },
  })
})

test('an id in a path is one that both databases can hold', () => {
  expect(parse(pathId, '2147483647')).toBe(2_147_483_647)
  for (const id of ['2147483648', '9999999999', '0', '01', '-1', '1.0', '']) {
    expect(pathId.safeParse(id).success, id).toBe(false)
  }
})
