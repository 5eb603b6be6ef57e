import { expect, test } from 'vitest'
import type { CalendarDate, Instant } from '#platform/clock.ts'
import { seededRandom } from '#platform/server/testing/seeded-random.ts'
import { SEED, soak } from '#platform/server/testing/soak.ts'
import { verify } from '../../../../verify/verify.ts'
import { hashOf } from '../../bytes.ts'
import { checkDraw } from '../../check-draw.ts'
import { type DrawDocument, stepsText } from '../../document.ts'
import { followRule } from '../../follow-rule.ts'
import type { DrawRule, Prize } from '../../rule.ts'
import { webSha256 } from '../../shop/run-check.ts'
import { type Hands, LATE_FREEZE, type Step, stepText } from '../../steps.ts'
import { sha256 } from '../sha256.ts'
import {
  CLOSED,
  drawAll,
  freeze,
  lottery,
  type Published,
  publish,
  sampleLeague,
  sampleRule,
  sampleTickets,
} from '../testing/sample-draw.ts'
import { verdicts as verdictsOf } from '../testing/verdicts.ts'

const league = sampleLeague()
const prize = (titulo: string, por: Prize['por']): Prize => ({ titulo, por, reclamo_horas: 72 })

/** Rules of every kind. */
const RULES: Record<string, Partial<DrawRule>> = {
  'one by the beacon': {},
  'three by the beacon, one for each person': {
    uno_por_persona: true,
    premios: ['Moto', 'Teléfono', 'Bono'].map((titulo) => prize(titulo, { tipo: 'faro' })),
  },
  'one by a lottery': { premios: [prize('Moto', lottery())] },
  'by a lottery of two parts, backwards and moved by one': {
    cifras: 4,
    numeros: 10_000,
    premios: [
      prize(
        'Carro',
        lottery({
          suma: 1,
          intentos: 3,
          partes: [
            { loteria: 'Super Gana', toma: 'primeras', cifras: 2, al_reves: true },
            { loteria: 'Triple Gana', toma: 'ultimas', cifras: 2, al_reves: false },
          ],
        }),
      ),
    ],
  },
  'both, when all is sold': {
    cierre: { tipo: 'agotarse', limite: '2026-12-31T23:59:59-04:00' },
    premios: [prize('Moto', lottery({ hora: '13:00' })), prize('Bono', { tipo: 'faro' })],
  },
}

async function draw(name: string, seed: number): Promise<Published & { rule: DrawRule }> {
  const random = seededRandom(seed)
  const rule = sampleRule(league.chain, RULES[name])
  const { frozen, list } = await freeze(rule, sampleTickets(rule, 40 + random.below(300), random))
  return { rule, ...(await publish(frozen, list, await drawAll(frozen, league, random))) }
}

/** The list of that many tickets, frozen under a rule with those changes. */
async function frozenBy(changes: Partial<DrawRule> = {}, many = 60) {
  const rule = sampleRule(league.chain, changes)
  return freeze(rule, sampleTickets(rule, many, seededRandom(SEED)))
}

/** The document with other steps, under their hash. */
const withSteps = async (document: DrawDocument, pasos: string[]) => ({
  ...document,
  pasos,
  pasos_sha256: await hashOf(stepsText(pasos), sha256),
})

/** The hour, by both clocks and for the command. */
function at(hour: number) {
  const aqui = hour as Instant
  return { ahora: hour, horas: { aqui, tienda: aqui } }
}

/** As a visitor's browser finds it, and by the command that shares no code with that. */
const verdicts = (document: unknown, list: string, known = {}) => verdictsOf(verify, document, list, known, webSha256)

test.each(Object.keys(RULES))('a draw by the rule is found right by page and command: %s', async (name) => {
  for (let round = 0; round < soak(1, 30); round++) {
    const { document, list } = await draw(name, SEED + round)
    expect(await verdicts(document, list), `seed ${SEED + round}`).toEqual([true, true])
    // A check before the end shows the next due event.
    const half = { ...(await withSteps(document, [])), premios: document.premios.map(() => null) }
    expect(await verdicts(half, list)).toEqual([true, true])
  }
})

test('before the list is frozen only the rule is there to look at', async () => {
  const { document } = await draw('one by the beacon', SEED)
  const before = { ...document, lista_sha256: null, lista_cuenta: null, cierre: null, premios: [null] }
  const early = await withSteps(before as DrawDocument, [])
  expect(await verdicts(early, '')).toEqual([true, true])
  expect(await verdicts({ ...early, premios: document.premios }, '')).toEqual([false, false])
})

test('every random change is found', async () => {
  const seed = SEED
  const random = seededRandom(seed)
  const names = Object.keys(RULES)
  const draws = await Promise.all(names.map((name) => draw(name, seed)))
  for (let round = 0; round < soak(100, 1_000); round++) {
    const { document, list } = draws[random.below(draws.length)] as Published
    const changed =
      round % 3 === 0 ? { document, list: mutated(list, random) } : { document: mutatedPart(document, random), list }
    expect(await verdicts(changed.document, changed.list), `seed ${seed}, round ${round}`).toEqual([false, false])
  }
})

/** A character replaced, removed, doubled, or two lines exchanged. */
function mutated(text: string, random: { below(limit: number): number }): string {
  const at = random.below(text.length)
  const other = '0123456789abcdefBCDF,\n'[random.below(22)] as string
  const tries = [
    text.slice(0, at) + other + text.slice(at + 1),
    text.slice(0, at) + text.slice(at + 1),
    text.slice(0, at) + text[at] + text.slice(at),
    text
      .split('\n')
      .toSpliced(random.below(20), 0, `${random.below(1000)}`.padStart(3, '0'))
      .join('\n'),
  ]
  const changed = tries[random.below(tries.length)] as string
  return changed === text ? `${text}0` : changed
}

/** One value of the document, at any depth, replaced by one like it; `diario` is a witness for the shop's journal and decides nothing. */
function mutatedPart(document: DrawDocument, random: { below(limit: number): number }): unknown {
  const copy = structuredClone(document) as unknown as Record<string, unknown>
  const places: [holder: Record<string, unknown>, key: string][] = []
  const visit = (holder: Record<string, unknown>) => {
    for (const key of Object.keys(holder)) {
      const value = holder[key]
      if (typeof value === 'object' && value !== null) visit(value as Record<string, unknown>)
      else if (key !== 'diario') places.push([holder, key])
    }
  }
  visit(copy)
  const [holder, key] = places[random.below(places.length)] as (typeof places)[number]
  const value = holder[key]
  holder[key] =
    typeof value === 'number' ? value + 1 + random.below(5) : typeof value === 'string' ? mutated(value, random) : 'x'
  return copy
}

test('a step that is due and not published two days later was withheld', async () => {
  const { frozen, list, tickets } = await frozenBy({
    premios: [prize('Moto', lottery()), prize('Bono', { tipo: 'faro' })],
  })
  const hours = (many: number) => Date.parse(CLOSED) + many * 3_600_000
  // The first draw counts 13 hours after the close; the first lottery is 26 after it.
  const before = await publish(frozen, list, [])
  const open = { ...before.document, lista_sha256: null, lista_cuenta: null }
  expect(await verdicts(open, '', at(hours(13 + 48)))).toEqual([true, true])
  expect(await verdicts(open, '', at(hours(13 + 48) + 1))).toEqual([false, false])
  expect(await verdicts(before.document, list, at(hours(26 + 48)))).toEqual([true, true])
  expect(await verdicts(before.document, list, at(hours(26 + 48) + 1))).toEqual([false, false])
  const won = { ...DRAWN, resultados: [tickets[7]?.numero ?? ''] }
  const { document } = await publish(frozen, list, [won])
  expect(await verdicts(document, list, at(hours(13 + 48)))).toEqual([true, true])
  expect(await verdicts(document, list, at(hours(13 + 48) + 1))).toEqual([false, false])
})

test('a clock that is wrong makes no true draw wrong, and none that was withheld right', async () => {
  const { frozen, list } = await frozenBy()
  const { document } = await publish(frozen, list, [])
  const open = { ...document, lista_sha256: null, lista_cuenta: null }
  // The round is due thirteen hours after the close.
  const [early, late] = [26, 13 + 49].map((many) => (Date.parse(CLOSED) + many * 3_600_000) as Instant)
  const judged = async (aqui?: Instant, tienda?: Instant | null) => {
    const horas = { aqui: aqui as Instant, tienda: tienda ?? null }
    const found = [await checkDraw(document, list, sha256, { horas }), await checkDraw(open, '', sha256, { horas })]
    const [one, other] = found.map(({ bien, aTiempo }) => (bien ? aTiempo : 'mal'))
    expect(one).toBe(other)
    return [one, found[0]?.hallazgos.filter(({ estado }) => estado === 'aviso').map(({ texto }) => texto)]
  }
  const rehearsal = expect.stringContaining('ensayo')
  expect(await judged(early, early)).toEqual([true, [rehearsal]])
  expect(await judged(late, late)).toEqual(['mal', [rehearsal]])
  // A phone that runs ahead, one that is behind, and a shop whose clock is still early.
  const differ = expect.stringContaining('no dicen la misma hora')
  const unknown = expect.stringContaining('No se sabe si se retrasó')
  expect(await judged(late, early)).toEqual([null, [rehearsal, differ, unknown]])
  expect(await judged(early, late)).toEqual([null, [rehearsal, differ, unknown]])
  // Nothing but files of a phone.
  const alone = expect.stringContaining('solo este teléfono')
  expect(await judged(early)).toEqual([true, [rehearsal, alone]])
  expect(await judged(late)).toEqual([null, [rehearsal, alone, unknown]])
  // Without a due step, no clock is needed.
  const { document: done } = await publish(frozen, list, await drawAll(frozen, league, seededRandom(4)))
  const { hallazgos, bien, aTiempo } = await checkDraw(done, list, sha256, {
    horas: { aqui: early as Instant, tienda: late as Instant },
  })
  expect([bien, aTiempo, hallazgos.filter(({ texto }) => /hora|retras/.test(texto))]).toEqual([true, true, []])
})

const DRAWN = {
  ...{ tipo: 'loteria' as const, en: undefined },
  premio: 0,
  dia: '2026-12-21' as CalendarDate,
  enlace: 'https://loteria.ejemplo.test/',
  manos: ['M. R. (1)', 'J. P. (2)'] as Hands,
}

test('a prize is lost after its time, to a round that nobody could choose, and typed by two people', async () => {
  const { frozen, list, tickets } = await frozenBy({ premios: [prize('Moto', lottery())] })
  const won = { ...DRAWN, resultados: [tickets[7]?.numero ?? ''] }
  const expired = (en: string) => [won, { tipo: 'vencido' as const, premio: 0, en }]
  // Drawn on the 21st at 22:00, and 72 hours to claim it.
  for (const [en, next] of [
    ['2026-12-24T22:00:00-04:00', '2026-12-25T20:00:00-04:00'],
    ['2026-12-27T08:00:00-04:00', '2026-12-27T20:00:00-04:00'],
    ['2026-12-27T08:00:01-04:00', '2026-12-28T20:00:00-04:00'],
  ] as const) {
    const { standings } = await followRule(frozen, expired(en), sha256)
    expect(standings[0]?.falta?.en).toBe(Date.parse(next))
    const { document } = await publish(frozen, list, expired(en))
    expect(await verdicts(document, list)).toEqual([true, true])
  }
  const { document } = await publish(frozen, list, [won])
  const early = expired('2026-12-24T21:59:59-04:00').map(stepText)
  expect(await verdicts({ ...(await withSteps(document, early)), premios: [null] }, list)).toEqual([false, false])
  const others = ['M. R. (1) ', 'M. R. (01)', 'M\u200b. R. (1)', 'M. R.', 'М. R. (1)']
  const alike = others.map((other) => ['M. R. (1)', other])
  for (const manos of [['M. R. (1)', 'M. R. (1)'], ['M. R. (1)'], [], ...alike]) {
    const typed = JSON.stringify({ ...JSON.parse(stepText(won)), manos })
    expect(await verdicts(await withSteps(document, [typed]), list)).toEqual([false, false])
  }
  // The steps of an earlier mail are the beginning of these.
  const first = await hashOf(stepsText(document.pasos), sha256)
  const later = await publish(frozen, list, expired('2026-12-27T19:00:00-04:00'))
  expect(await verdicts(later.document, list, { pasos: first })).toEqual([true, true])
  const other = await publish(frozen, list, [{ ...won, enlace: '' }])
  expect(await verdicts(other.document, list, { pasos: first })).toEqual([false, false])
})

test('the operator does not choose the order: of prizes that wait for one round the first comes first', async () => {
  const premios = ['Moto', 'Teléfono', 'Bono'].map((titulo) => prize(titulo, { tipo: 'faro' }))
  const { frozen, list } = await frozenBy({ premios })
  const round = async (steps: Step[], premio: number): Promise<Step> => {
    const falta = (await followRule(frozen, steps, sha256)).standings[premio]?.falta
    if (falta?.tipo !== 'faro') throw new Error('it waits for no round')
    return { tipo: 'faro', premio, ronda: falta.ronda, firma: league.sign(falta.ronda) }
  }
  const steps: Step[] = []
  for (const premio of [0, 1, 2]) steps.push(await round(steps, premio))
  const en = '2026-12-26T09:00:00-04:00'
  for (const premio of [2, 0]) steps.push({ tipo: 'vencido', premio, en })
  const { document } = await publish(frozen, list, [...steps, await round(steps, 0)])
  expect(await verdicts(document, list)).toEqual([true, true])
  const other = [...steps, await round(steps, 2)].map(stepText)
  const turned = await withSteps(document, other)
  // Red for its order, with any winners.
  for (const premios of [document.premios, document.premios.toReversed()]) {
    expect(await verdicts({ ...turned, premios }, list)).toEqual([false, false])
  }
  await expect(followRule(frozen, [...steps, await round(steps, 2)], sha256)).rejects.toThrow('antes toca')
  // A lottery whose hour is before the new round of a lost prize comes first.
  const second = await frozenBy({ premios: [prize('Bono', { tipo: 'faro' }), prize('Moto', lottery())] })
  const first: Step = { ...(steps[0] as Step & { tipo: 'faro' }) }
  const turns = async (expired: string) => {
    const { standings } = await followRule(second.frozen, [first, { tipo: 'vencido', premio: 0, en: expired }], sha256)
    return standings.map(({ toca }) => toca)
  }
  expect(await turns('2026-12-24T09:00:00-04:00')).toEqual([false, true])
})

test('nothing is reported of an hour that is still to come', async () => {
  const { frozen, list, tickets } = await frozenBy({ premios: [prize('Moto', lottery())] })
  const won: Step = { ...DRAWN, resultados: [tickets[7]?.numero ?? ''] }
  const none: Step = { ...DRAWN, tipo: 'sin sorteo', motivo: 'Feriado' } as Step
  const lost: Step = { tipo: 'vencido', premio: 0, en: '2026-12-26T09:00:00-04:00' }
  for (const [steps, hour] of [
    [[], CLOSED],
    [[won], '2026-12-21T22:00:00-04:00'],
    [[none], '2026-12-21T22:00:00-04:00'],
    [[won, lost], '2026-12-26T09:00:00-04:00'],
  ] as const) {
    const { document } = await publish(frozen, list, steps)
    const instant = Date.parse(hour)
    expect(await verdicts(document, list, at(instant - 9 * 60_000))).toEqual([true, true])
    expect(await verdicts(document, list, at(instant - 11 * 60_000))).toEqual([false, false])
  }
  // Where the two clocks differ it is not known.
  const { document } = await publish(frozen, list, [won])
  const [before, later] = ['2026-12-20T23:00:00-04:00', '2026-12-22T09:00:00-04:00'].map(
    (text) => Date.parse(text) as Instant,
  ) as [Instant, Instant]
  for (const horas of [
    { aqui: before, tienda: later },
    { aqui: later, tienda: before },
    { aqui: before, tienda: null },
  ]) {
    expect(await checkDraw(document, list, sha256, { horas })).toMatchObject({ bien: true, aTiempo: null })
  }
  const none_yet = { lista_sha256: null, lista_cuenta: null }
  const open = { ...(await publish(frozen, list, [])).document, ...none_yet }
  expect(await verdicts(open, '', at(Date.parse(CLOSED) - 11 * 60_000))).toEqual([false, false])
})

test('a list and a rule that a mail told of are not taken back, and sales end by the rule before it is there', async () => {
  const { frozen, list } = await frozenBy()
  const { document } = await publish(frozen, list, [])
  const open = { ...document, lista_sha256: null, lista_cuenta: null }
  expect(await verdicts(open, '')).toEqual([true, true])
  expect(await verdicts(open, '', { lista: document.lista_sha256 })).toEqual([false, false])
  expect(await verdicts(document, list, { regla: document.lista_sha256 })).toEqual([false, false])
  expect(await verdicts({ ...open, cierre: '2026-12-24T20:00:00-04:00' }, '')).toEqual([false, false])
  expect(await verdicts({ ...document, cierre: null }, list)).toEqual([false, false])
})

test('a sale by percentage that ended with less is reported', async () => {
  const cierre = { tipo: 'porcentaje' as const, porcentaje: 80, limite: '2026-12-31T23:59:59-04:00' }
  const warned = async (count: number, limite: string | null) => {
    const { frozen, list } = await frozenBy({ cierre: { ...cierre, limite } }, count)
    const { document } = await publish(frozen, list, [])
    const load = async (name: string) => (name === 'lista.csv' ? list : JSON.stringify(document))
    const { bien, hallazgos } = await checkDraw(document, list, webSha256)
    const page = hallazgos.some(({ estado, texto }) => estado === 'aviso' && texto.includes('800'))
    return [bien, page, (await verify(load)).some((line) => line.startsWith('AVISO: cerró con menos'))]
  }
  expect(await warned(60, cierre.limite)).toEqual([true, true, true])
  expect(await warned(60, null)).toEqual([true, true, true])
  expect(await warned(800, null)).toEqual([true, false, false])
  // At its limit it may have sold anything.
  expect(await warned(60, CLOSED)).toEqual([true, false, false])
})

test('a list that was frozen too late moves its draw, and that is reported', async () => {
  const { frozen, list } = await frozenBy()
  const late = {
    ...{ tipo: 'aplazado' as const, que: 'sorteo' as const, de: '2026-12-21T09:00:00-04:00' },
    ...{ a: '2026-12-21T12:00:00-04:00', motivo: LATE_FREEZE, en: '2026-12-21T10:47:00-04:00' },
  }
  const { document } = await publish(frozen, list, [late])
  expect(await verdicts(document, list)).toEqual([true, true])
  const { hallazgos, standings } = await checkDraw(document, list, sha256)
  expect(hallazgos).toContainEqual({ estado: 'aviso', texto: expect.stringContaining('se congeló tarde') })
  expect(standings[0]?.falta?.en).toBe(Date.parse(late.a))
  for (const wrong of [
    { ...late, motivo: 'La lista se congelo tarde' },
    { ...late, a: '2026-12-21T11:46:59-04:00' },
    { ...late, de: '2026-12-21T09:00:01-04:00' },
  ]) {
    expect(await verdicts(await withSteps(document, [JSON.stringify(wrong)]), list)).toEqual([false, false])
  }
})
