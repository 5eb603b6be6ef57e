import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CalendarDate } from '#platform/clock.ts'
import { formatCedula, isRif, normaliseCedula } from './cedula.ts'
import { failureDialog } from './failure-dialog.ts'
import { formatPhoneInput, isForeignPhone, knownPrefix, normalisePhone } from './phone.ts'
import { checkProof, formatBytes, PROOF_MAX_BYTES } from './proof.ts'
import { endAlike, referenceKey } from './reference.ts'
import { checkPurchase, checkReference, readPaymentDate, tidyName } from './rules.ts'

describe('cédula', () => {
  test('the letter that was typed wins over the prefix of the field', () => {
    expect(normaliseCedula('E-84.123.456')).toBe('E84123456')
    expect(normaliseCedula('84123456', 'E')).toBe('E84123456')
    expect(normaliseCedula('V84123456', 'E')).toBe('V84123456')
  })
  test.each([
    'J-12345678',
    'G200001234',
    'P123456',
    'C1234567',
    '1234',
    '0001234',
    '1234567890',
    '',
    'V',
    '12a45678',
    'VE123456',
  ])('%s is none', (text) => expect(normaliseCedula(text)).toBeNull())
  test('is printed with points and read back the same', () => {
    expect(formatCedula('V12345678')).toBe('V-12.345.678')
    fc.assert(
      fc.property(
        fc.constantFrom('V' as const, 'E' as const),
        fc.integer({ min: 10_000, max: 999_999_999 }),
        (prefix, number) => {
          fc.pre(!isRif(prefix, String(number)))
          const cedula = `${prefix}${number}`
          expect(normaliseCedula(formatCedula(cedula))).toBe(cedula)
          expect(normaliseCedula(cedula)).toBe(cedula)
        },
      ),
    )
  })
})

test('nine digits that begin with a nought are a RIF with its stroke, a cédula with a wrong check digit, and else nobody’s', () => {
  expect(['V010030907', 'V010068793', 'V010069790'].map((text) => normaliseCedula(text))).toEqual([null, null, null])
  expect(['V-01003090-7', 'v-01.003.090 – 7'].map((text) => normaliseCedula(text))).toEqual(['V1003090', 'V1003090'])
  expect(normaliseCedula('V010030908')).toBe('V10030908')
})

describe('phone', () => {
  test.each(['', '0212-5551234', '041212345', '041212345678', '0412abc4567', '+1 412 123 4567'])(
    '%s is none',
    (text) => {
      expect(normalisePhone(text)).toBeNull()
    },
  )
  test.each([
    '+1 786 555 0101',
    '0017865550101',
    '17865550101',
    '7865550101',
    '+47 400 00 001',
    '041400000012',
    '987 654 321',
    '612345678',
  ])('%s is none when it is pasted, and stays to be seen', (text) => {
    const shown = formatPhoneInput(text)
    expect(shown.replace(/\D/g, '')).toBe(text.replace(/\D/g, ''))
    expect(normalisePhone(shown)).toBeNull()
  })
  test.each(['+1 786 555 0101', '0017865550101', '+47 400 00 001'])('%s is none when it is typed', (text) => {
    let shown = ''
    for (const key of text) shown = formatPhoneInput(shown + key, shown)
    expect(normalisePhone(shown)).toBeNull()
    expect(isForeignPhone(shown)).toBe(true)
  })
  test('typing is forced to begin with 04 and never longer than eleven digits', () => {
    expect(formatPhoneInput('0')).toBe('0')
    expect(formatPhoneInput('4')).toBe('04')
    expect(formatPhoneInput('1')).toBe('041')
    expect(formatPhoneInput('041412345678', '04141234567')).toBe('04141234567')
    expect(formatPhoneInput('+58 424 123 45 67')).toBe('04241234567')
    const typed = fc.string({ unit: fc.constantFrom(...'0011445588+-. ()x'), maxLength: 20, size: 'max' })
    fc.assert(
      fc.property(typed, (text) => {
        const shown = formatPhoneInput(text)
        expect(shown).toMatch(/^((\+|00)\d*|(5|580?)?|0|0[158]\d*|04\d{0,9}|\d{9,20})$/)
        expect(formatPhoneInput(shown)).toBe(shown)
      }),
      { seed: 58, numRuns: 2_000 },
    )
  })
  test('a phone that is typed digit by digit is what was meant', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^04\d{9}$/), (phone) => {
        let shown = ''
        for (const digit of phone) shown = formatPhoneInput(shown + digit)
        expect(shown).toBe(phone)
        expect(normalisePhone(shown)).toBe(phone)
      }),
    )
  })
  test.each([
    '+58 414-123.45.67',
    '+58 (0)414 123 45 67',
    '0058 414 1234567',
    '584141234567',
    '0414 1234567',
    '414 1234567',
  ])('%s typed key by key is the same as pasted', (text) => {
    let shown = ''
    for (const key of text) shown = formatPhoneInput(shown + key)
    expect([shown, formatPhoneInput(text)]).toEqual(['04141234567', '04141234567'])
    // And taken away key by key until nothing is left.
    for (let keys = 0; shown !== '' && keys < 20; keys++) shown = formatPhoneInput(shown.slice(0, -1))
    expect(shown).toBe('')
  })
  test('a landline stays as it is typed: with 04 before it, it would be the mobile of a stranger', () => {
    for (const text of ['02444561234', '0241-4123456', '0261 765 43 21']) {
      let shown = ''
      for (const key of text) shown = formatPhoneInput(shown + key, shown)
      expect([shown, formatPhoneInput(text), normalisePhone(shown)]).toEqual([shown, text.replace(/\D/g, ''), null])
    }
  })
  test('the newest prefix is known, an unused one is not', () => {
    expect(knownPrefix('04221234567')).toBe(true)
    expect(knownPrefix('04991234567')).toBe(false)
  })
})

describe('reference', () => {
  test('leading zeros and separators do not matter', () => {
    expect(endAlike('000123456', '123456')).toBe(true)
    expect(endAlike('0012-3456', '123456')).toBe(true)
    expect(referenceKey('00 12')).toBe('12')
  })
  test('four digits or more may be the end of the longer one', () => {
    expect(endAlike('3456', '000000123456')).toBe(true)
    expect(endAlike('0456', '991230456')).toBe(true)
    expect(endAlike('456', '123456')).toBe(false)
    expect(endAlike('1234', '123456')).toBe(false)
  })
  test('with letters they are equal or not', () => {
    expect(endAlike('abc-12XY34', 'ABC12xy34')).toBe(true)
    expect(endAlike('12XY3456', '3456')).toBe(false)
    expect(referenceKey('abc-00')).toBe('ABC00')
  })
  test('it does not matter which comes first, and each is itself', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9a-f]{1,12}$/), fc.stringMatching(/^[0-9a-f]{1,12}$/), (a, b) => {
        expect(endAlike(a, b)).toBe(endAlike(b, a))
        expect(endAlike(a, a)).toBe(true)
      }),
    )
  })
})

describe('proof', () => {
  test('types and size with the texts of the specification', () => {
    expect(checkProof({ type: 'image/jpeg', size: PROOF_MAX_BYTES })).toBeNull()
    expect(checkProof({ type: 'application/pdf', size: 10 })).toBeNull()
    expect(checkProof({ type: 'image/webp', size: 10 })).toBe('Formato no válido. Sube JPG, PNG o PDF.')
    expect(checkProof({ type: 'image/png', size: 0 })).toBe('No pudimos leer ese archivo. Elígelo otra vez.')
    expect(checkProof({ type: 'image/png', size: PROOF_MAX_BYTES + 1 })).toBe('El archivo excede el límite de 5MB')
  })
  test('sizes are printed as people say them', () => {
    expect(formatBytes(253_952)).toBe('248 KB')
    expect(formatBytes(1_468_006)).toBe('1,4 MB')
    expect([formatBytes(1), formatBytes(0)]).toEqual(['1 KB', '0 KB'])
  })
})

describe('the form', () => {
  const today = '2026-11-20' as CalendarDate
  const good = {
    nombre: 'Ana Núñez',
    cedula: '12.345.678',
    telefono: '0412-1234567',
    correo: 'ana@ejemplo.com.ve',
    referencia: '004512345678',
    fecha: '2026-11-20',
  }
  const messageOf = (field: keyof typeof good, value: string) =>
    checkPurchase({ ...good, [field]: value }, { today, metodo: 'pago_movil' })[field]

  test('a good one has no message', () => expect(checkPurchase(good, { today, metodo: 'pago_movil' })).toEqual({}))
  test('an empty one has one for each field', () => {
    const empty = { nombre: '', cedula: '', telefono: '', correo: '', referencia: '', fecha: '' }
    const messages = checkPurchase(empty, { today, metodo: 'pago_movil' })
    expect(Object.keys(messages)).toEqual(Object.keys(empty))
    expect(messages.referencia).toBe('Por favor, ingresa el Numero de Referencia.')
    expect(messages.fecha).toBe('Por favor, selecciona la fecha de pago.')
  })
  test.each(['A', '12', '...', 'x'.repeat(121)])('name %j is refused', (name) => {
    expect(messageOf('nombre', name)).toBe('Escribe el nombre y el apellido.')
  })
  test.each([
    'Ana\nNúñez',
    'Ganaste 500$ entra a http://ejemplo.test',
    'Ana https://ejemplo.test',
    'Ana //ejemplo',
    'ana@ejemplo.test',
    'Ana <b>',
    'Ana (soporte)',
    'Ana, premio',
    'Ana 0414',
    'Ana + 1',
    'Ana 🎁',
  ])('name %j is refused: only letters', (name) => {
    expect(messageOf('nombre', name)).toBe('El nombre lleva solo letras, sin números ni signos.')
  })
  test.each([
    'José Núñez',
    "D'Angelo O’Brien",
    'María-José',
    'J. R. Pérez',
    'Ma. Elena',
    'Zoë Ñáñez',
    'José',
    '李小龍',
    'Ольга',
  ])('name %j is one', (name) => {
    expect(messageOf('nombre', name)).toBeUndefined()
  })
  test.each([
    ['rifas.c\u034Fom', 'rifas. com'],
    ['rifas.c\uFE0Fom', 'rifas. com'],
    ['Ana\u180B Pérez', 'Ana Pérez'],
    ['Ana\u3164', 'Ana'],
    ['Ana\u202eNúñez', 'AnaNúñez'],
    ['Ana\u{E0100} Pérez', 'Ana Pérez'],
  ])('name %j is kept without its invisible signs', (name, kept) => {
    expect(messageOf('nombre', name)).toBeUndefined()
    expect(tidyName(name)).toBe(kept)
  })
  test('invisible signs alone are no name', () => expect(messageOf('nombre', '\u115F\u1160')).toBeDefined())
  test('no mail program makes a link of a name', () => {
    for (const link of [
      'rifas.com',
      'rifas.co\u0301m',
      'rifas.c\u0301om',
      'rifas.\u0301com',
      'rifas.ﬁ',
      'rifas.ｃｏｍ',
    ]) {
      expect(tidyName(link), link).toMatch(/^rifas\. /)
    }
    expect(tidyName(' www.rifas.com  Ana ')).toBe('www. rifas. com Ana')
    expect(tidyName('Ma.Elena  J.R. Pérez')).toBe('Ma. Elena J.R. Pérez')
  })
  test.each([
    'a@b',
    'a@b.c',
    'a@b.com,c@d.com',
    'a@b.com\nBcc: c@d.com',
    '"a b"@c.com',
    `${'a'.repeat(65)}@b.com`,
    `a@${'b.'.repeat(130)}com`,
    'Ana <a@b.com>',
    'á@ejemplo.com',
    'a@ejemplo.t3',
    'a..b@ejemplo.com',
    '.a@ejemplo.com',
    'a.@ejemplo.com',
    `a@${'b'.repeat(64)}.com`,
  ])('mail %j is refused', (mail) => expect(messageOf('correo', mail)).toBeDefined())
  test('a company is told that only V and E take part', () => {
    expect(messageOf('cedula', 'J-12345678')).toMatch(/V o E/)
  })
  test('the payment may be from seven days back up to today', () => {
    expect(messageOf('fecha', '2026-11-13')).toBeUndefined()
    expect(messageOf('fecha', '2026-11-12')).toBeDefined()
    expect(messageOf('fecha', '2026-11-22')).toBe('Elige una fecha de los últimos 7 días.')
    expect(messageOf('fecha', '2026-02-30')).toBe('Por favor, selecciona la fecha de pago.')
  })
  test("tomorrow is today: it is the day of a client in UTC after eight in Caracas' evening", () => {
    expect(messageOf('fecha', '2026-11-21')).toBeUndefined()
    expect(readPaymentDate('2026-11-21', today)).toBe(today)
    expect(readPaymentDate('2026-11-20', today)).toBe(today)
    expect(readPaymentDate('2026-11-19', today)).toBe('2026-11-19')
    expect(readPaymentDate('2026-11-22', today)).toBeNull()
  })
  test('a payment in bolívares has a number of four digits at least, one of Zelle or Binance need not', () => {
    const short = 'La referencia tiene 4 dígitos o más: cópiala completa de tu comprobante.'
    for (const written of ['abc', '1', 'Operació', '12a3']) {
      for (const metodo of ['pago_movil', 'transferencia', null] as const)
        expect(checkReference(written, metodo), written).toBe(short)
      for (const metodo of ['zelle', 'binance', 'efectivo'] as const) expect(checkReference(written, metodo)).toBeNull()
    }
    expect(checkReference('Ref 1234', 'pago_movil')).toBeNull()
  })
  test('a reference of Zelle or Binance holds letters', () => {
    expect(messageOf('referencia', 'BACx8k-2210')).toBeUndefined()
    expect(messageOf('referencia', '---')).toBeDefined()
    expect(messageOf('referencia', '<b>1</b>')).toBeDefined()
  })
})

describe('the dialog of a refusal', () => {
  test.each(['telefono', 'participantes.telefono', 'telefono_unique', 'participantes_telefono_unique'])(
    'key %s',
    (key) => {
      expect(failureDialog({ error: 'X', details: `Duplicate entry '04121234567' for key '${key}'` })).toEqual({
        title: 'Registro duplicado',
        text: 'El teléfono 04121234567 ya esta registrado en esta rifa.',
        help: 'Ya participaste antes? Si tienes dudas, contacta a nuestro soporte',
        field: 'telefono',
      })
    },
  )
  test('the other unique fields have no word about support', () => {
    for (const [key, field] of [
      ['cedula', 'cedula'],
      ['email', 'correo'],
      ['correo', 'correo'],
      ['nombre', 'nombre'],
      ['referencia', 'referencia'],
    ]) {
      const dialog = failureDialog({ details: `Duplicate entry 'O'Brien' for key '${key}'` })
      expect(dialog).toMatchObject({ title: 'Registro duplicado', field, help: null })
      expect(dialog.text).toMatch(/^El .*O'Brien ya esta registrado en esta rifa\.$/)
    }
  })
  test('a duplicate that cannot be read', () => {
    for (const details of [
      "Duplicate entry '1' for key 'PRIMARY'",
      'Duplicate entry',
      "SQLSTATE 1062 Duplicate entry '' for key 'constructor'",
    ]) {
      expect(failureDialog({ details }).text).toBe('El dato ingresado ya esta registrado en esta rifa.')
    }
  })
  test('an error with and without details, and none at all', () => {
    expect(failureDialog({ error: 'Rifa cerrada', details: 'Ya no se vende.' })).toMatchObject({
      title: 'Rifa cerrada',
      text: 'Ya no se vende.',
    })
    expect(failureDialog({ error: 'Rifa cerrada' }).text).toBe('Por favor, verifica los datos e intenta nuevamente.')
    expect(failureDialog({ details: 'sin título' })).toMatchObject({
      title: 'Error al registrar',
      text: 'Hubo un problema al procesar tu registro.',
    })
    expect(failureDialog({ error: { a: 1 }, details: ['b'] }).title).toBe('Error al registrar')
  })
})
