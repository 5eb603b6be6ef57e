import { expect, test } from 'vitest'
import { accountOf, LAYOUTS, type Layout, LINES, type Line } from '../testing/write-statements.ts'
import type { ReadQuestion } from './answer.ts'
import { readStatement } from './read-statement.ts'

const question = (banco: string, more: Partial<ReadQuestion> = {}): ReadQuestion => ({
  mapa: null,
  propios: [],
  banco,
  tipo: 'pago_movil',
  hoy: '2026-11-23',
  ...more,
})

const read = async (layout: Layout, lines: readonly Line[] = LINES) =>
  readStatement(await layout.write(lines), question(layout.banco))

test.each(LAYOUTS.map((layout) => [layout.archivo, layout] as const))('%s', async (_, layout) => {
  const { head, filas } = await read(layout)
  expect([head.formato.id, head.rechazadas, head.omitidos]).toEqual([layout.formato, [], layout.omitidos])
  const said = filas.map(({ dia, sentido, centimos, referencia }) => ({
    dia,
    centimos: sentido === 'credito' ? centimos : -centimos,
    referencia: referencia.replace(/^0+/, ''),
  }))
  const lines = layout.archivo === 'tesoro.txt' ? [...LINES].reverse() : LINES
  expect(said).toEqual(
    lines.map(({ dia, centimos, referencia }) => ({ dia, centimos, referencia: referencia.replace(/^0+/, '') })),
  )
  if (head.cuentas.length > 0) expect(head.cuentas).toContain(accountOf(layout.banco))
})
