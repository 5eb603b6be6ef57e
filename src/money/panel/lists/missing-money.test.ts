import { expect, test } from 'vitest'
import { whatsappMissing } from '#purchases/whatsapp-text.ts'

const REPORT = { nombre: 'Luisa Ejemplo', codigo: 'TB-2BR7H', rifa: 'Moto', referencia: '0081900290617' }
const SITE = 'Tu sitio'

test('a buyer who has paid a part is asked for the rest, and not told that nothing came', () => {
  const text = whatsappMissing(REPORT, { owed: 'Bs. 2.600,00', left: 'Bs. 2.000,00', site: SITE })
  expect(text).toContain('un pago de Bs. 2.600,00 con la referencia 0081900290617: en la cuenta vemos una parte')
  expect(text).toContain('faltan Bs. 2.000,00')
  expect(text).not.toContain('aún no lo vemos')
})

test('a buyer whose money did not come is asked for the proof', () => {
  const text = whatsappMissing({ ...REPORT, referencia: '' }, { owed: 'Bs. 2.600,00', left: null, site: SITE })
  expect(text).toContain('Reportaste un pago de Bs. 2.600,00 y aún no lo vemos en la cuenta.')
})
