import { expect, test } from 'vitest'
import { questionOf } from '../testing/question.ts'
import { LAYOUTS, LINES } from '../testing/write-statements.ts'
import type { ReadRow } from './answer.ts'
import { readStatement } from './read-statement.ts'
import { UnreadableFile } from './unreadable.ts'

const said = ({ dia, sentido, centimos, referencia }: ReadRow) => [dia, sentido, centimos, referencia].join(' ')

/** Files that a bank's page gives while it loads, or a full phone keeps. A workbook without its end does not open. */
const TEXTS = LAYOUTS.filter(({ archivo }) => !archivo.endsWith('xlsx'))

test.each(TEXTS.map((layout) => [layout.archivo, layout] as const))(
  '%s that ends in the middle has no money that the whole has not',
  async (_, layout) => {
    const whole = await layout.write(LINES)
    const asked = questionOf(layout.banco)
    const known = new Set((await readStatement(whole, asked)).filas.map(said))
    let told = 0
    for (let at = 1; at < whole.length; at++) {
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
