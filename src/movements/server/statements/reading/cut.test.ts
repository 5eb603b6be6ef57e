import { expect, test } from 'vitest'
import { soak } from '#platform/server/testing/soak.ts'
import { questionOf } from '../testing/question.ts'
import { LAYOUTS, LINES } from '../testing/write-statements.ts'
import type { ReadRow } from './answer.ts'
import { readStatement } from './read-statement.ts'
import { UnreadableFile } from './unreadable.ts'

const said = ({ dia, sentido, centimos, referencia }: ReadRow) => [dia, sentido, centimos, referencia].join(' ')

/** Money in and out, much and little, with a number and without. */
const SOME = LINES.filter((_, at) => [0, 1, 2, 5, 8].includes(at))
/** Files that a bank's page gives while it loads, or a full phone keeps. A workbook without its end does not open. */
const TEXTS = LAYOUTS.filter(({ archivo }) => !archivo.endsWith('xlsx'))

test.each(TEXTS.map((layout) => [layout.archivo, layout] as const))(
  '%s that ends in the middle has no money that the whole has not',
  async (_, layout) => {
    const whole = await layout.write(SOME)
    const asked = questionOf(layout.banco)
    const known = new Set((await readStatement(whole, asked)).filas.map(said))
    let told = 0
    for (let at = 1; at < whole.length; at++) {
      // Each row is cut as the last one is, which is cut everywhere.
      if (at < whole.length - 200 && at % soak(7, 1) > 0) continue
      const cut = await readStatement(whole.subarray(0, at), asked).catch((error: unknown) => {
        if (error instanceof UnreadableFile) return null
        throw error
      })
      const wrong = (cut?.filas ?? []).map(said).filter((row) => !known.has(row))
      expect(wrong, whole.toString('latin1', Math.max(0, at - 60), at)).toEqual([])
      told += cut?.head.rechazadas.filter(({ razon }) => razon.includes('se corta aquí')).length ?? 0
    }
    expect(told).toBeGreaterThan(0)
  },
)

test('a last line without its end is a row like the others', async () => {
  const csv = 'Fecha;Referencia;Descripcion;Cargo;Abono\n02/11/2026;1;UNO;;10,00\n02/11/2026;2;DOS;;20,00'
  const { head, filas } = await readStatement(Buffer.from(csv), questionOf(''))
  expect([filas.length, head.rechazadas]).toEqual([2, []])
})

const NAMES = 'Fecha;Referencia;Descripción;Monto'
const TWO = 'Fecha;Referencia;Descripcion;Cargo;Abono'
const three = (first: string, second: string, last: string) =>
  [NAMES, ...[first, second, last].map((amount, at) => `20/11/2026;${at};X;${amount}`)].join('\n')

test.each([
  ['of its only column', three('100,00', '-1,00', '6714,2'), [10_000, -100]],
  ['before its decimals', three('100,00', '-1,00', '67'), [10_000, -100]],
  ['before the end of its thousands', three('100,00', '-1,00', '6.71'), [10_000, -100]],
  ['where some have none', three('100', '-1,50', '67'), [10_000, -150]],
  ['before the word of what left', three('100,00 CR', '1,00 DB', '50,00'), [10_000, -100]],
  ['before its minus', three('100,00', '1,00-', '50,00'), [10_000, -100]],
  ['before its minus, with one place', three('100,5', '1,5-', '50,5'), [10_050, -150]],
  ['before its second place', three('100,00', '-1,00', '50,5'), [10_000, -100]],
  ['of a column of its own', `${TWO}\n20/11/2026;1;A;5,00;\n20/11/2026;5;X;;6714,2`, [-500]],
] as const)('a file that ends within its last amount refuses it: %s', async (_, text, sums) => {
  const sumsOf = async (file: string) => {
    const { filas, head } = await readStatement(Buffer.from(file), questionOf('0134'))
    return [filas.map(({ sentido, centimos }) => (sentido === 'credito' ? centimos : -centimos)), head.rechazados]
  }
  expect(await sumsOf(text)).toEqual([sums, 1])
  // Control: the same with the end of its line is whole, as far as it is an amount.
  expect((await sumsOf(`${text}\n`))[0]).toHaveLength(sums.length + 1)
})

test.each([
  ['100,00', '-1,00', '50,00'],
  ['100', '1', '50'],
  ['100,00 CR', '1,00 DB', '50,00 CR'],
  ['Bs. 100,00', '1,00 Bs.', 'Bs. 50,00'],
  ['10.50000000', '-1.25000000', '2.00000000'],
  ['100,5', '200,25', '300,5'],
  ['100.5', '200.0', '300.0'],
])('control: a last amount that ends as the others is one: %s, %s, %s', async (...amounts) => {
  expect((await readStatement(Buffer.from(three(...amounts)), questionOf('0134'))).filas).toHaveLength(3)
})
