import { describe, expect, test } from 'vitest'
import { json, openBank, triesFaults, worldAt } from '../testing/bank.ts'
import { bancamiga } from './bancamiga.ts'

const NOON = '2026-11-20T16:00:00Z'
const TOKEN = 'token-de-prueba-0123456789'

const bank = await openBank()

const settings = () => ({ direccion: bank.url, token: TOKEN })
const leer = (cursor: string | null, now = NOON, more = {}) => bancamiga.leer?.(settings(), cursor, worldAt(now, more))
const paid = (more: Record<string, unknown> = {}) => ({
  ID: 'b6639593-0000-41c1-b1e0-4b041a64018f',
  Dni: 'J000000001',
  PhoneDest: '584120000000',
  PhoneOrig: '584240000000',
  Amount: 5.12,
  BancoOrig: '0172',
  NroReferenciaCorto: '575202',
  NroReferencia: '000000575202',
  HoraMovimiento: '10:12:02',
  FechaMovimiento: '2026-11-20',
  Descripcion: 'pago',
  Status: '500',
  Refpk: '202611200172584240000000575202',
  ...more,
})
const lista = (...rows: unknown[]) => json({ code: 200, lista: rows, mod: 'find', num: rows.length })
const asked = () => bank.asked.map(({ body }) => JSON.parse(body))

describe('Bancamiga', () => {
  test('a payment has the name that the bank gives it', async () => {
    bank.asked = []
    bank.answer = lista(paid())
    const told = {
      id_banco: '202611200172584240000000575202',
      sentido: 'credito',
      tipo: 'pago_movil',
      centimos: 512,
      dia: '2026-11-20',
      en: Date.parse('2026-11-20T10:12:02-04:00'),
      referencia: '000000575202',
      banco_origen: '0172',
      telefono_origen: '584240000000',
      concepto: 'pago',
    }
    expect((await leer(null))?.movimientos).toMatchObject([told])
    expect(asked()).toEqual([{ Date: '2026-11-20' }])
    expect(bank.asked.map(({ path, headers }) => [path, headers.authorization])).toEqual([
      ['/public/protected/pm/history/find', `Bearer ${TOKEN}`],
    ])
  })

  test('one question in ten minutes: today and the days before take turns, and all is read when none waits', async () => {
    bank.asked = []
    bank.answer = lista()
    expect(bancamiga.pausa).toBe(600_000)
    let cursor: string | null = null
    const until: unknown[] = []
    const read = async (now: string) => {
      const one = await leer(cursor, now)
      cursor = one?.cursor ?? null
      until.push(one?.leido_hasta)
    }
    for (let reading = 0; reading < 6; reading++) await read(NOON)
    expect(asked().map(({ Date: day }) => day.slice(-2))).toEqual(['20', '18', '20', '19', '20', '20'])
    expect(until.map((at) => at !== null)).toEqual([false, false, false, false, true, true])
    bank.asked = []
    // Midnight in Caracas, and it was off for a day.
    for (let reading = 0; reading < 8; reading++) await read('2026-11-22T04:00:05Z')
    expect(asked().map(({ Date: day }) => day.slice(-2))).toEqual(['22', '18', '22', '19', '22', '20', '22', '21'])
  })

  test.each([
    ['no JSON', 'x'],
    ['one that lies ahead', JSON.stringify({ hoy: '2027-01-01', cola: [], turno: 'cola' })],
    ['one of last year', JSON.stringify({ hoy: '2025-01-01', cola: ['2025-01-01'], turno: 'cola' })],
  ])('a cursor that is %s begins again with today', async (_, cursor) => {
    bank.asked = []
    bank.answer = lista()
    const read = await leer(cursor)
    expect(asked()).toEqual([{ Date: '2026-11-20' }])
    expect(JSON.parse(read?.cursor ?? '').cola.length).toBeLessThanOrEqual(30)
  })

  test('a state, an amount or a day that nobody knows is for a person', async () => {
    bank.answer = lista(
      paid({ Status: '100' }),
      paid({ Amount: '5,12' }),
      paid({ FechaMovimiento: '' }),
      paid({ Amount: 0 }),
    )
    expect(await leer(null)).toMatchObject({ movimientos: [], ilegibles: [{}, {}, {}, {}] })
  })

  triesFaults(TOKEN, (answer, more) => {
    bank.answer = answer
    return leer(null, NOON, more)
  })

  test.each([
    [503, 'credencial'],
    [512, 'credencial'],
    [429, 'limite'],
    [500, 'mantenimiento'],
    [511, 'ilegible'],
    [553, 'ilegible'],
  ])('200 with the code %i is %s', async (code, causa) => {
    bank.answer = json({ code, mensaje: 'Error de 584240000000' })
    await expect(leer(null)).rejects.toMatchObject({ causa, message: `codigo ${code}` })
  })
})
