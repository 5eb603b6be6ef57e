import { expect, test } from 'vitest'
import type { Instant } from '#platform/clock.ts'
import { QUICKNET } from '../../chain.ts'
import { type DrawRule, type Lottery, RULE_FORMAT } from '../../rule.ts'
import { beginRehearsal, letItCome, playOther, type Rehearsal, rehearse, whatComes } from './rehearse.ts'

const NOW = Date.parse('2026-12-20T12:00:00-04:00') as Instant
const por: Lottery = {
  ...{ tipo: 'loteria', hora: '22:00', suma: 0, intentos: 2 },
  partes: [{ loteria: 'Triple Gana', toma: 'ultimas', cifras: 2, al_reves: false }],
}
const rule: DrawRule = {
  ...{ formato: RULE_FORMAT, rifa: 7, numeros: 100, cifras: 2, cierre: { tipo: 'agotarse', limite: null } },
  ...{ revision_horas: 24, espera_minutos: 1_500, uno_por_persona: false, faro: QUICKNET },
  premios: [
    { titulo: 'Nevera', por, reclamo_horas: 72 },
    { titulo: 'Moto', por: { tipo: 'faro' }, reclamo_horas: 48 },
  ],
}

const come = (rehearsal: Rehearsal) => letItCome(rehearsal, () => 42)
const RESULT = 'POST /api/panel/rifas/:id/sorteo/resultado'
const winner = (name: string) => `POST /api/panel/rifas/:id/sorteo/ganadores/:ganador/${name}`
const propose = (rehearsal: Rehearsal, result: string) =>
  rehearse(rehearsal, RESULT, { tipo: 'loteria', dia: '2026-12-21', enlace: 'https://x.test', resultados: [result] }, 0)
const confirm = (rehearsal: Rehearsal, result: string) =>
  rehearse(playOther(rehearsal), `${RESULT}/confirmar`, { tipo: 'loteria', resultados: [result] }, 0)

/** The lottery of the first prize has drawn. */
function atLottery(): Rehearsal {
  let rehearsal = beginRehearsal(rule, 'Moto', NOW)
  for (const name of ['Terminar la venta', 'Terminar la revisión', 'Avanzar hasta el sorteo']) {
    expect(whatComes(rehearsal)).toBe(name)
    rehearsal = come(rehearsal)
  }
  return rehearsal
}

test('goes through all that a draw does, from the sale to a delivered prize, and says everywhere that it is none', () => {
  let rehearsal = atLottery()
  expect(rehearsal.draw).toMatchObject({ etapa: 'congelada', ensayo: true })
  expect(rehearsal.draw.lista?.sha256).toMatch(/^ensayo-+$/)
  expect(whatComes(rehearsal)).toBeNull()
  rehearsal = propose(rehearsal, '342')
  expect(rehearsal.draw.propuesta).toMatchObject({ mia: true, resultados: ['342'] })
  expect(playOther(rehearsal).draw.propuesta).toMatchObject({ mia: false })
  rehearsal = confirm(rehearsal, '342')
  expect(rehearsal.draw.premios[0]?.ganador).toMatchObject({ numero: '42', estado: 'avisado' })
  // The same number wins nothing more: the one behind it does.
  rehearsal = come(rehearsal)
  expect(rehearsal.draw).toMatchObject({ etapa: 'terminado', premios: [{}, { ganador: { numero: '43' } }] })
  const id = rehearsal.draw.premios[0]?.ganador?.id ?? 0
  rehearsal = rehearse(rehearsal, winner('reclamado'), {}, id)
  rehearsal = rehearse(rehearsal, winner('entregado'), { dia: '2026-12-22' }, id)
  expect(rehearsal.draw.premios[0]?.ganador).toMatchObject({ estado: 'entregado', entrega_dia: '2026-12-22' })
  expect(rehearsal.draw.pasos.map(({ tipo }) => tipo)).toEqual(['loteria', 'faro'])
})

test('two who do not type the same draw nothing', () => {
  const proposed = propose(atLottery(), '342')
  expect(() => confirm(proposed, '343')).toThrow(expect.objectContaining({ code: 'RESULTADO_DISTINTO' }))
  expect(rehearse(proposed, `${RESULT}/rechazar`, {}, 0).draw.propuesta).toBeNull()
})

test('a number that has won is an attempt, a day without a draw none, and after the attempts the beacon decides', () => {
  const twice: DrawRule = { ...rule, premios: [rule.premios[0], rule.premios[0]] as DrawRule['premios'] }
  let rehearsal = { ...atLottery(), rule: twice }
  rehearsal = confirm(propose(rehearsal, '342'), '342')
  const second = () => rehearsal.draw.premios[1]?.espera
  expect(second()).toMatchObject({ tipo: 'loteria', intentos: 0 })
  rehearsal = come(rehearsal)
  const none = { tipo: 'sin sorteo', dia: '2026-12-22', motivo: 'Feriado', enlace: '' }
  rehearsal = rehearse(rehearsal, RESULT, none, 0)
  rehearsal = rehearse(playOther(rehearsal), `${RESULT}/confirmar`, { tipo: 'sin sorteo' }, 0)
  expect(second()).toMatchObject({ tipo: 'loteria', intentos: 0, llego: false })
  for (const left of ['loteria', 'faro']) {
    rehearsal = confirm(propose(come(rehearsal), '942'), '942')
    expect(second()?.tipo).toBe(left)
  }
})

test('who does not claim in his time loses it, and the beacon decides anew', () => {
  let rehearsal = come(confirm(propose(atLottery(), '342'), '342'))
  expect(whatComes(rehearsal)).toBe('Avanzar al fin del plazo')
  rehearsal = come(rehearsal)
  const first = rehearsal.draw.premios[0]
  expect(first?.ganador).toMatchObject({ puede_vencer: true })
  rehearsal = rehearse(rehearsal, winner('vencido'), { codigo: '' }, first?.ganador?.id ?? 0)
  expect(rehearsal.draw.premios[0]).toMatchObject({
    ganador: null,
    espera: { tipo: 'faro' },
    anteriores: [{ numero: '42' }],
  })
  rehearsal = come(rehearsal)
  expect(rehearsal.draw.premios[0]?.ganador?.numero).toBe('44')
})
