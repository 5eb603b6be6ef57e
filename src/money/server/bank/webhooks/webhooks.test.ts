import { beforeAll, expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { ALL, type Bank, HEARD, openCallingBank, SENT } from '#app/server/testing/money/calling-bank.ts'
import { NUMBERED, openTransfers } from '#app/server/testing/money/money-shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { changeMethod } from '#payment-methods/server/change-method.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { readUntil } from '../read-until.ts'

onSqlite("banks' calls", (setup) => {
  const shops = new Map<Bank, Awaited<ReturnType<typeof openCallingBank>>>()
  beforeAll(async () => {
    for (const bank of ALL) shops.set(bank, await openCallingBank(setup, bank))
  })
  /** The shop that the bank calls, and what is kept there from now on. */
  async function open(bank: Bank) {
    const shop = shops.get(bank) ?? expect.unreachable()
    const [money, kept] = [(await shop.movements()).length, (await shop.receipts()).length]
    const movements = async () => (await shop.movements()).slice(money)
    const receipts = async () => (await shop.receipts()).slice(kept)
    return { ...shop, movements, receipts }
  }
  let numbers = 800_000
  /** The call of a payment that no other test has. */
  function another<B extends Bank>(bank: B): (typeof SENT)[B] {
    const number = String(++numbers)
    const text = JSON.stringify(SENT[bank]).replace('20261120-1', number)
    return JSON.parse(text.replaceAll(/762001|185603/g, number))
  }

  test.each(ALL)(
    '%s is accepted, answered as it wants, kept and read; repeated fifty times it is kept once',
    async (bank) => {
      const { ctx, send, movements, receipts, settled } = await open(bank)
      const [first, again] = HEARD[bank]
      expect(await send(SENT[bank])).toEqual(first)
      const more = await Promise.all(Array.from({ length: 49 }, () => send(SENT[bank])))
      expect(new Set(more.map((one) => JSON.stringify(one)))).toEqual(new Set([JSON.stringify(again)]))
      await expect.poll(settled).toBe(true)
      expect(await movements()).toMatchObject([
        {
          centimos: 33_571_18,
          moneda: 'VES',
          confianza: 'banco',
          dia: '2026-11-20',
          referencia: '000059762001',
          cola: '59762001',
          telefono_origen: '584140000111',
          documento_origen: bank === 'bdv' ? 'V12345678' : '',
          banco_origen: bank === 'bnc' ? '0102' : '0134',
        },
      ])
      expect(await receipts()).toMatchObject([{ estado: 'leido', veces: 50 }])
      expect((await readUntil(ctx.db.read, [1])).get(1)).toBe(ctx.clock.now())
      expect(ctx.lines.join('\n')).not.toMatch(/59762001|4140000111|33571/)
      expect(await audit(ctx)).toEqual([])
    },
  )

  test.each(ALL)('%s has two payers under one short reference: two payments', async (bank) => {
    const { send, movements, settled } = await open(bank)
    const [phone, from] = (
      {
        bnc: ['ClientPhone', 'OriginBankCode'],
        bdv: ['numeroCliente', 'bancoOrdenante'],
        bancamiga: ['PhoneOrig', 'BancoOrig'],
        r4: ['TelefonoEmisor', 'BancoEmisor'],
      } as const
    )[bank]
    const sent = another(bank)
    const heard = await send(sent)
    expect(await send({ ...sent, [phone]: '04249999999', [from]: '0105' })).toEqual(heard)
    await expect.poll(settled).toBe(true)
    const payers = (await movements()).map(({ telefono_origen }) => telefono_origen)
    expect(payers.sort()).toEqual(['584140000111', '584249999999'])
  })

  test.each(ALL)('%s without its key, with another, or of another source finds nothing there', async (bank) => {
    const { send, receipts, clave, ruta } = await open(bank)
    const path = bank === 'r4' ? '/R4notifica' : ''
    const nowhere = { status: 404, body: expect.objectContaining({ code: 'NO_EXISTE' }) }
    expect(await send(SENT[bank], { key: '' })).toEqual(nowhere)
    expect(await send(SENT[bank], { key: `${clave.slice(0, -1)}~` })).toEqual(nowhere)
    expect(await send(SENT[bank], { to: `/api/bancos/${bank}/99${path}` })).toEqual(nowhere)
    expect(await send(SENT[bank], { to: `/api/bancos/${bank}/0x1${path}` })).toEqual(nowhere)
    const other = bank === 'bnc' ? 'bdv' : 'bnc'
    for (const name of [other, '__proto__', 'constructor', 'toString'])
      expect(await send(SENT[bank], { to: ruta.replace(bank, name) })).toEqual(nowhere)
    // A bank's key opens nothing where phones forward to.
    expect(await send(SENT[bank], { to: `/api/avisos/${clave}` })).toEqual(nowhere)
    expect(await receipts()).toEqual([])
  })

  test.each(ALL)(
    '%s that cannot be read is kept, shown, and answered so that nobody loses it or sends for ever',
    async (bank) => {
      const { send, call, movements, receipts, settled } = await open(bank)
      const [first] = HEARD[bank]
      const amount = { bnc: 'Amount', bdv: 'monto', bancamiga: 'Amount', r4: 'Monto' }[bank]
      const day = { bnc: 'Date', bdv: 'fecha', bancamiga: 'FechaMovimiento', r4: 'FechaHora' }[bank]
      for (const body of [
        { ...SENT[bank], [amount]: '1.234' },
        { ...SENT[bank], [amount]: 'mil' },
        { ...SENT[bank], [amount]: '-5.00' },
        { ...SENT[bank], [amount]: '0.00' },
        { ...SENT[bank], [amount]: '33571.185' },
        { ...SENT[bank], [amount]: '99999999999999999999.00' },
        { ...SENT[bank], [day]: '31/02/2026' },
        { ...SENT[bank], [day]: '2031-01-01T00:00:00Z' },
        ...['1900-01-01', '2099-12-31', '2026-02-29'].map((none) => ({ ...SENT[bank], [day]: none })),
        { otra: 'cosa' },
        [],
        'no es JSON',
        '',
        Buffer.from([0xff, 0xfe, 0x00, 0x7b]),
        `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`,
      ])
        expect((await send(body)).status).toBe(first.status)
      await expect.poll(settled).toBe(true)
      expect(await movements()).toEqual([])
      expect(new Set((await receipts()).map(({ estado }) => estado))).toEqual(new Set(['ilegible']))
      const list = (await call('GET', '/api/panel/fuentes/recibos')).json().recibos
      expect(list.map(({ texto }: { texto: string }) => texto)).toContain('no es JSON')
      expect((await send('a'.repeat(40_000))).status).toBe(413)
    },
  )

  test.each(ALL)('%s may write in letters of Windows, as a form, and with other names of its fields', async (bank) => {
    const { send, movements } = await open(bank)
    const sent = another(bank)
    const text = JSON.stringify({ ...sent, Concept: 'ñandú' })
    expect((await send(Buffer.from(text, 'latin1'))).status).toBeLessThan(300)
    await expect.poll(movements).toMatchObject([{ centimos: 33_571_18 }])
    const form = new URLSearchParams(Object.entries(sent).map(([name, value]) => [name.toUpperCase(), value]))
    await send(form.toString(), { type: 'application/x-www-form-urlencoded' })
    expect(await movements()).toHaveLength(1)
  })

  test.each(ALL)('%s at midnight in Caracas is money of that day', async (bank) => {
    const { ctx, send, movements } = await open(bank)
    const noon = ctx.clock.now()
    ctx.clock.set('2026-11-21T03:59:59Z')
    const late = {
      bnc: { Date: '20261120', Hour: '2359' },
      bdv: { fecha: '20261120', hora: '2359' },
      bancamiga: { FechaMovimiento: '2026-11-20', HoraMovimiento: '23:59:00' },
      r4: { FechaHora: '2026-11-21T03:59:00Z' },
    }[bank]
    await send({ ...another(bank), ...late })
    await expect.poll(movements).toMatchObject([{ dia: '2026-11-20', en: Date.parse('2026-11-21T03:59:00Z') }])
    ctx.clock.set(noon)
  })

  test('BNC gives its time by two names, without its zero, or not at all', async () => {
    const { send, movements } = await open('bnc')
    const { Date: _day, Hour: _hour, ...rest } = SENT.bnc
    const times = [
      [{ TxDate: '20261120', TxHour: '1143' }, '2026-11-20T15:43:00Z'],
      [{ Date: '20261120', Hour: '943' }, '2026-11-20T13:43:00Z'],
      [{ Date: '20261120', Hour: '0000' }, '2026-11-20T04:00:00Z'],
      [{ Date: '20261120', Hour: '5' }, '2026-11-20T04:05:00Z'],
      [{ Date: '20261120' }, null],
      [{ TxDate: '20261120', TxHour: '' }, null],
    ] as const
    for (const [at, [when]] of times.entries())
      await send({ ...rest, ...when, OriginBankReference: `0000597620${10 + at}`, DestinyBankReference: '' })
    await expect.poll(async () => (await movements()).length).toBe(times.length)
    const told = (await movements()).toSorted((a, b) => (a.referencia < b.referencia ? -1 : 1))
    expect(told.map(({ dia, en }) => [dia, en])).toEqual(times.map(([, en]) => ['2026-11-20', en && Date.parse(en)]))
  })

  test('the key of another source of one bank, and one that was replaced, open nothing; a kept call adds nothing days later, by either address', async () => {
    const shop = await openCallingBank(setup, 'bdv')
    const { ctx, send, add, call, freshCode, movements, receipts, settled, ruta, source } = shop
    const other = await add('bdv', 'webhook', { nombre: 'Otra' })
    expect((await send(SENT.bdv, { key: other.clave ?? '' })).status).toBe(404)
    const change = { version: 1, codigo: freshCode() }
    const { llave } = (await call('POST', `/api/panel/fuentes/${source}/clave`, change)).json()
    expect((await send(SENT.bdv)).status).toBe(404)
    expect(await receipts()).toEqual([])
    const ways = [
      { to: ruta, key: llave.clave },
      { to: other.ruta, key: other.clave ?? '' },
    ]
    expect(await send(SENT.bdv, ways[0])).toEqual(HEARD.bdv[0])
    ctx.clock.advance(3 * 86_400_000)
    const again = await Promise.all(Array.from({ length: 50 }, (_, at) => send(SENT.bdv, ways[at % 2])))
    expect(new Set(again.map(({ status }) => status))).toEqual(new Set([200, 201]))
    await expect.poll(settled).toBe(true)
    expect(await movements()).toMatchObject([{ centimos: 33_571_18, referencia: '000059762001' }])
  })

  test('BNC looks whether somebody is there; nobody else may ask that', async () => {
    const { send, ruta } = await open('bnc')
    expect(await send(null, { method: 'GET', to: ruta, key: '' })).toEqual({ status: 200, body: { status: 'OK' } })
    expect((await send(null, { method: 'GET', to: '/api/bancos/bdv/1' })).status).toBe(404)
  })

  test('R4 gets a yes before it credits: a no would send the money back', async () => {
    const { send, ruta } = await open('r4')
    const asked = { IdCliente: 'V12345678', Monto: '10.00', TelefonoComercio: '04140000222' }
    const yes = { status: 200, body: { status: true } }
    expect(await send(asked, { to: `${ruta}/R4consulta` })).toEqual(yes)
    expect(await send('nada', { to: `${ruta}/R4consulta` })).toEqual(yes)
    expect((await send(asked, { to: `${ruta}/R4consulta`, key: 'otra' })).status).toBe(404)
  })

  test('R4 that credits without saying that its network is content is money for a person to look at', async () => {
    const { send, receipts, settled } = await open('r4')
    const words = [undefined, '', '0', 'ACCP', '000']
    for (const CodigoRed of words) expect(await send({ ...another('r4'), CodigoRed })).toEqual(HEARD.r4[0])
    await expect.poll(settled).toBe(true)
    expect((await receipts()).map(({ estado }) => estado)).toEqual(words.map(() => 'ilegible'))
  })

  test('R4 over SIMF names a cédula in the place of a phone, and a payment that it does not credit is no money', async () => {
    const { send, movements, receipts, settled } = await open('r4')
    await send({ ...another('r4'), TelefonoEmisor: 'V13000111' })
    await expect.poll(movements).toMatchObject([{ documento_origen: 'V13000111', telefono_origen: '' }])
    expect(await send({ ...another('r4'), CodigoRed: '51' })).toMatchObject({
      body: { abono: false },
    })
    await expect.poll(settled).toBe(true)
    expect(await receipts()).toMatchObject([{ estado: 'leido' }, { estado: 'descartado' }])
    expect(await movements()).toHaveLength(1)
  })

  test('money that came to another account or in another currency is not of this one: a person names its account', async () => {
    const { ctx, send, movements, receipts, settled } = await openCallingBank(setup, 'bnc')
    const own = '01910000111122223333'
    await changeMethod(ctx, 1, { numeroCuenta: own }, TESTER)
    await send({ ...SENT.bnc, PaymentType: 'TRF', CreditorAccount: '01910000999922223333', DebtorID: 'J123456789' })
    await send({ ...SENT.bnc, CurrencyCode: '0840', OriginBankReference: '000059762002' })
    await send({
      ...SENT.bnc,
      PaymentType: 'TRF',
      CreditorAccount: own,
      DebtorID: 'J-12345678-9',
      OriginBankReference: '77',
    })
    await expect.poll(settled).toBe(true)
    expect((await receipts()).map(({ motivo }) => motivo)).toEqual([
      'El banco dice que llegó a otra cuenta.',
      'Es dinero en otra moneda que la de esta cuenta.',
      '',
    ])
    expect(await movements()).toMatchObject([{ tipo: 'transferencia', documento_origen: 'J123456789' }])
  })

  test('the number of the account is in its transfers: money that came to another one is not of its Pago Móvil', async () => {
    const { ctx, send, movements, receipts, settled } = await openCallingBank(setup, 'bnc')
    const own = '01910000111122223333'
    await openTransfers({ ctx }, { ...NUMBERED, numeroCuenta: own, banco: '0191 BNC' })
    await send({ ...SENT.bnc, PaymentType: 'TRF', CreditorAccount: '01910000999922223333' })
    await send({ ...SENT.bnc, PaymentType: 'TRF', CreditorAccount: own, OriginBankReference: '000059762002' })
    await expect.poll(settled).toBe(true)
    expect((await receipts()).map(({ motivo }) => motivo)).toEqual(['El banco dice que llegó a otra cuenta.', ''])
    expect(await movements()).toMatchObject([{ referencia: '000059762002' }])
  })

  test('only from the addresses that the bank gave, where it gave some', async () => {
    const far = await openCallingBank(setup, 'r4', { direcciones: '190.1.2.3, 190.1.3.0/24' })
    expect((await far.send(SENT.r4)).status).toBe(404)
    const near = await openCallingBank(setup, 'r4', { direcciones: '190.1.2.3 127.0.0.0/8' })
    expect((await near.send(SENT.r4)).status).toBe(200)
  })

  test.each(ALL)(
    '%s that is switched off is answered, kept and read as ever: the money has come, and a refused bank calls no more',
    async (bank) => {
      const { ctx, send, call, ruta, source, freshCode, movements, receipts, settled } = await open(bank)
      const off = { version: 1, activa: false, codigo: freshCode() }
      expect((await call('POST', `/api/panel/fuentes/${source}`, off)).statusCode).toBe(200)
      if (bank === 'r4')
        expect(await send({ Monto: '10.00' }, { to: `${ruta}/R4consulta` })).toEqual({
          status: 200,
          body: { status: true },
        })
      expect(await send(another(bank))).toMatchObject({ status: HEARD[bank][0].status })
      await expect.poll(settled).toBe(true)
      expect(await movements()).toMatchObject([{ centimos: 33_571_18, confianza: 'banco' }])
      expect(await receipts()).toMatchObject([{ estado: 'leido' }])
      // Nobody takes its silence for an account that is read.
      expect((await readUntil(ctx.db.read, [1])).size).toBe(0)
      expect((await send(another(bank), { key: 'otra' })).status).toBe(404)
    },
  )
})
