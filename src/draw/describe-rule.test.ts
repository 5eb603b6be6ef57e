import { expect, it } from 'vitest'
import type { Instant } from '#platform/clock.ts'
import { QUICKNET } from './chain.ts'
import { describeRule } from './describe-rule.ts'
import { type DrawRule, type Lottery, wholeRule } from './rule.ts'
import { CLOSED as CLOSE, lottery as sampleLottery, sampleRule } from './server/testing/sample-draw.ts'
import type { Step } from './steps.ts'

const rule = (changes: Partial<DrawRule> = {}) =>
  sampleRule(QUICKNET, { numeros: 10_000, cifras: 4, revision_horas: 24, espera_minutos: 25 * 60, ...changes })

const lottery = (changes: Partial<Lottery> = {}) =>
  sampleLottery({ partes: [{ loteria: 'Super Gana', toma: 'ultimas', cifras: 4, al_reves: false }], ...changes })

const by = (por: Lottery, changes: Partial<DrawRule> = {}) =>
  rule({ premios: [{ titulo: 'Moto', por, reclamo_horas: 72 }], ...changes })

const told = (...given: Parameters<typeof describeRule>) => {
  const passages = describeRule(...given)
  return (titulo: string) => passages.find((one) => one.titulo === titulo)?.lineas.join('\n')
}

it('names day and hour of everything that has one', () => {
  const say = told(rule())
  expect(say('Cuándo terminan las ventas')).toBe(
    'El domingo 20 de diciembre de 2026, 8:00\u00a0p.\u00a0m., hora de Venezuela.',
  )
  expect(say('Quién participa')).toContain('hasta 24 horas después')
  expect(say('El premio: Moto')).toContain(
    '(drand), el lunes 21 de diciembre de 2026, 9:00\u00a0p.\u00a0m., hora de Venezuela',
  )
  expect(say('El premio: Moto')).toContain('72 horas (3 días) para reclamarlo')
  expect(say('Si hay varios premios')).toBeUndefined()
})

it('names no day where sold tickets end the sale', () => {
  const open = told(rule({ cierre: { tipo: 'porcentaje', porcentaje: 80, limite: null } }))
  expect(open('Cuándo terminan las ventas')).toContain('confirmados 8.000 de los 10.000 números')
  expect(open('Cuándo terminan las ventas')).toContain('No hay fecha límite')
  expect(open('El premio: Moto')).toContain('(drand), 25 horas después del cierre')
  const limited = told(rule({ cierre: { tipo: 'agotarse', limite: CLOSE } }))
  expect(limited('Cuándo terminan las ventas')).toContain(
    'terminan el domingo 20 de diciembre de 2026, 8:00\u00a0p.\u00a0m.',
  )
})

it('explains the draw of a lottery, and a number that nobody bought', () => {
  const say = told(by(lottery()))('El premio: Moto')
  expect(say).toContain(
    'Lo decide Super Gana, en el sorteo de las 10:00\u00a0p.\u00a0m. del lunes 21 de diciembre de 2026',
  )
  expect(say).toContain('gana el número que forman los 4 últimos dígitos de Super Gana.')
  expect(say).toContain('vale el sorteo del día siguiente. Si tampoco se acierta en 2 sorteos, decide el azar público')
  const partes = [
    { loteria: 'Super Gana', toma: 'primeras', cifras: 1, al_reves: false },
    { loteria: 'Triple Gana', toma: 'ultimas', cifras: 3, al_reves: true },
  ] as const
  const parts = told(by(lottery({ partes: [...partes], suma: 1, intentos: 1 })))('El premio: Moto')
  expect(parts).toContain('Lo decide Super Gana y Triple Gana')
  expect(parts).toContain(
    'el primer dígito de Super Gana y los 3 últimos dígitos de Triple Gana leídos al revés, en ese orden',
  )
  expect(parts).toContain('se le suma 1')
  expect(parts).toContain('Si ese número no se vendió, decide el azar público')
})

it('names the source of a result, the end of its provisional time, and how often a draw is put off', () => {
  const page = { pagina: 'https://loteria.ejemplo.test/', objecion_minutos: 30 }
  const say = told(by(lottery(page), { aplazar: { veces: 3, dias: 60 } }))
  expect(say('El premio: Moto')).toContain('se mira en https://loteria.ejemplo.test/')
  expect(say('El premio: Moto')).toContain('Es provisional 30 minutos.')
  expect(say('Qué puede cambiar')).toContain('3 veces como mucho y 60 días en total')
})

it('a lottery of an hour that was before counts from the next day', () => {
  expect(told(by(lottery({ hora: '13:00' })))('El premio: Moto')).toContain('del martes 22 de diciembre de 2026')
})

it('tells several prizes in order, each with its decision', () => {
  const premios = [
    { titulo: 'Moto', por: lottery(), reclamo_horas: 72 },
    { titulo: 'Nevera', por: { tipo: 'faro' } as const, reclamo_horas: 30 },
  ]
  const passages = describeRule(rule({ premios }))
  expect(passages.map(({ premio }) => premio)).toEqual([null, null, 0, 1, null, null])
  const say = told(rule({ premios }))
  expect(say('Premio 1: Moto')).toContain('no se vendió, o ya ganó')
  expect(say('Premio 2: Nevera')).toContain('30 horas para reclamarlo')
  expect(say('Si hay varios premios')).toContain('Una persona con varios números puede ganar varios')
  expect(told(rule({ premios, uno_por_persona: true }))('Si hay varios premios')).toContain('un solo premio, aunque')
})

it('tells a postponement with before and after, and goes by the last of it', () => {
  const steps: Step[] = [
    {
      ...{ tipo: 'aplazado', que: 'cierre', de: CLOSE, a: '2026-12-22T20:00:00-04:00' },
      ...{ motivo: 'Apagón', en: '2026-12-19T10:00:00-04:00' },
    },
  ]
  const say = told(rule(), steps)
  expect(say('Cuándo terminan las ventas')).toContain('martes 22 de diciembre')
  expect(say('El premio: Moto')).toContain('miércoles 23 de diciembre')
  expect(say('Lo que se aplazó')).toBe(
    'El fin de las ventas pasó del domingo 20 de diciembre de 2026, 8:00\u00a0p.\u00a0m. al martes 22 de diciembre de 2026, 8:00\u00a0p.\u00a0m. Motivo: Apagón',
  )
  const draw: Step = {
    ...{ tipo: 'aplazado', que: 'sorteo', de: '2026-12-21T21:00:00-04:00', a: '2026-12-30T21:00:00-04:00' },
    ...{ motivo: 'Apagón', en: '2026-12-21T10:00:00-04:00' },
  }
  expect(told(rule(), [draw])('El premio: Moto')).toContain('miércoles 30 de diciembre')
  const closed = told(rule({ cierre: { tipo: 'agotarse', limite: null } }), [], Date.parse(CLOSE) as Instant)
  expect(closed('Cuándo terminan las ventas')).toBe(
    'Terminaron el domingo 20 de diciembre de 2026, 8:00\u00a0p.\u00a0m.',
  )
  expect(closed('El premio: Moto')).toContain('lunes 21 de diciembre')
})

it('a chain of somebody is named as such, wherever it decides', () => {
  const faro = { ...QUICKNET, cadena: 'ab'.repeat(32) }
  const several = [rule().premios, by(lottery()).premios].flat()
  const lines = describeRule(rule({ faro, premios: several })).flatMap(({ lineas }) => lineas)
  expect(lines.join('\n')).not.toMatch(/drand|tampoco nosotros, puede/)
  expect(lines.join('\n')).toContain('Lo decide un azar de muestra')
  expect(lines.join('\n')).toContain('este sorteo es un ensayo y no vale')
})

it('gives a rule in draft the text of every new rule', () => {
  const { formato, rifa, numeros, cifras, faro, ...decided } = by(lottery({ pagina: 'https://loteria.ejemplo.test/' }))
  const say = told(wholeRule({ id: rifa, total_numeros: numeros, digitos: cifras }, decided))
  expect(say('El premio: Moto')).toContain('Es provisional 30 minutos.')
  expect(say('Qué puede cambiar')).toContain('3 veces como mucho y 60 días en total')
})
