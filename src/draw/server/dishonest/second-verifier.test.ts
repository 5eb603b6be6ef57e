import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
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
  const judged = byPython(given.map((one) => ({ text: one, list: lista }))).map(([, right]) => right)
  expect(judged).toEqual([true, false, false, false, false])
})

interface Sealed {
  regla: string
  regla_sha256: string
  cierre: string
  pasos: string[]
  lista_cuenta: number | string
}

const sha = (text: string) => createHash('sha256').update(text).digest('hex')

test.skipIf(!PYTHON)('python3: both verifiers refuse what docs/draw.md does not let a draw say', async () => {
  const vector = VECTORS.find(({ dice }) => dice === 'attempt excludes nobody')
  const own = vector?.sorteo as Sealed
  const at = own.cierre
  const otherwise = (cierre: string) => ({ cierre, regla: own.regla.replace(at, cierre) })
  const inRule = (from: string | RegExp, to: string) => ({ regla: own.regla.replace(from, to) })
  const inSteps = (from: string | RegExp, to: string) => ({ pasos: own.pasos.map((text) => text.replace(from, to)) })
  const PARTS = /"partes":\[(\{.*?)\]/g
  const given = [
    {},
    { lista_cuenta: '6.0' },
    { rifa: '7e0' },
    ...[at.replace(':59:22-04:00', ':58:22-04:01'), at.replace('T', 't'), at.replace('T', ' ')].map(otherwise),
    otherwise(new Date(at).toISOString()),
    inRule('"espera_minutos":780', '"espera_minutos":780.0'),
    inRule('"rifa":', '"rifa": '),
    inSteps(/"premio":(\d)/, '"premio":$1.0'),
    inSteps(/(:\d\d)-04:00"}$/, '$1.5-04:00"}'),
    inRule(/("toma":"ultimas","cifras":)3/g, '$1-1'),
    {
      ...inRule(PARTS, '"partes":[$1,{"loteria":"Otra","toma":"primeras","cifras":0,"al_reves":false}]'),
      ...inSteps(/"resultados":\["(\d+)"\]/, '"resultados":["$1","$1"]'),
    },
  ].map((change) => {
    const one: Sealed = { ...own, ...change }
    one.regla_sha256 = sha(one.regla)
    const [, ...lines] = vector?.lista.split('\n') ?? []
    const list = [`tombola-lista-1,7,${one.regla_sha256},${one.cierre},${own.lista_cuenta}`, ...lines].join('\n')
    const hashes = { lista_sha256: sha(list), pasos_sha256: sha(one.pasos.map((text) => `${text}\n`).join('')) }
    // Numbers that JavaScript would write otherwise.
    return { list, text: JSON.stringify({ ...one, ...hashes }).replace(/"(6\.0|7e0)"/, '$1') }
  })
  const right = given.map((_, which) => which === 0)
  const bySelf = given.map(({ text, list }) =>
    verify(async (name) => (name === 'lista.csv' ? list : text)).then(
      () => true,
      () => false,
    ),
  )
  expect(await Promise.all(bySelf)).toEqual(right)
  expect(byPython(given).map(([, one]) => one)).toEqual(right)
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
