import { expect, test } from 'vitest'
import { z } from 'zod'
import { seededRandom } from '#platform/server/testing/seeded-random.ts'
import { SEED, soak } from '#platform/server/testing/soak.ts'
import { questionOf } from '../testing/question.ts'
import { accountOf, LAYOUTS, type Layout, LINES, type Line } from '../testing/write-statements.ts'
import { type ReadRow, readHead, readRow } from './answer.ts'
import { readStatement } from './read-statement.ts'
import { UnreadableFile } from './unreadable.ts'

const read = async (layout: Layout, lines: readonly Line[] = LINES) =>
  readStatement(await layout.write(lines), questionOf(layout.banco))

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
      if (at < whole.length - 200 && at % soak(13, 1) > 0) continue
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

const ROUNDS = soak(30, 2_000)
const random = seededRandom(SEED)
const rows = z.array(readRow)

/** Changes that damage, a careless hand and a hostile one make to a file. */
const DEEDS: ((bytes: Buffer, at: number, length: number) => Buffer)[] = [
  (bytes, at) => Buffer.concat([bytes.subarray(0, at), random.bytes(1 + random.below(8)), bytes.subarray(at)]),
  (bytes, at, length) => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + length)]),
  (bytes, at, length) =>
    Buffer.concat([bytes.subarray(0, at + length), bytes.subarray(at, at + length), bytes.subarray(at + length)]),
  (bytes, at, length) => Buffer.concat([bytes.subarray(0, at), random.bytes(length), bytes.subarray(at + length)]),
  (bytes, at) => bytes.subarray(0, at),
  (bytes, at) =>
    Buffer.concat([
      bytes.subarray(0, at),
      Buffer.from(SIGNS[random.below(SIGNS.length)] as string),
      bytes.subarray(at),
    ]),
]
const SIGNS = [
  ...['"', ';', '\n', '\r', ',', '\t', '\0', '-', '1e9', '=', '<tr><td>', '</td>', '&#x0;', '&#1114112;', '^'],
  ...[':61:', '22,'],
  "'",
  '\ufeff',
  '9'.repeat(40),
]

test.each(LAYOUTS.map((layout) => [layout.archivo, layout] as const))(
  `%s, damaged ${ROUNDS} times (seed ${SEED}): a row is a valid one, or the file is refused`,
  async (_, layout) => {
    const whole = await layout.write(LINES)
    let read = 0
    for (let round = 0; round < ROUNDS; round++) {
      let bytes = whole
      for (let times = 0; times <= random.below(3); times++) {
        const deed = DEEDS[random.below(DEEDS.length)] as (typeof DEEDS)[number]
        bytes = deed(bytes, random.below(bytes.length + 1), random.below(60))
      }
      try {
        const { head, filas } = await readStatement(bytes, questionOf(layout.banco))
        readHead.parse(head)
        read += rows.parse(JSON.parse(JSON.stringify(filas))).length
        // Nothing is read in two ways.
        expect(new Set(filas.map(({ id_banco }) => id_banco)).size).toBe(filas.length)
      } catch (error) {
        if (!(error instanceof UnreadableFile))
          throw new Error(`${layout.archivo}: ${bytes.toString('base64')}`, { cause: error })
      }
    }
    expect(layout.archivo.endsWith('xlsx') || read > 0).toBe(true)
  },
)
