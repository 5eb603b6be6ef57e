import { expect, test } from 'vitest'
import { z } from 'zod'
import { parse } from './parse.ts'

const contract = z.strictObject({
  dia: z.string().regex(/^\d{4}-\d\d-\d\d$/),
  cuantos: z.coerce.number().int().max(50),
  estado: z.enum(['a', 'b']),
  propio: z.string().min(1, 'Escribe algo.'),
})

test('what is refused is said in Spanish, by the field, also where a contract has no words of its own', () => {
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
