import { expect, test } from 'vitest'
import { foreignContacts } from './foreign-contacts.ts'

const OWN = [
  'https://rifas.ejemplo.com',
  'wa.me/584145550101',
  '584145550101',
  'https://www.instagram.com/rifas.laceiba',
  'J-40123456-7',
  '0400-1234567',
  'V-00.123.456',
  '01020123456789012345',
  'pagos@ejemplo.com',
]

test.each([
  ['Falta tu pago. Paga de nuevo al Pago Móvil 0412-5550001'],
  ['0 4 1 2 5 5 5 0 0 0 1'],
  ['04l2-555OOO1'],
  ['０４１２５５５０００１'],
  ['٠٤١٢٥٥٥٠٠٠١'],
  ['0412\u200b555\u20600001'],
  ['+58 (412) 555.00.01'],
  ['<p>0412<b>555</b>0001</p>'],
  ['0412&nbsp;555&#48;001'],
  ['Cuenta 0134 0000 11 2222233333'],
  ['Binance ID 12345678'],
  ['V-12.345.678'],
  ['C.I. 12345678'],
  ['paga@otro.com'],
  ['paga (arroba) otro.com'],
  ['<a href="https://pagos.otro.com/x">Paga aquí</a>'],
  ['wa.me/584125550001'],
  ['wа.me/584125550001'],
  ['wa . me / 584125550001'],
  ['bit.ly/3xyz'],
  ['https://rifas.ejemplo.com.otro.com'],
  ['https://rifas.ejemplo.com@otro.com'],
  ['pagos.otro.com'],
  ['instagram.com/otra'],
  ['Escribe a @otra_cuenta por Telegram'],
  ['0412–555–0001'],
  ['0412,555,0001'],
  ['0412:555:0001'],
  ["0412'555'0001"],
  ['0412|555|0001'],
  ['0412~555=0001'],
  ['0412 → 555 → 0001'],
  ['0412x555x0001'],
  ['0412 y 555 y 00 01'],
  ['04-12 c 5550001'],
  ['58 0412X5550001'],
  ['0️⃣4️⃣1️⃣2️⃣5️⃣5️⃣5️⃣0️⃣0️⃣0️⃣1️⃣'],
  ['⓿❹❶❷❺❺❺⓿⓿⓿❶'],
  ['०४१२५५५०००१'],
  ['pagosrifa punto com'],
  ['otro[.]com'],
  ['otro (dot) com'],
  ['wa . me / otro'],
  ['otro.dev'],
  ['otro.tk'],
  ['190.2.3.4/pago'],
])('«%s» names what is not of the house', (text) => {
  expect(foreignContacts(text, OWN)).not.toEqual([])
})

test('of several it names those of others alone', () => {
  expect(foreignContacts('0400-1234567 o 0412-5550001, pagos@ejemplo.com', OWN)).toEqual(['0412-5550001'])
})

test.each([
  ['Moto Bera SBR 200 cc, año 2025, 0 km. Incluye casco y placa. Sorteo: 24/12/2026, 8:00 p. m.'],
  ['Premio de $1.500,00 o Bs. 1.007.134,50 en efectivo; 10.000 números a 5 $ cada uno'],
  ['1.000.000 bolívares el 2026-12-24 a las 19:00'],
  ['Escríbenos al 0414-555.01.01, +58 414 5550101 o wa.me/584145550101?text=Hola'],
  ['Síguenos en @rifas.laceiba o https://instagram.com/rifas.laceiba/'],
  ['Reglas en https://rifas.ejemplo.com/rifa y www.rifas.ejemplo.com/rifa1.'],
  ['<p>Pago Móvil 0102, <b>0400 1234567</b>, V-123456</p><ul><li>Zelle pagos@ejemplo.com</li></ul>'],
  ['A la cuenta 0102-0123-45-6789012345'],
  ['Inversiones Ejemplo, C.A. J-40123456-7'],
  ['No vemos el pago.Revisa la referencia.Los 6 últimos números son 783390'],
  ['El monto no es el exacto: eran Bs. 6.714,24 y llegaron Bs. 671,42'],
  ['El 04/12/2026 8:00 p. m. o el 04-12-2026 20:00'],
  ['Premios: 4 x 1500 y 2 x 5000, pantalla de 1920x1080 y 0412 números o 0555 o 0001'],
  ['Lotería del Táchira, 10:00 p. m. Números 0001, 0002, 0003 y 0004'],
  ['¡100 % seguro, 24/7! Desde 2025; 10.000 números, 5.000 vendidos'],
  ['Los números 0123, 0456, 0789 y 1234 quedaron libres. Ve a tu página.Me avisas'],
  ['{nombre}, tu código es {codigo}. Hora: 12:30. 100 % seguro'],
])('«%s» names nobody else', (text) => {
  expect(foreignContacts(text, OWN)).toEqual([])
})
