import { expect, test } from 'vitest'
import { DEEDS, SUBJECTS } from './deeds.ts'
import { tellActor, tellDeed, tellFields } from './tell-deed.ts'

const line = (accion: string, datos: Record<string, unknown> = {}) => ({ actor: 'Marisela', accion, datos })

test.each([
  ['compra aprobada', { codigo: 'TB-6TW1F', numeros: ['0047'] }, 'aprobó la compra TB-6TW1F'],
  ['rol cambiado', { operador_id: 2, nombre: 'Ana' }, 'cambió el papel de Ana'],
  ['segundo factor quitado', { operador_id: 2 }, 'quitó el segundo paso'],
  ['segundo factor quitado', { operador_id: 2, nombre: 'Ana' }, 'quitó el segundo paso de Ana'],
  ['segundo factor fallido', { operador_id: 2, para: 'invitar' }, 'escribió mal un código para invitar'],
  ['rifa creada', { titulo: 'Moto 150 cc' }, 'creó la rifa «Moto 150 cc»'],
  ['método de pago cambiado', { antes: {}, ahora: { titulo: 'Pago Móvil' } }, 'cambió dónde pagan por Pago Móvil'],
  ['rifa publicada', { nombre: 'Moto 150 cc' }, 'publicó la rifa «Moto 150 cc»'],
  ['premio sorteado', { nombre: 'Moto 150 cc', premio: 1 }, 'sorteó un premio de «Moto 150 cc»'],
  ['clave de fuente cambiada', { nombre: 'Caja' }, 'puso otra clave a la fuente de dinero «Caja»'],
  ['hecho de otra versión', {}, '· hecho de otra versión'],
  ['toString', {}, '· toString'],
])('%s has its words', (accion, datos, told) => {
  expect(tellDeed(line(accion, datos))).toBe(told)
})

test('every deed has its words and a subject, whatever its line keeps', () => {
  for (const [deed, words] of Object.entries(DEEDS)) {
    expect(words.asunto in SUBJECTS).toBe(true)
    for (const datos of [{}, { antes: null, ahora: null }, { antes: [1], ahora: 'x', nombre: 3 }]) {
      expect(tellDeed(line(deed, datos)).startsWith(words.hecho)).toBe(true)
      tellFields(line(deed, datos))
    }
  }
})

test('actors that are no operators have words too', () => {
  const told = ['El comprador', 'La consola del servidor', 'El sistema', 'Ana']
  expect(['comprador', 'consola', 'sistema', 'Ana'].map(tellActor)).toEqual(told)
})

test('the change comes first, with the value before it', () => {
  const antes = { id: 1, version: 3, banco: '0134 Banesco', cedula: 'V-99.000.482', paginas: ['A'] }
  const ahora = { ...antes, version: 4, banco: '0102 Banco de Venezuela' }
  expect(tellFields(line('método de pago cambiado', { id: 1, motivo: 'Cambio de banco', antes, ahora }))).toEqual([
    { nombre: 'Banco', antes: '0134 Banesco', ahora: '0102 Banco de Venezuela', cambio: true },
    { nombre: 'Cédula', antes: 'V-99.000.482', ahora: 'V-99.000.482', cambio: false },
    { nombre: 'Páginas', antes: '/rifa', ahora: '/rifa', cambio: false },
    { nombre: 'Motivo', antes: null, ahora: 'Cambio de banco', cambio: false },
  ])
  const datos = { codigo: 'TB-1', referencia: { antes: '1', ahora: '2' }, comprobante_nuevo: false }
  expect(tellFields(line('compra corregida', datos))).toEqual([
    { nombre: 'Referencia', antes: '1', ahora: '2', cambio: true },
    { nombre: 'Comprobante nuevo', antes: null, ahora: 'No', cambio: false },
  ])
})

test('amounts are shown in their currency', () => {
  const datos = { codigo: 'TB-1', total: '100.00', moneda: 'USD', monto: '67142.35', monto_moneda: 'VES' }
  expect(tellFields(line('compra reportada', datos)).map(({ nombre, ahora }) => [nombre, ahora])).toEqual([
    ['Total', '$100,00'],
    ['Monto', 'Bs.\u00a067.142,35'],
  ])
  const odd = tellFields(line('compra reportada', { total: 'x', moneda: 'USD' }))
  expect(odd.map(({ ahora }) => ahora)).toEqual(['x', 'dólares'])
})

test.each([
  ['dinero unido', { movimiento: 1, monto: '6714.24', moneda: 'VES' }, ['Movimiento: 1', 'Monto: Bs.\u00a06.714,24']],
  ['aviso anotado a mano', { aviso_id: 1, centimos: 130050, moneda: 'VES' }, ['Monto: Bs.\u00a01.300,50']],
  ['compra reportada', { metodo_ofrecido: 0, fecha: '2026-11-20' }, ['Método ofrecido: No', 'Fecha: 20/11/2026']],
  ['compra rechazada', { boletos_hasta: 1795276800000 }, ['Boletos hasta: 21/11/2026, 12:00\u00a0p.\u00a0m.']],
  ['sorteo aplazado', { desde: '2026-11-22T09:00:00-04:00' }, ['Desde: 22/11/2026, 9:00\u00a0a.\u00a0m.']],
  ['rifa creada', { gracia_segundos: 86400, paginas: ['A'] }, ['Horas para corregir: 24', 'Páginas: /rifa']],
  ['rifa creada', { descripcion: 'Una<br />Dos' }, ['Una\nDos']],
  ['rifa creada', { centimos_unicos: 999, gracia_segundos: 5400 }, ['Bs.\u00a09,99', 'Horas para corregir: 1,5']],
  ['regla del sorteo fijada', { sha256: 'ab', regla: '{"formato":1}' }, ['Código de control (SHA-256): ab']],
  ['noche revisada', { cadenas: ['rifa:1:59:e4b4'], no_cuadraban: 0 }, ['No cuadraban: 0']],
])('%s %j is told as people write it', (accion, datos, told) => {
  const lines = tellFields(line(accion, datos)).map(({ nombre, ahora }) => `${nombre}: ${ahora}`)
  expect(lines.map((text, at) => (text.endsWith(told[at] ?? '?') ? told[at] : text))).toEqual(told)
})

test('a rate that was typed over another is told as a change, not as one that was taken away', () => {
  const antes = { tasa: '671.42350000', fecha_valor: '2026-11-19', fuente: 'operador' }
  const datos = { referencia: 'bcv_euro', tasa: '680.00000000', fecha_valor: '2026-11-20', antes }
  expect(tellFields(line('tasa escrita', datos))).toEqual([
    { nombre: 'Tasa', antes: '671,4235', ahora: '680,00', cambio: true },
    { nombre: 'Vale el', antes: '19/11/2026', ahora: '20/11/2026', cambio: true },
    { nombre: 'Referencia', antes: null, ahora: 'BCV euro', cambio: false },
  ])
})

test('a created row has no before', () => {
  expect(tellFields(line('método de pago creado', { antes: null, ahora: { banco: '0134' } }))).toEqual([
    { nombre: 'Banco', antes: null, ahora: '0134', cambio: false },
  ])
})
