import { expect, test } from 'vitest'
import type { ShownMovement, Verdict } from '../contract.ts'
import { isNoticeAlone } from '../verdict-level.ts'
import { balanceOf, centsOf } from './amounts.ts'
import { tellMovement, tellPayer, tellVerdict } from './verdict-words.ts'

/** 10:00 in Caracas. */
const NOW = Date.parse('2026-06-12T14:00:00Z')

const MOVEMENT: ShownMovement = {
  id: 1,
  metodo_id: 1,
  cuenta: 'Banesco •••• 4821',
  llego_a: 'Banesco',
  sentido: 'credito',
  tipo: 'pago_movil',
  monto: '33571.18',
  moneda: 'VES',
  libre: '33571.18',
  devuelto: '0.00',
  ignorado: '0.00',
  dia: '2026-06-12',
  en: '2026-06-12T12:14:00Z',
  referencia: '00819002961',
  banco_origen: '0134',
  telefono_origen: '',
  documento_origen: '',
  nombre_origen: '',
  concepto: '',
  fuentes: ['extracto'],
  confianza: 'extracto',
  repetida_de: null,
  revertido: false,
  estado: 'abierto',
  razon: '',
  por_devolver: [],
}
/** Joined by a person. */
const LINK = {
  movimiento: MOVEMENT,
  monto: '33571.18',
  por: 'persona',
  regla: '',
  quien: 'Ana',
  en: '2026-06-12T14:00:00Z',
} as const
const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const tell = (verdict: Verdict) => {
  const { level, says } = tellVerdict(verdict, NOW)
  return [level, plain(says)]
}

test('each word of the bank is a sentence, and only received money is green', () => {
  const found = { movimiento: MOVEMENT, razones: [] }
  expect(tell({ veredicto: 'encontrado', regla: 'referencia', exacta: true, ...found })).toEqual([
    'bien',
    'Llegó: Bs. 33.571,18 de 0134, 8:14 a. m.',
  ])
  expect(tell({ veredicto: 'encontrado', regla: 'monto', exacta: false, ...found })[0]).toBe('aviso')
  expect(tell({ veredicto: 'monto_distinto', falta: '10.00', sobra: null, ...found })).toEqual([
    'grave',
    'Llegó otro monto: Bs. 33.571,18 de 0134, 8:14 a. m.',
  ])
  expect(tell({ veredicto: 'ambiguo', candidatos: [found, found] })).toEqual([
    'aviso',
    'Pueden ser 2 pagos: elige el suyo',
  ])
  expect(tell({ veredicto: 'ambiguo', candidatos: [found] })[1]).toBe('Puede ser este pago: mira si es el suyo')
  expect(tell({ veredicto: 'no_visto', leido_hasta: '2026-06-12T13:30:00Z' })).toEqual([
    'nada',
    'No visto hasta las 9:30 a. m.',
  ])
  expect(tell({ veredicto: 'no_visto', leido_hasta: null })).toEqual(['nada', 'Esa cuenta aún no se ha leído'])
  expect(
    tell({ veredicto: 'sin_respuesta', causa: 'tiempo', reintentar_en: null, leido_hasta: '2026-06-11T13:30:00Z' }),
  ).toEqual(['nada', 'El banco tardó demasiado. Leído hasta el 11 jun, 9:30 a. m.'])
  const joined = { veredicto: 'unido', movimientos: [LINK] } as const
  expect(tell({ ...joined, movimientos: [...joined.movimientos], falta: null, sobra: null })[0]).toBe('bien')
  expect(tell({ ...joined, movimientos: [...joined.movimientos], falta: '0.35', sobra: null })).toEqual([
    'aviso',
    'Llegó: Bs. 33.571,18 de 0134, 8:14 a. m. · faltan Bs. 0,35',
  ])
})

test('a movement is told by the best name of its payer, and by its day where it has no hour', () => {
  expect(plain(tellMovement({ ...MOVEMENT, banco_origen: '', en: null }, NOW))).toBe('Bs. 33.571,18, 12 jun')
  expect(tellPayer({ ...MOVEMENT, telefono_origen: '584240001180' })).toBe('0424-000-1180')
  expect(tellPayer({ ...MOVEMENT, nombre_origen: 'PEREZ MARIA', documento_origen: 'V99000482' })).toBe('PEREZ MARIA')
})

test('a missing or excess amount is said to the céntimo', () => {
  expect(balanceOf(centsOf('40285.41'), centsOf('8057.08'), 'VES').says).toBe('Faltan Bs.\u00a032.228,33.')
  expect(balanceOf(centsOf('8057.08'), centsOf('16114.16'), 'VES').says).toContain('Sobran Bs.\u00a08.057,08')
  expect(balanceOf(100n, 100n, 'VES')).toEqual({ level: 'bien', says: 'Suman justo.' })
  expect(balanceOf(null, 100n, 'USD').level).toBe('aviso')
  // One transfer for two purchases: the first takes what it owes, and the rest of it is not forgotten.
  expect(balanceOf(100n, 100n, 'VES', 250n)).toEqual({
    level: 'bien',
    says: 'Suman justo. De lo que llegó quedan Bs.\u00a02,50, por devolver o para otra compra.',
  })
})

test('money that only a phone forwarded is never said to have come, also once somebody joined it', () => {
  const movimiento: ShownMovement = { ...MOVEMENT, confianza: 'aviso' }
  const said = 'Avisó el teléfono: Bs. 33.571,18 de 0134, 8:14 a. m.'
  const found = { veredicto: 'encontrado', regla: 'referencia', exacta: false, movimiento, razones: [] } as const
  const joined = {
    veredicto: 'unido',
    movimientos: [{ ...LINK, movimiento }],
    falta: null,
    sobra: null,
  } as const
  for (const verdict of [found, { ...joined, movimientos: [...joined.movimientos] }]) {
    expect(tell(verdict as Verdict)).toEqual(['bien', said])
    expect(isNoticeAlone(verdict as Verdict)).toBe(true)
  }
  expect(isNoticeAlone({ ...found, exacta: true, movimiento: MOVEMENT, razones: [] })).toBe(false)
  expect(isNoticeAlone({ ...found, regla: 'monto', razones: [] })).toBe(false)
})
