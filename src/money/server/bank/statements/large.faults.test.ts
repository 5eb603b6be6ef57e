import { expect, test } from 'vitest'
import { soak } from '#platform/server/testing/soak.ts'
import { STATEMENT_BYTES } from '../../../statement-map.ts'
import { createReader } from './reading/start-reading.ts'
import { largeStatement } from './testing/large-statement.ts'
import { questionOf } from './testing/question.ts'

const ROWS = soak(20_000, 100_000)
const question = questionOf('0134')

// A child that needs more time, memory or output than its limits is ended, and then nothing is read.
test.each(['csv', 'xlsx'] as const)(
  `${ROWS} rows of a %s are read by the child within its limits, each once`,
  async (form) => {
    const bytes = await largeStatement(form, ROWS)
    expect(bytes.length).toBeLessThan(STATEMENT_BYTES)
    const read = await createReader()(question, bytes)
    const rows = [...read.parts()].flat().sort((one, other) => one.fila - other.fila)
    expect([rows.length, read.head.rechazados, new Set(rows.map(({ id_banco }) => id_banco)).size]).toEqual([
      ROWS,
      0,
      ROWS,
    ])
    expect(rows.at(-1)).toMatchObject({ dia: '2026-10-01', banco_origen: '0174', sentido: 'credito' })
  },
)
