import { expect, it } from 'vitest'
import type { Instant } from '#platform/clock.ts'
import { fittingParts } from './lotteries.ts'
import { draftOf, firstDraft, newPrize, type PrizeDraft, type RuleDraft, readRuleDraft } from './rule-draft.ts'

const NOW = Date.parse('2026-12-01T12:00:00-04:00') as Instant
const PAGE = 'https://loteria.ejemplo.test/'
const RAFFLE = { id: 7, titulo: 'Moto 200 cc', premio: '', fecha: '2026-12-20', total_numeros: 10_000, digitos: 4 }

const draft = (changes: Partial<RuleDraft> = {}): RuleDraft => ({ ...firstDraft(RAFFLE, NOW), ...changes })
const read = (changes: Partial<RuleDraft> = {}) => readRuleDraft(draft(changes), RAFFLE, NOW)

/** One prize of four digits, by that lottery at that hour. */
const byLottery = (nombre: string, hora: string, changes: Partial<PrizeDraft> = {}): Partial<RuleDraft> => {
  const partes = fittingParts(4, nombre, hora)
  return { premios: [{ ...newPrize('Moto'), tipo: 'loteria', pagina: PAGE, partes, ...changes }] }
}

it('the one to begin with is right, and draws on the day that the raffle announces', () => {
  const { rule, problems } = read()
  expect(problems).toEqual({})
  expect(rule).toEqual({
    cierre: { tipo: 'instante', en: '2026-12-19T20:00:00-04:00' },
    revision_horas: 24,
    espera_minutos: 1_500,
    uno_por_persona: false,
    premios: [{ titulo: 'Moto 200 cc', por: { tipo: 'faro' }, reclamo_horas: 72 }],
  })
  const undated = firstDraft({ ...RAFFLE, fecha: '', premio: 'Una moto' }, NOW)
  expect([undated.dia, undated.premios[0]?.titulo]).toEqual(['2026-12-15', 'Una moto'])
  expect(firstDraft({ ...RAFFLE, fecha: '2026-11-30' }, NOW).dia).toBe('2026-12-15')
})

it('that of a copy begins with the rule of the other raffle, and no day', () => {
  const { rule } = read({ revision_horas: '12', premios: [{ ...newPrize('Nevera'), imagen: 'ab'.repeat(32) }] })
  const first = firstDraft(RAFFLE, NOW, rule)
  expect(first).toMatchObject({ dia: '', hora: '20:00', revision_horas: '12' })
  // Its pictures are the other raffle's.
  expect(first.premios).toMatchObject([{ titulo: 'Nevera', imagen: '' }])
  expect(readRuleDraft(first, RAFFLE, NOW).problems).toEqual({ dia: expect.any(String) })
})

it('a rule is in the form as it is kept', () => {
  const { rule } = read({
    ...{ tipo: 'porcentaje', porcentaje: '75', dia: '2026-12-24', revision_horas: '12', espera_horas: '14,5' },
    premios: [
      ...(byLottery('Super Gana', '22:00', { intentos: '3' }).premios ?? []),
      { ...newPrize('Nevera'), reclamo_horas: '168' },
    ],
  })
  if (!rule) throw new Error('not read')
  expect(rule.cierre).toEqual({ tipo: 'porcentaje', porcentaje: 75, limite: '2026-12-24T20:00:00-04:00' })
  expect(rule.espera_minutos).toBe(870)
  expect(readRuleDraft(draftOf(rule), RAFFLE, NOW).rule).toEqual(rule)
})

it('a close by sold tickets needs no day', () => {
  expect(read({ tipo: 'agotarse', dia: '' }).rule?.cierre).toEqual({ tipo: 'agotarse', limite: null })
})

it.each<[string, Partial<RuleDraft>, string]>([
  ['no day', { dia: '' }, 'dia'],
  ['a day that was', { dia: '2026-11-30' }, 'dia'],
  ['no hour', { hora: '' }, 'dia'],
  ['no part', { tipo: 'porcentaje', porcentaje: '' }, 'porcentaje'],
  ['more than all', { tipo: 'porcentaje', porcentaje: '101' }, 'porcentaje'],
  ['a draw before the review ends', { espera_horas: '24' }, 'espera_horas'],
  ['no hours', { espera_horas: 'mañana' }, 'espera_horas'],
  ['a prize without words', { premios: [newPrize('Moto'), newPrize('  ')] }, 'premios.1.titulo'],
  ['no prize', { premios: [] }, 'premios'],
  ['too few digits', byLottery('Triple Zulia', '19:00'), 'premios'],
  ['a lottery without an hour', byLottery('Chance', '', { hora: '' }), 'premios.0.hora'],
  ['one without a name', byLottery('', '19:00'), 'premios.0.partes.0.loteria'],
  ['a lottery without its page', byLottery('Super Gana', '22:00', { pagina: '' }), 'premios.0.pagina'],
  ['no lottery', byLottery('', '', { partes: [] }), 'premios.0.partes'],
])('names the error next to its field: %s', (_, changes, field) => {
  const { problems } = read(changes)
  expect(Object.keys(problems)).toEqual([field])
  expect(problems[field]).toMatch(/^[\p{Lu}\d]/u)
})

it('a lottery of too few digits takes another of the same hour', () => {
  const parts = (digits: number, nombre: string, hora: string) =>
    fittingParts(digits, nombre, hora).map(({ loteria, cifras }) => `${loteria} ${cifras}`)
  expect(parts(3, 'Triple Gana', '22:00')).toEqual(['Triple Gana 3'])
  expect(parts(2, 'Super Gana', '22:00')).toEqual(['Super Gana 2'])
  expect(parts(6, 'Super Gana', '22:00')).toEqual(['Super Gana 4', 'Triple Gana 2'])
  expect(parts(4, 'Triple Zulia', '19:05')).toEqual(['Triple Zulia 3'])
  // Of one that is not in the list nobody knows here how many it draws.
  expect(parts(5, 'La Ricachona', '12:00')).toEqual(['La Ricachona 5'])
  expect(parts(4, 'Chance', '19:00')).toEqual(['Chance 4'])
})
