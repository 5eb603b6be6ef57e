import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  addHand,
  byBeacon,
  byLottery,
  openLed,
  publishedOf,
  takeSigned,
  typeBoth,
} from '#app/server/testing/led-draw.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { seededRandom } from '#platform/server/testing/seeded-random.ts'
import { verify } from '../../../../verify/verify.ts'
import { correctResult } from '../steps/correct-result.ts'
import { drawAll, freeze, lottery, publish, sampleLeague, sampleRule, sampleTickets } from '../testing/sample-draw.ts'
import { verdicts } from '../testing/verdicts.ts'

interface Published {
  document: unknown
  list: string
}

const PYTHON = spawnSync('python3', ['--version']).error === undefined
/** Reads published draws, a line each, and prints the findings and the verdict of each. */
const PROGRAM = `
import json, sys
sys.dont_write_bytecode = True
sys.path.insert(0, 'verify')
import verify
for line in sys.stdin:
    given = json.loads(line)
    print(json.dumps(verify.tell(given['text'], lambda: given['list'])))
`

function byPython(given: readonly (Published | { text: string; list: string })[]): [lines: string[], right: boolean][] {
  const input = given
    .map((one) => JSON.stringify('text' in one ? one : { text: JSON.stringify(one.document), list: one.list }))
    .join('\n')
  const { stdout, stderr } = spawnSync('python3', ['-c', PROGRAM], { input, encoding: 'utf8' })
  if (stderr !== '') throw new Error(stderr)
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

const VECTORS: { dice: string; vale: boolean; sorteo: object; lista: string }[] = JSON.parse(
  readFileSync('verify/vectors.json', 'utf8'),
)

test.each(VECTORS)(
  'page and command judge a draw of docs/draw.md as it says: $dice',
  async ({ sorteo, lista, vale }) => {
    expect(await verdicts(verify, sorteo, lista)).toEqual([vale, vale])
  },
)

test('docs/draw.md names every draw of verify/vectors.json', () => {
  const told = readFileSync('docs/draw.md', 'utf8')
  expect(VECTORS.filter(({ dice }) => !told.includes(`\`${dice}\``))).toEqual([])
})

test.skipIf(!PYTHON)('python3: the second verifier judges the draws of docs/draw.md as it says', () => {
  const found = byPython(VECTORS.map(({ sorteo, lista }) => ({ document: sorteo, list: lista })))
  expect(found.map(([lines, right], at) => [VECTORS[at]?.dice, right, right || lines])).toEqual(
    VECTORS.map(({ dice, vale }, at) => [dice, vale, vale || found[at]?.[0]]),
  )
})

test.skipIf(!PYTHON)('python3: a number is whole: no fraction, word or yes is taken for it', async () => {
  const { sorteo, lista } = VECTORS.find(({ vale }) => vale) as (typeof VECTORS)[number]
  const text = JSON.stringify(sorteo)
  const count = (sorteo as { lista_cuenta: number }).lista_cuenta
  const rifa = (sorteo as { rifa: number }).rifa
  const given = [
    text,
    text.replace(`"lista_cuenta":${count}`, `"lista_cuenta":${count}.0`),
    text.replace(`"lista_cuenta":${count}`, `"lista_cuenta":${count}e0`),
    text.replace(`"rifa":${rifa}`, `"rifa":${rifa}.0`),
    text.replace(`"rifa":${rifa}`, '"rifa":true'),
  ]
  expect(new Set(given).size).toBe(5)
  expect(byPython(given.map((one) => ({ text: one, list: lista }))).map(([, right]) => right)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ])
})

test.skipIf(!PYTHON)(
  'python3: draws of every kind are right, one with another winner is wrong, and no signature is vouched for',
  async () => {
    const league = sampleLeague()
    const prize = (por: Parameters<typeof lottery>[0] | null) => ({
      ...{ titulo: 'Moto', por: por === null ? ({ tipo: 'faro' } as const) : lottery(por), reclamo_horas: 72 },
    })
    const given: Published[] = []
    for (const [seed, premios] of [
      [prize(null)],
      [prize({}), prize(null), prize({ suma: 7 })],
      [prize({ intentos: 1 })],
    ].entries()) {
      const rule = sampleRule(league.chain, { premios, uno_por_persona: seed === 1 })
      const random = seededRandom(seed + 1)
      const { frozen, list } = await freeze(rule, sampleTickets(rule, 60, random))
      const { document } = await publish(frozen, list, await drawAll(frozen, league, random))
      given.push({ document, list })
      const [first, ...others] = document.premios
      const other = { numero: first?.numero === '000' ? '001' : '000', codigo: first?.codigo ?? '' }
      given.push({ document: { ...document, premios: [other, ...others] }, list })
    }
    const found = byPython(given)
    expect(found.map(([, right]) => right)).toEqual(given.map((_, at) => at % 2 === 0))
    expect(found[0]?.[0].at(-1)).toBe('SIN COMPROBAR: la firma de las rondas, que este programa cree')
    expect(found[4]?.[0].at(-1)).toMatch(/^SIN COMPROBAR: los resultados de la lotería/)
  },
)

onSqlite('a draw of a shop, with a result that was corrected', (setup) => {
  test.skipIf(!PYTHON)('python3: is right to the last step, as by page and command', async () => {
    const { shop, league, bought } = await openLed(setup, [byLottery(), byBeacon('Bono')])
    const hands = [await addHand(shop, 'Ana'), await addHand(shop, 'Jose')] as const
    const { id, correo } = hands[0]
    const owner = { id, correo, nombre: 'Ana', rol: 'dueno', segundo_factor: true } as const
    shop.ctx.clock.set('2026-11-22T23:00:00-04:00')
    const told = { dia: '2026-11-22', resultados: [`7${bought[0]?.numeros[0]}`] }
    await typeBoth(shop, hands, told)
    await correctResult(shop.ctx, shop.id, { paso: 0, motivo: 'Era otro día.' }, owner)
    await typeBoth(shop, hands, { ...told, resultados: [`1${bought[1]?.numeros[0]}`] })
    await takeSigned({ shop, league }, 1)
    const { document, list } = await publishedOf(shop)
    expect(document.pasos).toHaveLength(4)
    const [found] = byPython([{ document, list }])
    expect([found?.[1], ...(await verdicts(verify, document, list))]).toEqual([true, true, true])
    expect(found?.[0]).toContain('AVISO: el paso 1 se corrigió: Era otro día.')
  })
})
