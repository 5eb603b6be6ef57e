import { expect, it } from 'vitest'
import type { PanelDraw, PanelPrize, PanelWinner } from '../../draw-contract.ts'
import { stagesOf, winnerMeanwhile } from './draw-words.ts'

const EN = '2026-12-21T22:00:00-04:00'
const winner = (changes: Partial<PanelWinner>) =>
  ({ estado: 'por_avisar', aviso: null, reclama_hasta: null, puede_vencer: false, ...changes }) as PanelWinner
const prize = (premio: number, changes: Partial<PanelPrize>) =>
  ({
    premio,
    ganador: null,
    espera: null,
    anteriores: [],
    no_vendido: false,
    provisional_hasta: null,
    ...changes,
  }) as PanelPrize
const lottery = (llego: boolean): PanelPrize['espera'] => ({
  ...{ tipo: 'loteria', dia: '2026-12-21', hora: '22:00', en: EN, llego, partes: [] },
  ...{ intentos: 0, intentos_de: 1, pagina: '' },
})
const draw = (first: Partial<PanelWinner>, espera: PanelPrize['espera'], changes: object = {}) =>
  ({
    ...{ etapa: 'sorteando', propuesta: null, faro: null, cierre: EN, lista: null, revision: null, sorteo_desde: EN },
    premios: [prize(0, { ganador: winner(first) }), prize(1, { espera })],
    ...changes,
  }) as unknown as PanelDraw
const BY_BEACON: PanelPrize['espera'] = { tipo: 'faro', ronda: 1, en: EN, llego: true }
const LEADER = { judges: true, owner: true }

it.each<[string, PanelDraw, number | null]>([
  ['the winner left no mail, and a lottery is yet to come', draw({}, lottery(false)), 0],
  ['the mail failed', draw({ estado: 'avisado', aviso: 'fallido' }, lottery(false)), 0],
  ['the mail is on its way', draw({ estado: 'avisado', aviso: 'pendiente' }, lottery(false)), null],
  ['it was claimed', draw({ estado: 'reclamado', reclama_hasta: EN }, BY_BEACON, { faro: { estado: 'buscando' } }), 0],
  ['it was delivered', draw({ estado: 'entregado' }, lottery(false)), null],
  ['a lottery has drawn', draw({}, lottery(true)), null],
  ['the beacon is silent', draw({}, BY_BEACON, { faro: { estado: 'tarde' } }), null],
  ['somebody waits for a second hand', draw({}, lottery(true), { propuesta: { mia: false } }), null],
  ['the same operator wrote the result', draw({}, lottery(true), { propuesta: { mia: true } }), 0],
])('a winner is looked after while the next prize asks for nothing: %s', (_, shown, place) => {
  expect(winnerMeanwhile(shown, LEADER)).toBe(place)
})

it('a delivery is counted against all prizes, and not against those that are drawn', () => {
  expect(stagesOf(draw({ estado: 'entregado' }, lottery(false))).at(-1)).toMatchObject({
    says: '1 de 2',
    stand: 'later',
  })
})
