import { expect, test } from 'vitest'
import { foldWords, understand } from './search-text.ts'
import { whatsappNews, whatsappText, whatsappTo } from './whatsapp-text.ts'

test.each([
  ['José Ángel  D’Lima', ['jose', 'angel', 'd', 'lima']],
  ['ana ANA', ['ana']],
  ['¿?', []],
  ['Ñandú Ibáñez-Peña', ['nandu', 'ibanez', 'pena']],
])('the words of %s', (name, words) => {
  expect(foldWords(name)).toEqual(words)
})

test.each<[string, string[]]>([
  ['carmen', ['nombre']],
  ['TB-2HX8RK', ['codigo']],
  ['tb 2hx8rk', ['codigo']],
  ['2HX8RK', ['codigo', 'referencia', 'nombre']],
  ['V-12.345.678', ['cedula']],
  ['v123', ['referencia', 'nombre']],
  ['12345678', ['cedula', 'referencia']],
  ['0414-123.45.67', ['telefono', 'referencia']],
  ['42', ['numero']],
  ['0042', ['numero', 'referencia']],
  ['Ana@Ejemplo.test', ['correo']],
  ['6714,24', ['monto']],
  ['$10', ['monto']],
  ['12.345.678', ['cedula', 'referencia']],
  ['10', ['numero']],
  ['', []],
  ['…', []],
])('%s may be %j', (text, meanings) => {
  expect(understand(text).map(({ es }) => es)).toEqual(meanings)
})

test.each([
  ['Bs. 6.714,24', '6714.24', 'VES'],
  ['bs 6714,2', '6714.20', 'VES'],
  ['6714.24', '6714.24', null],
  ['1.050,00', '1050.00', null],
  ['$ 10', '10.00', 'USD'],
  ['USD 1.200', '1200.00', 'USD'],
  ['cop 40.000', '40000.00', 'COP'],
])('the amount %s is looked for as %s in %s', (typed, monto, moneda) => {
  expect(understand(typed)).toEqual([{ es: 'monto', monto, moneda }])
})

test('a number has the zeros of any raffle, and digits alone are a cédula of either kind', () => {
  expect(understand('42')).toEqual([{ es: 'numero', numeros: ['42', '042', '0042', '00042', '000042', '0000042'] }])
  expect(understand('12345678')[0]).toEqual({ es: 'cedula', cedulas: ['V12345678', 'E12345678'] })
})

test('a message says the state of the purchase, and where it can be corrected but never the link', () => {
  const purchase = {
    nombre: 'Carla Mendoza',
    codigo: 'TB-2HX8RK',
    rifa_titulo: 'Moto 200 cc',
    estado: 'confirmado',
    numeros: ['007', '042'],
    motivo: '',
    correo: 'carla@ejemplo.test',
  } as const
  const text = whatsappText({ ...purchase, numeros: [...purchase.numeros] }, 'Rifas La Ceiba')
  expect(text).toBe(
    'Hola Carla, te escribimos de Rifas La Ceiba por tu compra TB-2HX8RK de «Moto 200 cc». Tu pago está confirmado. Tus números son: 007, 042.',
  )
  const waiting = { ...purchase, numeros: [], estado: 'en revision' } as const
  expect(whatsappText({ ...waiting, numeros: [] }, 'Rifas La Ceiba')).toContain('te enviamos tus números por correo.')
  expect(whatsappText({ ...waiting, numeros: [], correo: '' }, 'Rifas La Ceiba')).toContain('tus números por aquí.')
  const wrong = { ...purchase, numeros: [], motivo: 'Faltan Bs. 100,00', correo: '' }
  expect(whatsappText({ ...wrong, estado: 'rechazado' }, 'Rifas La Ceiba')).toMatch(/: Faltan Bs. 100,00\.$/)
  const asked = { ...wrong, estado: 'rechazado', motivo: 'No se lee.', pide: 'comprobante' } as const
  const correct =
    'Te pedimos que corrijas el comprobante: No se lee. Hazlo en tu página privada. No tienes que pagar de nuevo.'
  expect(whatsappText(asked, 'Rifas La Ceiba')).toContain(correct)
  expect(whatsappText({ ...asked, pide: 'resto', motivo: 'Faltan Bs. 100,00' }, 'Rifas La Ceiba')).toMatch(
    /»\. Te pedimos que corrijas el monto: Faltan Bs\. 100,00\. Paga solo lo que falta, nada más, /,
  )
  expect(whatsappText({ ...wrong, estado: 'anulado', motivo: '¿Otra vez?' }, 'Rifas La Ceiba')).toMatch(
    /: ¿Otra vez\?$/,
  )
  const news = { nombre: 'Carla', codigo: 'TB-2HX8RK', rifa: 'Moto 200 cc' }
  expect(whatsappNews(news, '', 'La Ceiba')).toMatch(/«Moto 200 cc»\. Tus números los ves con tu cédula/)
  expect(whatsappNews(news, 'Se aplazó: Otra vez falta', 'La Ceiba')).toContain('falta. Tus números no cambian')
  expect(whatsappTo('04141234567', 'Hola & adiós')).toBe('https://wa.me/584141234567?text=Hola%20%26%20adi%C3%B3s')
})
