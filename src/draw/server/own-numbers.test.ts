import { expect, test } from 'vitest'
import { seededRandom } from '#platform/server/testing/seeded-random.ts'
import { QUICKNET } from '../chain.ts'
import { checkDraw } from '../check-draw.ts'
import type { DrawDocument } from '../document.ts'
import type { Told } from '../findings.ts'
import type { Prize } from '../rule.ts'
import { findOwn, foldOwn } from '../shop/own-numbers.ts'
import { createCheck, type Verdict } from '../shop/run-check.ts'
import { sha256 } from './sha256.ts'
import { drawAll, freeze, publish, sampleLeague, sampleRule, sampleTickets } from './testing/sample-draw.ts'

const league = sampleLeague()
const premios: Prize[] = ['Moto', 'Bono'].map((titulo) => ({ titulo, por: { tipo: 'faro' }, reclamo_horas: 72 }))
const rule = sampleRule(league.chain, { premios })
const random = seededRandom(72)
const tickets = sampleTickets(rule, 300, random)
const { frozen, list } = await freeze(rule, tickets)
const { document } = await publish(frozen, list, await drawAll(frozen, league, random))
const states = (found: { estado: string }[]) => found.map(({ estado }) => estado)

test('findings are told as they are found, and long work before it', async () => {
  const told: Told[] = []
  const checked = await checkDraw(document, list, sha256, {}, (one) => told.push(one))
  expect(checked).toMatchObject({ bien: true })
  expect(told.filter(({ estado }) => estado !== 'ahora')).toEqual(checked.hallazgos)
  const signatures = told.filter(({ texto }) => texto.startsWith('Comprobando la firma'))
  expect(new Set(signatures.map(({ texto }) => texto)).size).toBe(signatures.length)
  expect(signatures.length).toBeGreaterThan(0)
})

/** Verdict of the page about a draw. */
async function verdictOn(given: DrawDocument, text: string) {
  const verdicts: Verdict[] = []
  await createCheck()({ tipo: 'sorteo', document: given, list: text, known: {} }, (one) => {
    if (one.estado === 'veredicto') verdicts.push(one.veredicto)
  })
  expect(verdicts).toHaveLength(1)
  return verdicts[0]
}

test('a rehearsal is called one, and of a draw that is wrong nobody is shown as its winner', async () => {
  const shown = (won: DrawDocument['premios']) =>
    premios.map(({ titulo }, at) => ({ titulo, ganador: won[at] ?? null }))
  const right = { bien: true, ensayo: true, congelada: true, premios: shown(document.premios) }
  expect(await verdictOn(document, list)).toMatchObject(right)
  const [first = null, ...others] = document.premios
  const altered = { ...document, premios: [first && { ...first, codigo: '23456789BCDF' }, ...others] }
  expect(await verdictOn(altered, list)).toMatchObject({ bien: false, premios: shown([]) })
  const real = await freeze(sampleRule(QUICKNET, { premios }), tickets)
  const { document: open } = await publish(real.frozen, real.list, [])
  expect(await verdictOn(open, real.list)).toMatchObject({ bien: true, ensayo: false })
})

test('buyers find their numbers with their code, and any other is red', () => {
  const own = tickets[17] as (typeof tickets)[number]
  const his = tickets.filter(({ codigo }) => codigo === own.codigo).map(({ numero }) => numero)
  const absent = String(1 + Number(tickets.findLast(({ numero }) => Number(numero) < 999)?.numero)).padStart(3, '0')
  expect(states(findOwn(tickets, { numeros: his, codigo: own.codigo }))).toEqual(his.map(() => 'bien'))
  expect(findOwn(tickets, { numeros: [], codigo: own.codigo })).toHaveLength(his.length)
  expect(states(findOwn(tickets, { numeros: [own.numero], codigo: null }))).toEqual(['aviso'])
  expect(states(findOwn(tickets, { numeros: [own.numero], codigo: '22222222222B' }))).toEqual(['mal'])
  expect(states(findOwn(tickets, { numeros: [], codigo: '22222222222B' }))).toEqual(['mal'])
  expect(states(findOwn(tickets, { numeros: [absent], codigo: own.codigo }))).toEqual(['mal'])
})

test('fifty numbers that are right are one line, and one that is wrong is never folded away', () => {
  const well = Array.from({ length: 49 }, (_, at) => ({ estado: 'bien' as const, texto: `Tu número ${at}` }))
  const wrong = { estado: 'mal' as const, texto: 'El 77 no está en la lista.' }
  expect(foldOwn(well)).toEqual({
    told: [{ estado: 'bien', texto: 'Tus 49 números están en la lista, con tu código.' }],
    folded: well,
  })
  expect(foldOwn([...well, wrong]).told).toEqual([
    wrong,
    { estado: 'bien', texto: 'De tus números, 49 están en la lista, con tu código.' },
  ])
  expect(foldOwn([wrong, ...well.slice(0, 6)])).toEqual({ told: [wrong, ...well.slice(0, 6)], folded: [] })
})
