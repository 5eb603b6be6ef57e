import { expect, test } from 'vitest'
import { seededRandom } from '#platform/server/testing/seeded-random.ts'
import { verify } from '../../../../verify/verify.ts'
import { randomnessOf } from '../../beacon.ts'
import { hashOf, pickPlace } from '../../bytes.ts'
import { checkDraw } from '../../check-draw.ts'
import { type DrawDocument, stepsText } from '../../document.ts'
import { headLine, type Ticket, ticketLine } from '../../list.ts'
import { type DrawRule, type Prize, ruleText } from '../../rule.ts'
import { type Hands, type Step, stepText } from '../../steps.ts'
import { sha256 } from '../sha256.ts'
import { CLOSED, linesOf, lottery, sampleLeague, sampleRule, sampleTickets } from '../testing/sample-draw.ts'
import { verdicts as verdictsOf } from '../testing/verdicts.ts'

/**
 * Draws in which every hash is right and something else is not: anything that their rule does not allow has to be red with the page alone, in the
 * shop's check and in the command.
 */
const league = sampleLeague()
const prize = (titulo: string, por: Prize['por'] = { tipo: 'faro' }): Prize => ({ titulo, por, reclamo_horas: 72 })
const rule = sampleRule(league.chain, { premios: [prize('Moto'), prize('Bono')] })
const tickets = sampleTickets(rule, 60, seededRandom(8))
const ROUND = 34_183_012 + (Date.parse(CLOSED) - Date.parse('2026-11-21T20:00:00-04:00')) / 3_000
const round = (premio: number, ronda = ROUND): Step => ({ tipo: 'faro', premio, ronda, firma: league.sign(ronda) })

interface Told {
  rule?: DrawRule
  cierre?: string
  list?: string
  pasos?: readonly (Step | string)[]
  premios?: (Ticket | null)[]
}

/** Documents of a shop that makes every hash fit, whatever they say. */
async function tell({ rule: own = rule, cierre = CLOSED, list, pasos = [], premios }: Told) {
  const regla = ruleText(own)
  const text = list ?? (await listOf(tickets, own, cierre))
  const texts = pasos.map((step) => (typeof step === 'string' ? step : stepText(step)))
  const document: DrawDocument = {
    ...{ formato: 'tombola-sorteo-1', rifa: own.rifa, regla, regla_sha256: await hashOf(regla, sha256), cierre },
    ...{ lista_sha256: await hashOf(text, sha256), lista_cuenta: linesOf(text).length },
    ...{ pasos: texts, pasos_sha256: await hashOf(stepsText(texts), sha256), diario: null },
    premios: premios ?? own.premios.map(() => null),
  }
  return { document, list: text }
}

async function listOf(lines: readonly Ticket[], own = rule, cierre = CLOSED, rifa = own.rifa): Promise<string> {
  const regla = await hashOf(ruleText(own), sha256)
  return headLine({ rifa, regla, cierre, cuenta: lines.length }) + lines.map(ticketLine).join('')
}

/** By the page and by the command. */
const verdicts = ({ document, list }: { document: DrawDocument; list: string }) => verdictsOf(verify, document, list)
/** Verdicts on what it tells. */
const told = (given: Told) => tell(given).then(verdicts)

/** Winner of a prize by that round, among the tickets that are left. */
async function drawn(premio: number, ronda: number, left = tickets): Promise<Ticket> {
  const list = await hashOf(await listOf(tickets), sha256)
  const randomness = (await randomnessOf(league.chain, ronda, league.sign(ronda), sha256)) as string
  return left[await pickPlace(list, randomness, premio, left.length, sha256)] as Ticket
}
const without = (...gone: Ticket[]) => tickets.filter((one) => !gone.includes(one))

const first = await drawn(0, ROUND)
const second = await drawn(1, ROUND, without(first))
const right = { pasos: [round(0), round(1)], premios: [first, second] }
const GREEN = [true, true]
const RED = [false, false]

test('control: told so, the steps of the rule are right, before its draw, in its middle and at its end', async () => {
  expect(await told(right)).toEqual(GREEN)
  expect(await told({ pasos: [round(0)], premios: [first, null] })).toEqual(GREEN)
  expect(await told({})).toEqual(GREEN)
})

test('sales that went on after the hour of the rule', async () => {
  const cierre = '2026-12-20T21:00:00-04:00'
  expect(await told({ cierre })).toEqual(RED)
  const soldOut = { ...rule, cierre: { tipo: 'agotarse' as const, limite: CLOSED } }
  expect(await told({ rule: soldOut })).toEqual(GREEN)
  expect(await told({ rule: soldOut, cierre })).toEqual(RED)
})

test('a rule that was edited under its hash, and the draw of another raffle', async () => {
  const { document, list } = await tell(right)
  for (const lie of [{ regla: document.regla.replace('Moto', 'Foto') }, { rifa: 8 }]) {
    expect(await verdicts({ list, document: { ...document, ...lie } })).toEqual(RED)
  }
})

test('an invalid list: a number twice, an owner that nobody can be, another raffle, another length', async () => {
  const [one, two] = tickets as [Ticket, Ticket]
  const lists: Record<string, Promise<string>> = {
    'a number twice': listOf([one, { ...two, numero: one.numero }, ...tickets.slice(1)]),
    'out of order': listOf([two, one, ...tickets.slice(2)]),
    nobody: listOf([{ ...one, codigo: 'AEIOU1234567' }, ...tickets.slice(1)]),
    'of another raffle': listOf(tickets, rule, CLOSED, 8),
    'of another close': listOf(tickets, rule, '2026-12-20T19:00:00-04:00'),
    'of another rule': listOf(tickets, { ...rule, espera_minutos: 900 }),
  }
  for (const [name, list] of Object.entries(lists)) expect(await told({ list: await list }), name).toEqual(RED)
  const { document, list } = await tell({})
  expect(await verdicts({ list, document: { ...document, lista_cuenta: 61 } })).toEqual(RED)
})

test('prizes that are left out, or have other winners', async () => {
  expect(await told({ premios: [] })).toEqual(RED)
  expect(await told({ pasos: [round(0)], premios: [first] })).toEqual(RED)
  expect(await told({ ...right, premios: [first, { ...second, codigo: first.codigo }] })).toEqual(RED)
  expect(await told({ ...right, premios: [first, null] })).toEqual(RED)
})

test('a round that somebody chose, with its own signature and its own winner', async () => {
  const chosen = await drawn(0, ROUND + 1)
  expect(await told({ pasos: [round(0, ROUND + 1)], premios: [chosen, null] })).toEqual(RED)
  const forged = { ...round(0), firma: sampleLeague(2).sign(ROUND) }
  expect(await told({ pasos: [forged], premios: [first, null] })).toEqual(RED)
})

test('prizes in the order that suits somebody', async () => {
  const early = await drawn(1, ROUND)
  const late = await drawn(0, ROUND, without(early))
  expect(await told({ pasos: [round(1), round(0)], premios: [late, early] })).toEqual(RED)
  expect(await told({ pasos: [round(1)], premios: [null, early] })).toEqual(RED)
})

test('a number that wins twice, or a person where the rule says once', async () => {
  const once = { ...rule, uno_por_persona: true }
  const owned = tickets.filter(({ codigo }) => codigo === first.codigo)
  expect(owned.length).toBeGreaterThan(1)
  const list = await hashOf(await listOf(tickets, once), sha256)
  const randomness = (await randomnessOf(league.chain, ROUND, league.sign(ROUND), sha256)) as string
  const place = async (premio: number, left: readonly Ticket[]) =>
    left[await pickPlace(list, randomness, premio, left.length, sha256)] as Ticket
  const winner = await place(0, tickets)
  const other = await place(
    1,
    tickets.filter(({ codigo }) => codigo !== winner.codigo),
  )
  const again = await place(1, without(winner))
  const pasos = [round(0), round(1)]
  expect(await told({ rule: once, pasos, premios: [winner, other] })).toEqual(GREEN)
  expect(await told({ rule: once, pasos, premios: [winner, again] })).toEqual(RED)
  const twice = await drawn(1, ROUND)
  expect(await told({ pasos, premios: [first, twice] })).toEqual(RED)
})

const unsold = Array.from({ length: 1_000 }, (_, at) => String(at).padStart(3, '0')).find(
  (number) => !tickets.some(({ numero }) => numero === number),
) as string
const evening = (dia: string, numero: string, premio = 0): Step => ({
  ...{ tipo: 'loteria', premio, dia: dia as never, resultados: [numero], en: undefined },
  ...{ enlace: 'https://loteria.ejemplo.test/', manos: ['M. R. (1)', 'J. P. (2)'] as Hands },
})

test('by lottery: another evening, one number for two prizes, and a lottery that is asked once more', async () => {
  const own = sampleRule(league.chain, { premios: [prize('Moto', lottery()), prize('Bono', lottery())] })
  const [one, two] = tickets as [Ticket, Ticket]
  const drew = (pasos: Step[], premios: (Ticket | null)[]) => told({ rule: own, pasos, premios })
  const right = [evening('2026-12-21', one.numero), evening('2026-12-21', two.numero, 1)]
  expect(await drew(right, [one, two])).toEqual(GREEN)
  expect(await drew([evening('2026-12-22', one.numero)], [one, null])).toEqual(RED)
  expect(await drew([evening('2026-12-20', one.numero)], [one, null])).toEqual(RED)
  expect(await drew([evening('2026-12-21', one.numero), evening('2026-12-21', one.numero, 1)], [one, one])).toEqual(RED)
  const [missed, missedAgain] = [evening('2026-12-21', unsold), evening('2026-12-22', unsold)]
  expect(await drew([missed, evening('2026-12-22', one.numero)], [one, null])).toEqual(GREEN)
  // After two attempts the beacon decides.
  expect(await drew([missed, missedAgain, evening('2026-12-23', one.numero)], [one, null])).toEqual(RED)
})

test('steps before there is a list, a draw that is moved once it has begun, and a prize lost that nobody has', async () => {
  const none = { lista_sha256: null, lista_cuenta: null }
  const early = await tell({ pasos: [round(0)] })
  expect(await verdicts({ ...early, document: { ...early.document, ...none } })).toEqual(RED)
  const moved: Step = {
    ...{ tipo: 'aplazado', que: 'sorteo', de: '2026-12-21T09:00:00-04:00', a: '2026-12-22T09:00:00-04:00' },
    ...{ motivo: 'No hay luz', en: '2026-12-21T08:00:00-04:00' },
  }
  expect(await told({ pasos: [moved] })).toEqual(GREEN)
  expect(await told({ pasos: [round(0), moved] })).toEqual(RED)
  for (const wrong of [
    { en: '2026-12-21T09:00:00-04:00' },
    { de: '2026-12-21T09:00:01-04:00' },
    { a: '2026-12-20T18:00:00-04:00' },
    { motivo: ' ' },
  ])
    expect(await told({ pasos: [{ ...moved, ...wrong }] }), JSON.stringify(wrong)).toEqual(RED)
  const lost: Step = { tipo: 'vencido', premio: 0, en: '2026-12-27T19:00:00-04:00' }
  expect(await told({ pasos: [lost] })).toEqual(RED)
})

test('a step with an extra value that nobody reads', async () => {
  const noted = JSON.stringify({ ...round(0), nota: 'no es esta' })
  const { document, list } = await tell({ pasos: [noted], premios: [first, null] })
  expect((await checkDraw(document, list, sha256)).bien).toBe(false)
})

const PAGE = { pagina: 'https://loteria.ejemplo.test/resultados', objecion_minutos: 30 }
const paged = sampleRule(league.chain, { premios: [prize('Moto', lottery(PAGE))] })
const typed = (dia: string, numero: string, changes: object = {}): Step =>
  ({ ...evening(dia, numero), en: `${dia}T22:20:00-04:00`, ...changes }) as Step
const corrected = (paso: number, changes: object = {}): Step => ({
  ...{ tipo: 'corregido', premio: 0, paso, motivo: 'Era otro sorteo.', mano: 'M. R. (1)' },
  ...{ en: '2026-12-23T09:00:00-04:00', ...changes },
})
test('corrected: the prize stays as before the error, for everybody to see, and nothing else is taken back', async () => {
  const [one, two] = tickets as [Ticket, Ticket]
  const drew = (pasos: Step[], premios: (Ticket | null)[], own = paged) => told({ rule: own, pasos, premios })
  const [wrong, right] = [typed('2026-12-21', one.numero), typed('2026-12-21', two.numero)]
  expect(await drew([wrong], [one])).toEqual(GREEN)
  expect(await drew([wrong, corrected(0)], [null])).toEqual(GREEN)
  expect(await drew([wrong, corrected(0)], [one])).toEqual(RED)
  expect(await drew([wrong, corrected(0), right], [two])).toEqual(GREEN)
  // Its winner can win again, and all that followed of the prize is gone with it.
  expect(await drew([wrong, corrected(0), wrong], [one])).toEqual(GREEN)
  const missed = [typed('2026-12-21', unsold), typed('2026-12-22', unsold)]
  expect(await drew([...missed, corrected(0), right], [two])).toEqual(GREEN)
  expect(await drew([...missed, corrected(1), typed('2026-12-22', one.numero)], [one])).toEqual(GREEN)
  expect(await drew([...missed, corrected(1), right], [two])).toEqual(RED)
  const lost: Step = { tipo: 'vencido', premio: 0, en: '2026-12-24T22:50:00-04:00' }
  const late = { en: '2026-12-25T09:00:00-04:00' }
  expect(await drew([wrong, lost, corrected(0, late), right], [two])).toEqual(GREEN)
  expect(await drew([wrong, lost, corrected(0, late), wrong], [one])).toEqual(GREEN)
  // Only a typed result is corrected, once, with a reason, if the rule names the page.
  expect(await drew([wrong, corrected(0), corrected(0)], [null])).toEqual(RED)
  expect(await drew([wrong, corrected(0), corrected(1)], [null])).toEqual(RED)
  expect(await drew([wrong, corrected(0, { motivo: ' ' })], [null])).toEqual(RED)
  expect(await drew([wrong, corrected(0, { premio: 1 })], [null])).toEqual(RED)
  const unnamed = sampleRule(league.chain, { premios: [prize('Moto', lottery())] })
  expect(await drew([evening('2026-12-21', one.numero), corrected(0)], [null], unnamed)).toEqual(RED)
})

test('typed before its hour, of another page, without its hour, or lost before it was firm', async () => {
  const [one] = tickets as [Ticket]
  const drew = (pasos: Step[], premios: (Ticket | null)[] = [one]) => told({ rule: paged, pasos, premios })
  expect(await drew([typed('2026-12-21', one.numero, { enlace: 'https://loteria.ejemplo.test' })])).toEqual(GREEN)
  const others = ['https://otra.ejemplo.test/', 'https://loteria.ejemplo.test.otra.test/']
  for (const enlace of [...others, 'http://loteria.ejemplo.test/'])
    expect(await drew([typed('2026-12-21', one.numero, { enlace })])).toEqual(RED)
  expect(await drew([typed('2026-12-21', one.numero, { en: '2026-12-21T21:59:59-04:00' })])).toEqual(RED)
  expect(await drew([evening('2026-12-21', one.numero)])).toEqual(RED)
  const late = typed('2026-12-21', one.numero, { en: '2026-12-21T23:59:00-04:00' })
  const lost = (en: string): Step => ({ tipo: 'vencido', premio: 0, en })
  expect(await drew([late, lost('2026-12-25T00:28:59-04:00')], [null])).toEqual(RED)
  expect(await drew([late, lost('2026-12-25T00:29:00-04:00')], [null])).toEqual(GREEN)
})

test('put off more often, or by more days, than its rule allows', async () => {
  const own = { ...rule, aplazar: { veces: 2, dias: 3 } }
  const moves = (...days: number[]): Step[] =>
    days.map((day, at) => ({
      ...{ tipo: 'aplazado', que: 'sorteo', motivo: 'No hay luz.', en: '2026-12-20T21:00:00-04:00' },
      ...{ de: `2026-12-${days[at - 1] ?? 21}T09:00:00-04:00`, a: `2026-12-${day}T09:00:00-04:00` },
    }))
  expect(await told({ rule: own, pasos: moves(22, 24) })).toEqual(GREEN)
  expect(await told({ rule: own, pasos: moves(22, 23, 24) })).toEqual(RED)
  expect(await told({ rule: own, pasos: moves(25) })).toEqual(RED)
  expect(await told({ pasos: moves(22, 23, 24, 29) })).toEqual(GREEN)
  // The shop moves it once for a late list, and to an hour soon afterwards.
  const late = (...steps: [de: string, a: string, en: string][]): Step[] =>
    steps.map(([de, a, en]) => {
      const [from, to, said] = [de, a, en].map((hour) => `2026-12-21T${hour}:00-04:00`) as [string, string, string]
      return { tipo: 'aplazado', que: 'sorteo', motivo: 'La lista se congeló tarde', de: from, a: to, en: said }
    })
  const once = { ...rule, aplazar: { veces: 0, dias: 0 } }
  expect(await told({ rule: once, pasos: late(['09:00', '10:15', '09:00']) })).toEqual(GREEN)
  expect(await told({ rule: once, pasos: late(['09:00', '11:01', '08:59']) })).toEqual(RED)
  const twice = late(['09:00', '10:15', '09:00'], ['10:15', '12:00', '10:14'])
  expect(await told({ rule: once, pasos: twice })).toEqual(RED)
})
