import { expect, test } from 'vitest'
import { z } from 'zod'
import { seededRandom } from '#platform/server/testing/seeded-random.ts'
import { SEED, soak } from '#platform/server/testing/soak.ts'
import { questionOf } from '../testing/question.ts'
import { LAYOUTS, LINES } from '../testing/write-statements.ts'
import { readHead, readRow } from './answer.ts'
import { readStatement } from './read-statement.ts'
import { UnreadableFile } from './unreadable.ts'

const ROUNDS = soak(60, 2_000)
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
