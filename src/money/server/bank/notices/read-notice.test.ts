import { expect, test } from 'vitest'
import type { Instant } from '#platform/clock.ts'
import { readNotice } from './read-notice.ts'

/** Invented names, phones and references in the words of public collections. */
const AT = Date.parse('2026-09-01T02:30:00Z') as Instant

/** What stands between bars, or in lines of its own. */
const phrases = (text: string) => text.trim().split(/ \| |\n/)

const read = (text: string, at = AT) => readNotice(text, at)

test.each([
  [
    'Banesco',
    'Has recibido un Pago Movil BANESCO REGISTRO: Pago recibido a traves de Pago Movil de PEREZ C por Bs. 1900.0 el 31/08/2026; 15:43 REF 062437000111. Para mas inf. llama al 0500',
    { centimos: 190_000, dia: '2026-08-31', referencia: '062437000111', nombre_origen: 'PEREZ C', telefono_origen: '' },
  ],
  [
    'BDV',
    'PagomovilBDV recibido Recibiste un PagomovilBDV por Bs.12.000,00 del 0412-0000111 Ref: 108834000222 en fecha: 29-08-26 hora: 18:01.',
    { centimos: 1_200_000, dia: '2026-08-29', referencia: '108834000222', telefono_origen: '584120000111' },
  ],
  [
    'BDV of a shop',
    'Recibiste un PagomovilBDV comercio por Bs. 8.187,03 del 0414-0000111 \nRef: 000602000333 comision Bs 122,81 fecha: 30-08-26 hora: 15:24',
    { centimos: 818_703, dia: '2026-08-30', referencia: '000602000333', telefono_origen: '584140000111' },
  ],
  [
    'BDV by name, without a day: that of the phone, in Caracas',
    '"Recibiste un PagomovilBDV de ANA MARIA PEREZ por Bs.1.760,00  bajo el numero de operacion 007186000444"',
    { centimos: 176_000, dia: '2026-08-31', referencia: '007186000444', nombre_origen: 'ANA MARIA PEREZ' },
  ],
  [
    'Banesco, whose push says no name',
    'Pago recibido BANESCO REGISTRO: Pago recibido a traves de Pago Movil por Bs. 2602.20 el 31/08/2026; 11:43 REF 061100000102.',
    { centimos: 260_220, dia: '2026-08-31', referencia: '061100000102', nombre_origen: '' },
  ],
  [
    'BDV without a name',
    'Recibiste un PagomovilBDV por Bs.1.760,00 bajo el numero de operacion 007186000444',
    { centimos: 176_000, referencia: '007186000444', nombre_origen: '' },
  ],
  ['BNC that ends behind a whole amount', 'BNC Pago Movil Recibido Bs.10455,00', { centimos: 1_045_500 }],
  [
    'BNC without céntimos, where its next word stands behind',
    'BNC Pago Movil Recibido Bs.104 Telf.0416***9503 Dia:31/08/26-20:25 Ref:603185000',
    { centimos: 10_400, referencia: '603185000' },
  ],
  [
    'a transfer to BDV',
    'Recibiste una transferencia de otros bancos de ANA PEREZ por Bs. 873,60 bajo el número de operación 00516851.',
    { centimos: 87_360, tipo: 'transferencia', referencia: '00516851' },
  ],
  [
    'BNC, whose phones hide digits',
    'BNC Pago Movil Recibido Bs.10455,00 Telf.0416***9503 Dia:31/08/26-20:25 Ref:603185000 Llamar al 0500-0000000 si no realizo esta Operacion',
    {
      centimos: 1_045_500,
      dia: '2026-08-31',
      referencia: '603185000',
      telefono_origen: '',
      concepto: 'Telf. 0416***9503',
    },
  ],
  [
    'BNC cut off',
    'PAGO MOVIL RECIBIDO BNC Pago Movil Recibido Bs.10000,00 Telf.0414***69..',
    { centimos: 1_000_000, referencia: '' },
  ],
  [
    'BDV with its advice behind, from somebody whose name is also a state',
    'Recibiste un PagomovilBDV de ANA CANCELA por Bs.1.760,00 bajo el numero de operacion 007186000444. Si es una operación no autorizada o no reconocida, llama. Para cancelar los avisos o no recibirlos, responde NO.',
    { centimos: 176_000, nombre_origen: 'ANA CANCELA' },
  ],
  ...phrases(`
¿Operación no reconocida? Llama al 0500. | Saldo bloqueado: Bs. 0.00
BNC no recibe claves por SMS. No recibirás llamadas nuestras. | Concepto: rifa numero 12.
Reclamos y reversos: 0500-BANESCO. | Este pago no tiene reverso. | Operación exitosa, sin reverso.
Recuerde verificar antes de realizar una devolución. | Motivo: devolucion prestamo.
No compartas tu clave dinámica con nadie. | Nunca compartas tu código de verificación.
Si no realizaste esta operacion, comunicate. | ¿No realizaste esta operación? Llama al 0500.
Activa tu tarjeta de débito. | Por tu seguridad no compartas tus datos | Estado: Aprobada.
`).map((advice): [string, string, object] => [
    advice,
    `Tienes 2 mensajes pendientes. BNC Pago Movil Recibido Bs.104,00 Telf.0416***9503 Ref:603185000. ${advice}`,
    { centimos: 10_400 },
  ]),
  [
    'Sofitasa',
    'SOFITASA Pago Movil Recibido Bs.3095,49 Telf.0414***1081 Dia:30/08/26-17:02 Ref:051967000',
    { centimos: 309_549, dia: '2026-08-30', referencia: '051967000' },
  ],
  [
    'Plaza',
    'Bco.Plaza informa que ha recibido una transaccion Tu DineroYA por BS.1265.34 del Nro Celular 04120000555. Ref.000556000777 30-08-26 15:24. Inf.: 0501',
    { centimos: 126_534, telefono_origen: '584120000555', referencia: '000556000777' },
  ],
  [
    'BBVA, with commas between thousands',
    'BBVA Provincial informa abono Pago Movil por Bs. 30,206.00. F2026/08/31H15:51:44',
    { centimos: 3_020_600, dia: '2026-08-31', referencia: '' },
  ],
  [
    'Binance, whose coins have eight places',
    'Payment received You have received 12.34567891 USDT from Carla',
    { centimos: 1234, moneda: 'USD', tipo: 'binance', nombre_origen: 'Carla' },
  ],
])('%s', (_, text, said) => {
  const found = read(text)
  expect(found).toMatchObject({ es: 'movimiento', movimiento: { sentido: 'credito', ...said } })
})

test('the hour is that of Caracas, and before its midnight is that day', () => {
  const found = read('BNC Pago Movil Recibido Bs.10,00 Telf.0416***9503 Dia:31/08/26-23:59 Ref:603185000')
  expect(found).toMatchObject({ movimiento: { dia: '2026-08-31', en: Date.parse('2026-09-01T03:59:00Z') } })
})

test.each([
  [
    'BBVA says what left',
    'BBVA Provincial informa Pago Movil desde cuenta 5256 por Bs. 30,206.00. Si no la realizaste envia N al 77106 F2026/08/05H15:51:44',
  ],
  ['a payment that was made', 'Realizaste un PagomovilBDV por Bs.100,00 al 0412-0000111 Ref: 108834000222'],
  ['a code', 'BNC: tu clave dinamica es 123456 por Bs. 100,00'],
  ['advertising', 'Aprovecha nuestro crédito, pide el tuyo hoy'],
])('%s: it is no received money', (_, text) => {
  expect(read(text).es).toBe('descartado')
})

test.each([
  [
    'an amount that two people read differently',
    'Recibiste un PagomovilBDV por Bs.12.000 del 0412-0000111 Ref: 108834000222',
  ],
  ['the decimals of another bank', 'Recibiste un PagomovilBDV por Bs.12,000.00 del 0412-0000111 Ref: 108834000222'],
  ['USDT that could be thousands', 'You have received 1.250 USDT from Carla'],
  ['a day that no calendar has', 'BNC Pago Movil Recibido Bs.10,00 Telf.0416***9503 Dia:31/02/26-23:59 Ref:603185000'],
  ['a day of next year', 'BNC Pago Movil Recibido Bs.10,00 Telf.0416***9503 Dia:31/08/27-23:59 Ref:603185000'],
  [
    'money that came and was returned',
    'Recibiste un PagomovilBDV por Bs.12.000,00 del 0412-0000111 Ref: 108834000222. Reversado',
  ],
  [
    'money that is on its way',
    'EN PROCESO: Recibiste un PagomovilBDV por Bs.12.000,00 del 0412-0000111 Ref: 108834000222',
  ],
  ['money to be freed', 'BNC Pago Movil Recibido Bs.104,00 Telf.0416***9503 Ref:603185000. Pendiente por liberar'],
  ['money that did not come', 'No recibiste un PagomovilBDV por Bs.12.000,00 del 0412-0000111 Ref: 108834000222'],
  ['a payment not received', 'Pago no recibido. BNC Pago Movil Recibido Bs.104,00 Telf.0416***9503 Ref:603185000'],
  ['money not received yet', 'Aún no se ha recibido: BNC Pago Movil Recibido Bs.104,00 Telf.0416***9503 Ref:603185000'],
  ...phrases(`
Reverso | Devolución | Anulación | Rechazo | Nunca recibiste | Aún no ha sido abonado
Será acreditado en 24 horas | Retenido | Pago diferido | Pago cancelado | Operación denegada | Declinado
Failed | Returned | Por aprobar | Sin confirmar | En espera | No procesado | No exitosa | No disponible
Programado | Será abonado mañana | Se acreditará en 24 horas | Pago revertido | Estado: Error | Estado: Zumbado
Tu pago quedó observado | Tu transferencia fue zumbada | No se procesó | Todavía no está disponible
Serán acreditados mañana | Nunca llegó | Fondos insuficientes | Requiere aprobación | Refund
Si no reconoces la operación llama al 0500, Reverso | Por tu seguridad el pago aún no ha sido recibido
Reclamos 0500: reverso aplicado | ¿Reverso? | Motivo: fondos insuficientes. | Concepto: REVERSADO. | Expirado
Contracargo | Reembolsado | Nulo | On hold | Falló | Concepto: rifa Estado: pendiente
Concepto: rifa — PAGO PENDIENTE POR CONFIRMAR | Saldo en cuenta: el pago aún no se ha recibido
¿Pago pendiente? | Recuerde que el pago está pendiente | Este pago fue reversado | Si no: pago en proceso
`).map(
    (word) => [word, `BNC Pago Movil Recibido Bs.104,00 Telf.0416***9503 Ref:603185000. ${word}`] as [string, string],
  ),
  ['a state before it', 'Para su información el pago está pendiente: BNC Pago Movil Recibido Bs.104,00 Ref:603185000.'],
  ['no way to credit it', 'No fue posible acreditar: BNC Pago Movil Recibido Bs.104,00 Ref:603185000.'],
  ['a state behind the name', 'Has recibido 12.5 USDT de Juan cancelado'],
  ['a state that stands in the name', 'Has recibido 12.5 USDT de Juan está pendiente'],
  ['another bank', 'Mercantil: le transfirieron Bs. 100,00'],
])('%s: a person reads it', (_, text) => {
  expect(read(text).es).toBe('ilegible')
})

test.each([
  ...['BNC Pago Movil Recibido Bs.104', 'BNC Pago Movil Recibido Bs.10455,', 'BNC Pago Movil Recibido Bs.10455,0'],
  ...['BNC Pago Movil Recibido Bs.4300…', 'BNC Pago Movil Recibido Bs.108..', 'BNC Pago Movil Recibido Bs. ...'],
  ...['SOFITASA Pago Movil Recibido Bs.3.0', 'Recibiste un PagomovilBDV de COMPRADOR UNO por Bs.1.7'],
  ...['Recibiste un PagomovilBDV por Bs.', '"BNC Pago Movil Recibido Bs.104"', 'Pago Movil por Bs. 2601.1'],
])('%s ends within its amount: a person reads it', (text) => {
  expect(read(text)).toEqual({ es: 'ilegible', motivo: 'Llegó cortado: falta parte del monto.' })
})

test('something else behind a part of an amount does not make it whole', () => {
  for (const text of ['BNC Pago Movil Recibido Bs.104 - de mi teléfono', 'BNC Pago Movil Recibido Bs.4300… Ver más'])
    expect(read(text)).toMatchObject({ es: 'ilegible' })
})

test('a reference that a phone shortened is not believed', () => {
  const text = 'Recibiste un PagomovilBDV por Bs.12.000,00 del 0412-0000111 Ref: 10883'
  for (const dots of ['…', '..', '...']) expect(read(`${text}${dots}`)).toMatchObject({ es: 'ilegible' })
})

test.each(['prueba', 'Prueba', 'Aviso de prueba', 'test', 'Mensaje de prueba desde MacroDroid'])(
  '%s is a test',
  (text) => {
    expect(read(text)).toEqual({ es: 'prueba' })
  },
)

test('the same payment has one name: by SMS and by the app, with zeros and without', () => {
  const name = (text: string, at = AT) => {
    const found = read(text, at)
    return found.es === 'movimiento' ? found.movimiento.id_banco : found.es
  }
  const sms =
    'Recibiste un PagomovilBDV por Bs.12.000,00 del 0412-0000111 Ref: 000834000222 en fecha: 29-08-26 hora: 18:01.'
  expect(name(sms)).toBe(name(`PagomovilBDV recibido "${sms.replace('000834', '834')}"`, (AT + 60_000) as Instant))
  expect(name(sms)).not.toBe(name(sms.replace('12.000', '12.001')))
  expect(name('BNC Pago Movil Recibido Bs.10000,00 Telf.0414***69..')).toBe('')
})

test('no text takes long, whatever is in it', () => {
  const long = 'Pago recibido a traves de Pago Movil de '.repeat(2000)
  expect(read(long).es).not.toBe('movimiento')
  expect(read('Bs. '.repeat(50_000)).es).not.toBe('movimiento')
  // Of one word there is one way to read it: many ways to part it would take hours.
  const bnc = 'BNC Pago Movil Recibido Bs.104,00 Telf.0416***9503 Ref:603185000. Concepto: '
  for (const end of ['', '!', ' b c d e!']) expect(read(bnc + 'a'.repeat(1_900) + end).es).toBe('movimiento')
})
