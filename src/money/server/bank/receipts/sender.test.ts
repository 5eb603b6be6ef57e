import { expect, test } from 'vitest'
import type { Instant } from '#platform/clock.ts'
import { readTime } from './body-text.ts'
import { interpret } from './interpret.ts'

const NOW = Date.parse('2026-11-20T16:00:00Z') as Instant
const NOTICE = 'Recibiste un PagomovilBDV por Bs.12.000,00 del 0412-0000111 Ref: 108834000222'
const METHOD = { tipo: 'pago_movil', moneda: 'VES', banco: '0102 Banco de Venezuela', numero_cuenta: '' } as const

function read(text: string, tipo = 'application/json', consulta = '') {
  const body = { tipo, bytes: Buffer.from(text), consulta }
  return interpret({ fuente: 'aviso', via: 'aviso' }, [{ ...METHOD, telefono: '0424-5550100' }], body, NOW)
}
const readJson = (fields: object) => read(JSON.stringify(fields))
const PHONE = { es: 'ilegible', motivo: 'Lo mandó un teléfono, no un banco.' }
const NOBODY = { es: 'ilegible', motivo: 'Quien lo mandó no es un banco que se conozca.' }

test.each([
  ...['number', 'telefono', 'phone', 'phoneNumber', 'sms_number', 'contacto', 'origen', 'address', 'quien', 'x', 'en'],
  ...['title', 'fecha', 'app', 'remitente'],
])("a person's phone in the field %s is an SMS of a person", (name) => {
  for (const phone of ['+58 414-1234567', '04141234567', '0414.123.45.67', '0414-1234567 (Pedro)', '58 (414) 1234567'])
    expect([phone, readJson({ texto: NOTICE, [name]: phone })]).toEqual([phone, PHONE])
})

test.each<[string, string, string?, string?]>([
  ['deeper', JSON.stringify({ texto: NOTICE, de: 'BDV', sms: { origen: [{ x: '+584141234567' }] } })],
  ['as a number', JSON.stringify({ texto: NOTICE, x: 584141234567 })],
  ['of another land', JSON.stringify({ texto: NOTICE, x: '+1 305 555 0100' })],
  ['of another land without its plus', JSON.stringify({ texto: NOTICE, x: '13055550100' })],
  ['of a house without its code', JSON.stringify({ texto: NOTICE, de: '5550100' })],
  ['of a house', JSON.stringify({ texto: NOTICE, x: '0212-5550100' })],
  ['escaped', `{"texto":"${NOTICE}","x":"\\u002b58414\\u0031234567"}`],
  ['hidden behind a second field of its name', `{"x":"+584141234567","texto":"${NOTICE}","x":"BDV"}`],
  ['in JSON that its text broke', `{"texto":"${NOTICE}\\","x":"+584141234567"}`],
  ['behind a quote that ends its JSON', `{"texto":"${NOTICE} "","app":"+584120000111"}`],
  ['before a quote that ends its JSON', `{"app":"+584120000111","texto":""${NOTICE} "}`],
  ['before another app in broken JSON', `{"app":"04120000111","texto":"${NOTICE}","app":"Banesco" ""}`],
  ['behind a line break in its JSON', `{"texto":"${NOTICE}\n","app":"+584120000111"}`],
  ['behind another app', `{"texto":"${NOTICE}","app":"com.bdv","z":"","de":"+584120000111"}`],
  ['in a form', `texto=${NOTICE}&x=+584141234567`, 'application/x-www-form-urlencoded'],
  ['in a form that does not say so', `x=04141234567&texto=${NOTICE}`, 'text/plain'],
  ['before the words of the bank', `+58 414-1234567: ${NOTICE}`, 'text/plain'],
  ['behind the words of the bank', `${NOTICE} de 0414 1234567`, 'text/plain'],
  ['that is also the one of the payer', `0412-0000111: ${NOTICE}`, 'text/plain'],
  ['of a house behind it', `${NOTICE} de +58 212 5550100`, 'text/plain'],
  ['of a person behind those of a bank', `${NOTICE}. Llama al 0500-BANCO24 o +58 414-1234567`, 'text/plain'],
  ['of a person where a bank says to call', `${NOTICE}. Para mas inf. llama +58 414-1234567`, 'text/plain'],
  ['in a form of parts', `--x\r\nContent-Disposition: form-data; name="de"\r\n\r\n+584141234567\r\n--x--`, 'x/y'],
  ['in the address', JSON.stringify({ texto: NOTICE }), 'application/json', 'from=%2B584141234567'],
  ['under the name of the notice', `{"number":"+584141234567","number":"${NOTICE}"}`],
  ['in JSON within a field', JSON.stringify({ texto: NOTICE, x: '{"y":"+584141234567"}' })],
  ['before the words in their field', JSON.stringify({ texto: `+58 414-1234567 ${NOTICE}`, app: 'BDV' })],
])('a phone is found %s', (_, text, type, consulta) => {
  expect(
    read(
      text.replace('--x--', `--x\r\nContent-Disposition: form-data; name="z"\r\n\r\n${NOTICE}\r\n--x--`),
      type,
      consulta,
    ),
  ).toEqual(PHONE)
})

test.each([
  { de: 'Pedro Primo' },
  { de: 'Pedro Banesco' },
  { app: 'com.whatsapp' },
  { app: 'com.whatsapp.bdv' },
  { app: 'WhatsApp' },
  { app: 'org.telegram.messenger' },
  { app: 'Mensajes' },
  { app: 'com.google.android.apps.messaging' },
  { app: 'BDV', remitente: 'Pedro' },
  { app: '{not_app_name}' },
  { via: 'WhatsApp' },
])('a sender that is no bank is not believed: %s', (sender) => {
  expect(readJson({ texto: NOTICE, ...sender })).toEqual(NOBODY)
})

test.each([
  ['its short number', { app: '2662' }],
  ['its six digits', { de: '262626' }],
  ['its short number behind that of the country', { from: '+582662' }],
  ['the same by 00', { remitente: '00582662' }],
  ['the same with spaces', { number: '+58 2626-26' }],
  ['another name of its app', { app: 'AmiVen' }],
  ['a field that nobody knows', { texto: 'Banesco', msg: `${NOTICE}. Para mas inf. llama +58 2125550100` }],
  ['its name', { app: 'BDV' }],
  ['a bank with two phones', { texto: `${NOTICE}. Si no lo reconoces llama al 0500-BANCO24 o +58 212-5016111` }],
  ['a bank with two phones in digits', { texto: `${NOTICE}. Inf.: 0212-5016111 / 0800-5016111` }],
  ['its whole name', { app: 'Banco de Venezuela' }],
  ['its app', { app: 'BDV Personas' }],
  ['another of its apps', { app: 'PagomóvilBDV' }],
  ['the package of its app', { app: 'com.bancodevenezuela.bdvdigital' }],
  ['nobody', {}],
  [
    'an hour and a day of the phone',
    { app: 'BDV', hora: '1795190400', fecha: '20-11-2026 11:44', id: 5, bateria: '80' },
  ],
  ['milliseconds', { app: 'BDV', x: 1795190400000 }],
])('a notice of %s is believed', (_, sender) => {
  expect(readJson({ texto: NOTICE, ...sender }).es).toBe('movimiento')
})

test("the manual's own two bodies go on working, and a notice of another bank is named", () => {
  for (const [app, texto] of [
    ['2662', NOTICE],
    ['BDV', `BDV ${NOTICE}`],
  ] as const)
    expect(readJson({ app, texto }).es, app).toBe('movimiento')
  const texto = 'Pago recibido a traves de Pago Movil de PEREZ C por Bs. 10.5 el 20/11/2026; 11:43 REF 062437000222.'
  expect(readJson({ app: 'Banesco Móvil', texto })).toMatchObject({
    es: 'ilegible',
    motivo: expect.stringContaining('esta cuenta es de otro banco'),
  })
})

test('two notices in one text are read as none', () => {
  const other = NOTICE.replace('108834000222', '108834000333')
  const several = { es: 'ilegible', motivo: 'Trae varios avisos juntos.' }
  for (const between of ['\n', '\n\n', ' ', '. '])
    expect(readJson({ texto: NOTICE + between + other })).toEqual(several)
})

test.each([
  ['20/11/2026 8:30 p. m.', '2026-11-21T00:30:00.000Z'],
  ['20/11/2026 8:30\u202fp.\u00a0m.', '2026-11-21T00:30:00.000Z'],
  ['20/11/2026, 8:30:15 p. m.', '2026-11-21T00:30:15.000Z'],
  ['20-11-26 12:05 a. m.', '2026-11-20T04:05:00.000Z'],
  ['20-11-2026 8:30 PM', '2026-11-21T00:30:00.000Z'],
  ['20/11/2026 20:30', '2026-11-21T00:30:00.000Z'],
  ['2026-11-20T20:30', '2026-11-21T00:30:00.000Z'],
  ['2026-11-21T00:30:00Z', '2026-11-21T00:30:00.000Z'],
  ['1795220000', '2026-11-21T00:13:20.000Z'],
  ['1795220000123', '2026-11-21T00:13:20.123Z'],
  // The text after an hour may be anything, also a phone: then nobody knows it.
  ['20/11/2026 8:30 04140000111', null],
  ['20/11/2026', null],
  ['8:30 p. m.', null],
  ['', null],
])('the time of a phone, «%s», is %s', (text, time) => {
  const at = readTime(text)
  expect(at === null ? null : new Date(at).toISOString()).toBe(time)
})
