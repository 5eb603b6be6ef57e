import { describe, expect, test } from 'vitest'
import { json, latin1, openBank, triesFaults, worldAt } from '../testing/bank.ts'
import { bdv } from './bdv.ts'

const NOON = '2026-11-20T16:00:00Z'
const CLAVE = 'llave-de-prueba-0123456789'

const bank = await openBank()

const settings = () => ({ direccion: bank.url, cuenta: '01020000000000000001', clave: CLAVE })
const leer = (cursor: string | null, now = NOON, more = {}) => bdv.leer?.(settings(), cursor, worldAt(now, more))

const movement = (more: Record<string, unknown> = {}) => ({
  referencia: '0050930906155',
  descripcion: 'PAGO MOVIL RECIBIDO',
  fecha: '2026-11-20',
  hora: '0814',
  mov: 'CREDITO',
  saldo: '100.000,00',
  importe: '33.571,18',
  nroMov: '81131',
  observacion: 'PAGOMOVIL OTROS BANCOS 0134 04241112233',
  ...more,
})
const movs = (...rows: unknown[]) =>
  json({ code: '1000', message: 'OK', data: { totalOfMovements: rows.length, movs: rows } })
/** Requested days, as the bank writes them. */
const days = () => bank.asked.map(({ body }) => JSON.parse(body)).map(({ fechaIni, fechaFin }) => [fechaIni, fechaFin])

describe('movements of Banco de Venezuela', () => {
  test('a day is asked for by itself, with the key in its header', async () => {
    bank.asked = []
    bank.answer = movs()
    expect(await leer(null)).toMatchObject({
      movimientos: [],
      cursor: '2026-11-20',
      leido_hasta: Date.parse(NOON),
    })
    expect(days()).toEqual(['17/11/2026', '18/11/2026', '19/11/2026', '20/11/2026'].map((day) => [day, day]))
    const [{ path, headers, body } = { path: '', headers: {} as Record<string, string>, body: '' }] = bank.asked
    expect([path, headers['x-api-key']]).toEqual(['/apis/bdv/consulta/movimientos', CLAVE])
    expect(JSON.parse(body)).toEqual({
      cuenta: '01020000000000000001',
      fechaIni: '17/11/2026',
      fechaFin: '17/11/2026',
      tipoMoneda: 'VES',
      nroMovimiento: '',
    })
  })

  test.each([
    [
      'a payment of another bank says its code and the phone',
      movement(),
      {
        sentido: 'credito',
        tipo: 'pago_movil',
        centimos: 3_357_118,
        moneda: 'VES',
        dia: '2026-11-20',
        en: Date.parse('2026-11-20T08:14:00-04:00'),
        referencia: '0050930906155',
        banco_origen: '0134',
        telefono_origen: '584241112233',
        documento_origen: '',
        concepto: 'PAGOMOVIL OTROS BANCOS 0134 04241112233',
      },
    ],
    [
      'one of the bank itself says cédula and name',
      movement({ observacion: 'PAGOMOVIL BDV V012345678 ANA   NÚÑEZ   ', importe: '150,00' }),
      {
        centimos: 15_000,
        banco_origen: '0102',
        documento_origen: 'V12345678',
        nombre_origen: 'ANA NÚÑEZ',
        telefono_origen: '',
      },
    ],
    [
      'a transfer of a company says its document',
      movement({ descripcion: 'TRANSFERENCIA', observacion: 'PAGO RECIBIDO OTROS BANCOS 0191 J123456789' }),
      { tipo: 'transferencia', banco_origen: '0191', documento_origen: 'J123456789' },
    ],
    ...[
      'RIFA PAGOMOVIL BDV V011111111 LUZ MORENO',
      'TRANSFERENCIA OTROS BANCOS 0134 04249999999',
      'boletos OTROS BANCOS 0134 V11111111',
      'PAGOMOVIL OTROS BANCOS rifa OTROS BANCOS 0134 04249999999',
    ].map((observacion): [string, object, object] => [
      `a text that the payer may write names nobody: «${observacion}»`,
      movement({ observacion }),
      { centimos: 3_357_118, banco_origen: '', telefono_origen: '', documento_origen: '', nombre_origen: '' },
    ]),
    [
      'a commission is a debit',
      movement({ mov: 'DEBITO', importe: '-503,57' }),
      { sentido: 'debito', centimos: 50_357 },
    ],
    ['without an hour only the day is known', movement({ hora: '' }), { en: null }],
    [
      'a day that is written otherwise is the one that was asked for',
      movement({ fecha: 'hoy' }),
      { dia: '2026-11-20' },
    ],
  ])('%s', async (_, row, told) => {
    bank.answer = movs(row)
    expect((await leer('2026-11-20'))?.movimientos).toMatchObject([told])
  })

  test('a row has the same name at every reading, and a repeated one, whatever its number, one of its own', async () => {
    bank.answer = movs(movement(), movement({ nroMov: '81132' }), movement({ referencia: '81140' }))
    const first = await leer('2026-11-20')
    bank.answer = movs(
      movement({ saldo: '1,00', nroMov: '9' }),
      movement({ referencia: '81140' }),
      movement({ nroMov: '10' }),
    )
    const again = await leer('2026-11-20', '2026-11-20T18:00:00Z')
    const names = (told = first) => told?.movimientos.map(({ id_banco }) => id_banco).sort()
    expect(new Set(names()).size).toBe(3)
    expect(names(again)).toEqual(names())
  })

  test('a row that nobody understands is for a person, and does not block the others', async () => {
    bank.answer = movs(
      movement({ importe: '33,571.18' }),
      movement(),
      null,
      movement({ mov: 'OTRO' }),
      movement({ importe: '0,00' }),
    )
    const read = await leer('2026-11-20')
    expect(read?.movimientos).toHaveLength(1)
    expect(read?.ilegibles.map(({ cuerpo }) => JSON.parse(cuerpo))).toEqual([
      movement({ importe: '33,571.18' }),
      null,
      movement({ mov: 'OTRO' }),
      movement({ importe: '0,00' }),
    ])
  })

  test('a bank that changes its format is not reported row by row', async () => {
    bank.answer = movs(...Array.from({ length: 11 }, () => ({ Fecha: '20/11/2026', Monto: '1,00' })))
    await expect(leer('2026-11-20')).rejects.toMatchObject({ causa: 'ilegible', message: 'otra forma' })
  })

  test('letters of Windows in place of UTF-8 lose no movement', async () => {
    bank.answer = latin1({
      code: '1000',
      data: { movs: [movement({ observacion: 'PAGOMOVIL BDV V012345678 ANA NÚÑEZ' })] },
    })
    expect((await leer('2026-11-20'))?.movimientos).toMatchObject([{ nombre_origen: 'ANA NÚÑEZ' }])
  })

  test.each([
    [
      'just after midnight in Caracas yesterday is read to its end',
      '2026-11-20',
      '2026-11-21T04:00:10Z',
      ['18/11/2026', '19/11/2026', '20/11/2026', '21/11/2026'],
    ],
    ['and again for some hours', '2026-11-21', '2026-11-21T09:59:00Z', ['20/11/2026', '21/11/2026']],
    ['in UTC it is tomorrow, in Caracas it is not', '2026-11-20', '2026-11-21T03:59:00Z', ['20/11/2026']],
    [
      'a cursor that lies ahead begins anew',
      '2026-12-24',
      NOON,
      ['17/11/2026', '18/11/2026', '19/11/2026', '20/11/2026'],
    ],
    ['one that is no day too', 'x', NOON, ['17/11/2026', '18/11/2026', '19/11/2026', '20/11/2026']],
    [
      'one that went backwards is read again',
      '2026-11-18',
      NOON,
      ['16/11/2026', '17/11/2026', '18/11/2026', '19/11/2026', '20/11/2026'],
    ],
  ])('%s', async (_, cursor, now, asked) => {
    bank.asked = []
    bank.answer = movs()
    await leer(cursor, now)
    expect(days()).toEqual(asked.map((day) => [day, day]))
  })

  test('after weeks without an answer it goes on by some days at a time, each once at least, and reports how far it is', async () => {
    bank.asked = []
    bank.answer = movs()
    let cursor = '2026-10-01'
    const until: unknown[] = []
    while (until.at(-1) !== Date.parse(NOON)) {
      const read = await leer(cursor)
      cursor = read?.cursor ?? ''
      until.push(read?.leido_hasta)
    }
    expect(until[0]).toBe(Date.parse('2026-10-26T00:00:00-04:00'))
    expect(until).toHaveLength(14)
    expect(new Set(days().map(([day]) => day)).size).toBe(31)
  })

  triesFaults(CLAVE, (answer, more) => {
    bank.answer = answer
    return leer('2026-11-20', NOON, more)
  })

  test.each([
    ['no key', { code: '1003', message: 'API Key no autorizada' }, 'credencial', 'codigo 1003'],
    [
      'maintenance',
      { code: '1005', message: 'Servicio no disponible, intente más tarde' },
      'mantenimiento',
      'codigo 1005',
    ],
    ['too often', { code: '1006', message: 'Límite de consultas excedido' }, 'limite', 'codigo 1006'],
    ['a code that nobody knows', { code: '9', message: 'El cliente V12345678 no aplica' }, 'ilegible', 'codigo 9'],
  ])('200 with an error inside: %s', async (_, said, causa, message) => {
    bank.answer = json(said)
    await expect(leer('2026-11-20')).rejects.toMatchObject({ causa, message })
  })

  test('a day without movements is a code of its own and no failure', async () => {
    bank.answer = json({ code: '1010', message: 'No se encontraron movimientos para la fecha', data: null })
    expect(await leer('2026-11-20')).toMatchObject({ movimientos: [], leido_hasta: Date.parse(NOON) })
  })
})
