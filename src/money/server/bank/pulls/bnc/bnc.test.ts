import { createCipheriv, createDecipheriv, createHash, pbkdf2Sync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Answering, type Asked, json, openBank, triesFaults, worldAt } from '../../testing/bank.ts'
import { createBnc } from './bnc.ts'

const NOON = '2026-11-20T16:00:00Z'
const GUID = '11111111-2222-4333-8444-555555555555'
const MASTER = 'aabbccddeeff00112233445566778899'

const bank = await openBank()

const settings = () => ({
  direccion: bank.url,
  guid: GUID,
  llave_maestra: MASTER,
  rif: 'J000000001',
  cuenta: '01910000000000000001',
})

/** The bank's own side of the seal. */
const keyOf = (password: string) => {
  const bytes = pbkdf2Sync(password, Buffer.from('Ivan Medvedev', 'ascii'), 1000, 48, 'sha1')
  return ['aes-256-cbc', bytes.subarray(0, 32), bytes.subarray(32)] as const
}
function sealed(value: unknown, password: string) {
  const text = JSON.stringify(value)
  const cipher = createCipheriv(...keyOf(password))
  const hidden = Buffer.concat([cipher.update(Buffer.from(text, 'utf16le')), cipher.final()])
  return { value: hidden.toString('base64'), validation: createHash('sha256').update(text, 'utf8').digest('hex') }
}
function opened({ body }: Asked, password: string): Record<string, unknown> {
  const { Value, Validation } = JSON.parse(body)
  const decipher = createDecipheriv(...keyOf(password))
  const text = Buffer.concat([decipher.update(Buffer.from(Value, 'base64')), decipher.final()]).toString('utf16le')
  expect(createHash('sha256').update(text, 'utf8').digest('hex')).toBe(Validation)
  return JSON.parse(text)
}

/** BNC by its documents: keys of a day, which it may change at any time. */
function openBnc() {
  const bnc = createBnc()
  const own = {
    key: 'llave-del-dia-1',
    logons: 0,
    rows: {} as Record<string, unknown>,
    answer: null as Answering | null,
  }
  bank.asked = []
  bank.answer = (response, asked) => {
    const ok = (value: unknown, key: string) =>
      json({ status: 'OK', message: '000000Consulta exitosa', ...sealed(value, key) })(response, asked)
    if (asked.path === '/Auth/LogOn') {
      own.logons += 1
      expect(opened(asked, MASTER)).toEqual({ ClientGUID: GUID })
      return ok({ WorkingKey: own.key }, MASTER)
    }
    if (own.answer) return own.answer(response, asked)
    try {
      opened(asked, own.key)
    } catch {
      return json({ status: 'KO', message: 'EPIRWKDebe refrescar la llave', value: '', validation: '' }, 409)(
        response,
        asked,
      )
    }
    ok(own.rows[asked.path] ?? [], own.key)
  }
  const leer = (cursor: string | null, now = NOON, more = {}) => bnc.leer?.(settings(), cursor, worldAt(now, more))
  return { own, leer, bnc }
}

const movement = (more: Record<string, unknown> = {}) => ({
  Date: '20/11/2026',
  ControlNumber: '170036806',
  Amount: 33571.18,
  Code: '388',
  BankCode: '0134',
  DebtorInstrument: '584241112233',
  Concept: 'Pago movil recibido',
  Type: 'Abono Pago Movil BNC P2PTSP',
  BalanceDelta: 'Ingreso',
  ReferenceA: '000030906155',
  ReferenceB: '584140000001',
  ReferenceC: null,
  ReferenceD: null,
  ...more,
})

describe('BNC eSolutions', () => {
  test('its history names the payer, and an outgoing amount is a debit', async () => {
    const { own, leer } = openBnc()
    own.rows['/Position/History'] = {
      '01910000000000000001': [
        movement(),
        movement({ BalanceDelta: 'Egreso', Amount: 503.57, Concept: 'COMISION', Type: 'Comision' }),
        movement({
          ControlNumber: '2',
          Code: '488',
          Type: 'TRF',
          Concept: 'TRANSFERENCIA',
          DebtorInstrument: '01340000000000000009',
          DebtorType: 'J',
          DebtorID: '123456789',
          BankCode: 134,
          Amount: 33_571_180.18,
        }),
      ],
    }
    expect(await leer('2026-11-20')).toMatchObject({
      cursor: '2026-11-20',
      leido_hasta: Date.parse(NOON),
      movimientos: [
        {
          sentido: 'credito',
          tipo: 'pago_movil',
          centimos: 3_357_118,
          dia: '2026-11-20',
          en: null,
          referencia: '000030906155',
          referencia_otra: '170036806',
          banco_origen: '0134',
          telefono_origen: '584241112233',
        },
        { sentido: 'debito', centimos: 50_357 },
        {
          tipo: 'transferencia',
          centimos: 3_357_118_018,
          telefono_origen: '',
          documento_origen: 'J123456789',
          banco_origen: '0134',
        },
      ],
      ilegibles: [],
    })
  })

  test('a request is sealed by the key of the day, in an envelope whose reference is another each time', async () => {
    const { leer } = openBnc()
    await leer('2026-11-20')
    await leer('2026-11-20')
    const [, first, second] = bank.asked
    expect(bank.asked.map(({ path }) => path)).toEqual(['/Auth/LogOn', '/Position/History', '/Position/History'])
    const envelope = JSON.parse(first?.body ?? '')
    expect(envelope).toMatchObject({ ClientGUID: GUID, swTestOperation: false })
    expect(opened(first as Asked, 'llave-del-dia-1')).toEqual({
      ClientID: 'J000000001',
      AccountNumber: '01910000000000000001',
      ChildClientID: '',
      BranchID: '',
    })
    expect(envelope.Reference).not.toBe(JSON.parse(second?.body ?? '').Reference)
    expect(bank.asked.map(({ body }) => body).join()).not.toContain('J000000001')
  })

  test('days before are asked for by their dates, a month at most, and rows of both lists are told once', async () => {
    const { own, leer } = openBnc()
    own.rows['/Position/History'] = [movement(), movement()]
    own.rows['/Position/HistoryByDate'] = { cuenta: [movement(), movement(), movement({ Date: '17/11/2026' })] }
    expect((await leer('2026-11-17'))?.movimientos.map(({ dia }) => dia)).toEqual([
      '2026-11-20',
      '2026-11-20',
      '2026-11-17',
    ])
    const span = opened(bank.asked[1] as Asked, own.key)
    expect([span['StartDate'], span['EndDate']]).toEqual(['2026-11-15T00:00:00', '2026-11-20T00:00:00'])
    bank.asked = []
    expect(await leer('2026-09-01')).toMatchObject({
      cursor: '2026-09-29',
      leido_hasta: Date.parse('2026-09-30T04:00:00Z'),
    })
    expect(bank.asked.map(({ path }) => path)).toEqual(['/Position/HistoryByDate'])
  })

  test('the key of the day is asked for once, again at midnight in Caracas, and whenever the bank wants it', async () => {
    const { own, leer } = openBnc()
    await leer('2026-11-20')
    await leer('2026-11-20', '2026-11-21T03:59:59Z')
    expect(own.logons).toBe(1)
    await leer('2026-11-20', '2026-11-21T04:00:01Z')
    expect(own.logons).toBe(2)
    own.key = 'llave-del-dia-2'
    own.rows['/Position/History'] = [movement()]
    expect((await leer('2026-11-21', '2026-11-21T16:00:00Z'))?.movimientos).toHaveLength(1)
    expect(own.logons).toBe(3)
  })

  test('a bank that wants another key again and again is not asked without end', async () => {
    const { own, leer } = openBnc()
    own.answer = json({ status: 'KO', message: 'EPIRWKDebe refrescar', value: '', validation: '' })
    await expect(leer('2026-11-20')).rejects.toMatchObject({ causa: 'credencial', message: 'llave del dia' })
    expect(own.logons).toBe(2)
  })

  test('an answer that was changed on its way is not believed', async () => {
    const { own, leer } = openBnc()
    own.answer = (response, asked) =>
      json({ status: 'OK', message: '000000', ...sealed([movement()], own.key), validation: 'a'.repeat(64) })(
        response,
        asked,
      )
    await expect(leer('2026-11-20')).rejects.toMatchObject({ causa: 'ilegible', message: 'validacion' })
  })

  test('another master key is reported as one, and is in no failure', async () => {
    const { bnc } = openBnc()
    bank.answer = json({ status: 'OK', message: '000000', ...sealed({ WorkingKey: 'x' }, 'otra') })
    const failed = bnc.leer?.(settings(), null, worldAt(NOON))
    await expect(failed).rejects.toMatchObject({ causa: 'credencial', message: 'llave maestra' })
    bank.answer = json(
      { status: 'KO', message: `EPICNFCliente ${GUID} no encontrado`, value: null, validation: null },
      409,
    )
    const unknown = bnc.leer?.(settings(), null, worldAt(NOON))
    await expect(unknown).rejects.toMatchObject({ causa: 'credencial', message: 'EPICNF' })
    await expect(unknown).rejects.not.toThrow(GUID)
  })

  test.each([
    ['EPIONA', 'credencial'],
    ['EPIHV', 'credencial'],
    ['G96', 'mantenimiento'],
    ['EPIIMS', 'ilegible'],
  ])('%s is %s', async (code, causa) => {
    const { own, leer } = openBnc()
    own.answer = json({ status: 'KO', message: `${code.padEnd(6)}algo`, value: '', validation: '' }, 409)
    await expect(leer('2026-11-20')).rejects.toMatchObject({ causa, message: code })
  })

  triesFaults(MASTER, async (answer, more) => {
    const { own, leer } = openBnc()
    await leer('2026-11-20')
    own.answer = answer
    return leer('2026-11-20', NOON, more)
  })
})
