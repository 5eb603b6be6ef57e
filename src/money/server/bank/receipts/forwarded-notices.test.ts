import { beforeAll, expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { NUMBERED, openTransfers } from '#app/server/testing/money/money-shop.ts'
import { openSourceShop } from '#app/server/testing/money/source-shop.ts'
import { spendGuess } from '#operators/server/sign-in/spend-guess.ts'
import { after } from '#platform/clock.ts'
import { onBothEngines, onSqlite } from '#platform/server/testing/engines.ts'
import { SURE } from '#platform/server/time-guard.ts'
import { keepReceipt } from './keep-receipt.ts'
import { readReceipts } from './read-receipts.ts'
import { sweepReceipts } from './sweep-receipts.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
const BANESCO = (monto: string, ref: string) =>
  `BANESCO REGISTRO: Pago recibido a traves de Pago Movil de PEREZ C por Bs. ${monto} el 20/11/2026; 11:43 REF ${ref}.`
/** A notice without a day of its own. */
const BDV = 'Recibiste un PagomovilBDV por Bs.33.571,18 del 0414-0000111 Ref: 000059762001'
const NOTICE = BANESCO('10.5', '062437000222')

onBothEngines('forwarded notices', (setup) => {
  test('a notice becomes money that came in, and fifty times it is the same money', async () => {
    const { ctx, outside, add, movements, receipts, sources, settled } = await openSourceShop(setup)
    const { ruta } = await add('aviso', 'aviso')
    const payload = { texto: BANESCO('33571.18', '062437000111'), app: 'Banesco', hora: '20/11/2026 11:44' }
    const first = await outside.inject({ method: 'POST', url: ruta, payload })
    expect([first.statusCode, first.json()]).toEqual([200, { recibido: true, es: 'movimiento', repetido: false }])
    const again = await Promise.all(
      Array.from({ length: 49 }, (_, at) =>
        outside.inject({
          method: 'POST',
          url: ruta,
          payload: { ...payload, hora: `20/11/2026 11:${at % 2 ? 44 : 59}` },
        }),
      ),
    )
    expect(new Set(again.map((answer) => `${answer.statusCode} ${answer.json().repetido}`))).toEqual(
      new Set(['200 true']),
    )
    await expect.poll(settled).toBe(true)
    expect(await movements()).toMatchObject([
      {
        centimos: 33_571_18,
        confianza: 'aviso',
        dia: '2026-11-20',
        referencia: '062437000111',
        nombre_origen: 'PEREZ C',
        en: Date.parse('2026-11-20T15:43:00Z'),
      },
    ])
    expect(await receipts()).toMatchObject([{ estado: 'leido', veces: 50, movimiento_id: 1 }])
    expect(await sources()).toMatchObject([{ leido_hasta: new Date(ctx.clock.now()).toISOString(), por_leer: 0 }])
    // Stored notices reveal nothing to a holder of the database alone.
    expect(JSON.stringify(await receipts())).not.toContain('PEREZ')
    expect(ctx.lines.join('\n')).not.toMatch(/PEREZ|062437|33571/)
    expect(ctx.lines.join('\n')).not.toContain(ruta.slice(-20))
    expect(await audit(ctx)).toEqual([])
  })

  test('killed between keeping and reading, it is read by the next start', async () => {
    const { ctx, outside, add, movements, receipts, settled } = await openSourceShop(setup)
    const { ruta } = await add('aviso', 'aviso')
    await outside.inject({ method: 'POST', url: ruta, payload: { texto: BANESCO('10.5', '062437000222') } })
    await expect.poll(settled).toBe(true)
    // As it was at the moment of the crash.
    await ctx.db.write('prueba', async (tx) => {
      await tx.updateTable('movement_receipts').set({ estado: 'pendiente', movimiento_id: null }).execute()
      await tx.deleteFrom('movement_sightings').execute()
      await tx.deleteFrom('movements').execute()
    })
    const other = setup.engine === 'postgres' ? await setup.twin(ctx) : ctx
    const goOn = new AbortController().signal
    await Promise.all([readReceipts(ctx, goOn), readReceipts(other, goOn), readReceipts(ctx, goOn)])
    expect(await movements()).toMatchObject([{ centimos: 1050 }])
    expect(await receipts()).toMatchObject([{ estado: 'leido', movimiento_id: expect.any(Number) }])
  })
})

type SourceShop = Awaited<ReturnType<typeof openSourceShop>>
const CUT = 'BNC Pago Movil Recibido Bs.10000,00 Telf.0414***69..'
const SHORT = CUT.replace('10000', '20000')

onSqlite('one notice after the other', (setup) => {
  let shop: SourceShop
  let ruta: string
  beforeAll(async () => {
    shop = await openSourceShop(setup)
    ruta = (await shop.add('aviso', 'aviso')).ruta
  })
  /** @returns the answer, and what was kept since, once it is read. */
  async function send(payload: string | Buffer | object, type = 'application/json', url = ruta) {
    const { outside, movements, receipts, settled } = shop
    const before = [(await movements()).length, (await receipts()).length]
    const headers = type ? { 'content-type': type } : {}
    const answer = await outside.inject({ method: 'POST', url, payload, headers })
    await expect.poll(settled).toBe(true)
    return { answer, money: (await movements()).slice(before[0]), kept: (await receipts()).slice(before[1]) }
  }

  let notices = 100
  test.each<[string, string, (notice: string) => string | Buffer]>([
    ['JSON', 'application/json', (n) => JSON.stringify({ title: 'Banesco', text: n })],
    ['a form', 'application/x-www-form-urlencoded', (n) => new URLSearchParams({ mensaje: n }).toString()],
    ['the text alone', 'text/plain', (n) => n],
    ['no type at all', '', (n) => n],
    ['JSON that a phone broke', 'application/json', (n) => `{"text": ""${n}"\n"}`],
    [
      'one level deeper',
      'application/json',
      (n) => JSON.stringify({ event: 'sms', payload: { message: n, sender: 'Banesco' } }),
    ],
    [
      'names that say nothing',
      'application/json',
      (n) => JSON.stringify({ value1: 'Banesco', value2: n, value3: 'October 20' }),
    ],
    ['a short text beside it', 'application/json', (n) => JSON.stringify({ text: 'Banesco: Bs. 10', msg: n })],
    ['JSON in a field of a form', '', (n) => `payload=${encodeURIComponent(JSON.stringify({ data: [{ body: n }] }))}`],
    ['the text alone though it says form', 'application/x-www-form-urlencoded', (n) => n],
    ['the same as a form writes it', 'application/x-www-form-urlencoded', (n) => encodeURIComponent(n)],
    [
      'a form of parts',
      'multipart/form-data; boundary=x',
      (n) => `--x\r\nContent-Disposition: form-data; name="m"\r\n\r\n${n}\r\n--x--`,
    ],
    ['UTF-16 of Windows', 'text/plain', (n) => Buffer.from(`\ufeff${n}`, 'utf16le')],
    ['UTF-16 without its mark', 'application/json', (n) => Buffer.from(JSON.stringify({ texto: n }), 'utf16le')],
    ['UTF-16 the other way round', 'text/plain', (n) => Buffer.from(n, 'utf16le').swap16()],
    ['control characters', 'text/plain', (n) => `\0${n.replace(' por ', '\u0007 por ')}\0`],
  ])('%s is read', async (_, type, payload) => {
    const referencia = `062437000${++notices}`
    const { answer, money } = await send(payload(BANESCO('10.5', referencia)), type)
    expect([answer.statusCode, answer.json().es]).toEqual([200, 'movimiento'])
    expect(money).toMatchObject([{ centimos: 1050, referencia }])
  })

  test.each<[string, string | Buffer, number, string]>([
    ['a text that is none', JSON.stringify({ texto: 5, app: [] }), 200, ''],
    ['deep JSON', '['.repeat(15_000) + ']'.repeat(15_000), 200, ''],
    ['deep JSON without an end', '['.repeat(15_000), 200, ''],
    ['too much', 'a'.repeat(40_000), 413, 'SOLICITUD_MUY_GRANDE'],
    ['half a character', '{"texto":"\\ud800 hola"}', 200, ''],
    ['a text that changes objects', '{"__proto__":{"texto":"x"},"texto":"Bs. 10,00"}', 200, ''],
  ])('%s is answered clearly', async (_, payload, status, code) => {
    const { answer, money } = await send(payload)
    expect([answer.statusCode, answer.json().code ?? '']).toEqual([status, code])
    expect(money).toEqual([])
  })

  test.each<[string, string, string]>([
    ['no text', JSON.stringify({ battery: 80, online: true }), 'battery'],
    ['one word', JSON.stringify({ hola: 'mundo' }), 'mundo'],
    ['nothing at all', '', ''],
    ['a text without its amount', JSON.stringify({ texto: 'Banesco: Pago Movil por Bs.' }), 'por Bs.'],
    ['two notices', JSON.stringify([{ text: NOTICE }, { text: BANESCO('11.5', '062437000333') }]), '062437000333'],
  ])('%s with the right address is kept, and its text is shown', async (_, payload, shown) => {
    const { answer, money } = await send(payload)
    expect([answer.statusCode, answer.json().es]).toEqual([200, 'ilegible'])
    const { recibos } = (await shop.call('GET', '/api/panel/fuentes/recibos')).json()
    expect(recibos[0]).toMatchObject({ estado: 'ilegible', texto: expect.stringContaining(shown) })
    expect(money).toEqual([])
  })

  test('a notice in the address is read, once however it is written, and so is its sender', async () => {
    const text = (which: number) => `text=${encodeURIComponent(BANESCO('10.5', `06243700022${which}`))}`
    const told: Awaited<ReturnType<typeof send>>[] = []
    for (const more of [text(1), `${text(2)}&from=%2B584120000111`, `${text(1)}&app=Banesco`])
      told.push(await send('', '', `${ruta}?${more}`))
    expect(told.map(({ answer }) => answer.statusCode)).toEqual([200, 200, 200])
    // Equal bodies with another address are two.
    for (const which of [3, 4]) {
      const one = await send({}, 'application/json', `${ruta}?${text(which).replace('recibido', 'ingresado')}`)
      expect(one.answer.json().repetido).toBe(false)
      told.push(one)
    }
    expect(told.flatMap(({ money }) => money)).toMatchObject([{ referencia: '062437000221' }])
    expect(told.flatMap(({ kept }) => kept).map(({ estado }) => estado)).toEqual([
      'leido',
      ...Array(3).fill('ilegible'),
    ])
  })

  test.each([
    ['of one minute in the same words', '0191 BNC', [CUT, CUT]],
    [
      'of a phone that cut one of them',
      '0191 BNC',
      [SHORT, `${SHORT.slice(0, -2)}03 Dia:20/11/26-11:59 Ref:603185000`],
    ],
    [
      'with a title and without',
      '0108 BBVA Provincial',
      ['BBVA Provincial', 'Abono: BBVA Provincial'].map(
        (bank) => `${bank} informa abono Pago Movil por Bs. 30,206.00. F2026/11/20H11:51:44`,
      ),
    ],
    [
      'cut within its reference',
      '0102 Banco de Venezuela',
      ['007186000444', '00718600'].map(
        (ref) => `Recibiste un PagomovilBDV de ANA PEREZ por Bs.1.760,00 bajo el numero de operacion ${ref}`,
      ),
    ],
  ])('notices %s are two movements, and the second waits for a person', async (_, bank, notices) => {
    await shop.bankOf(bank)
    const rows: Awaited<ReturnType<SourceShop['movements']>> = []
    for (const texto of notices) {
      const { answer, money } = await send({ texto })
      expect(answer.json()).toEqual({ recibido: true, es: 'movimiento', repetido: false })
      rows.push(...money)
    }
    expect(rows.map(({ repetida_de }) => repetida_de)).toEqual([null, rows[0]?.id])
  })

  test('notices of one minute from two payers, or with two references, are two payments', async () => {
    await shop.bankOf('0191 BNC')
    const cut = CUT.replace('10000', '30000').replace('..', '')
    const rest = ' Dia:20/11/26-11:59 Ref:6031850'
    const rows: Awaited<ReturnType<SourceShop['movements']>> = []
    for (const texto of [cut, cut.replace('0414***69', '0416***95'), `${cut}${rest}01`, `${cut}${rest}02`])
      rows.push(...(await send({ texto })).money)
    expect(rows.map(({ repetida_de }) => repetida_de)).toEqual([null, null, rows[0]?.id, rows[0]?.id])
    // Nor are two payers one whose references end in the same few digits.
    for (const who of ['0414***1081 Dia:20/11/26-09:15', '0416***9503 Dia:20/11/26-11:02']) {
      const { answer, money } = await send({ texto: `BNC Pago Movil Recibido Bs.6714,24 Telf.${who} Ref:1234` })
      expect([answer.json().repetido, money.length]).toEqual([false, 1])
    }
  })

  test('letters that are no UTF-8 are those of Windows', async () => {
    await shop.bankOf('0102 Banco de Venezuela')
    const text = 'Recibiste una transferencia BDV de JOSÉ PEÑA por Bs.2.345,00 bajo el número de operación 059133000111'
    const { money } = await send(Buffer.from(text, 'latin1'), 'text/plain')
    expect(money).toMatchObject([{ nombre_origen: 'JOSÉ PEÑA', centimos: 234_500 }])
  })
})

onSqlite('forwarded notices of a shop', (setup) => {
  test('an unreadable notice waits for a person, who types it in or sets it aside, once', async () => {
    const { outside, call, add, movements, sources, settled } = await openSourceShop(setup)
    const { ruta } = await add('aviso', 'aviso')
    const send = (texto: string, de = 'Mercantil') =>
      outside.inject({ method: 'POST', url: ruta, payload: { texto, app: de } })
    await send('Mercantil: le transfirieron Bs. 1.300,50 de CARLA')
    await send('SOFITASA Pago Movil Recibido Bs.3095,49 Telf.0414***1081 Dia:20/11/26-11:02 Ref:051967000')
    await send(BANESCO('10.5', '062437000999'), '+58 412-0000111')
    await expect.poll(settled).toBe(true)
    expect(await movements()).toEqual([])
    expect(await sources()).toMatchObject([{ leido_hasta: null, por_leer: 3, causa: 'ilegible' }])
    const list = (await call('GET', '/api/panel/fuentes/recibos')).json().recibos
    expect(list.map(({ motivo }: { motivo: string }) => motivo)).toEqual([
      'Lo mandó un teléfono, no un banco.',
      'Es de Sofitasa, y esta cuenta es de otro banco.',
      'No conocemos este formato.',
    ])
    expect(list[2]).toMatchObject({ texto: 'Mercantil: le transfirieron Bs. 1.300,50 de CARLA', estado: 'ilegible' })

    const typed = {
      que: 'anotar',
      monto: '1.300,50',
      fecha: '2026-11-20',
      hora: '11:05',
      referencia: '123456789',
      telefono: '0412-0000111',
      nombre: 'CARLA',
    }
    const decide = (id: number, decision: object) => call('POST', `/api/panel/fuentes/recibos/${id}`, decision)
    for (const [change, field] of [
      [{ monto: '1.300' }, 'monto'],
      [{ monto: '0' }, 'monto'],
      [{ fecha: '2024-11-20' }, 'fecha'],
      [{ hora: '25:00' }, 'hora'],
      [{ telefono: '123' }, 'telefono'],
    ] as const) {
      const refused = await decide(list[2].id, { ...typed, ...change })
      expect([refused.statusCode, Object.keys(refused.json().campos)]).toEqual([422, [field]])
    }
    expect((await decide(list[2].id, typed)).statusCode).toBe(200)
    const twice = await decide(list[2].id, typed)
    expect([twice.statusCode, twice.json().code]).toEqual([409, 'AVISO_DECIDIDO'])
    expect((await decide(list[0].id, { que: 'descartar' })).statusCode).toBe(200)
    expect((await decide(999, { que: 'descartar' })).statusCode).toBe(404)
    expect(await movements()).toMatchObject([
      {
        centimos: 130_050,
        telefono_origen: '584120000111',
        confianza: 'aviso',
        en: Date.parse('2026-11-20T15:05:00Z'),
      },
    ])
    expect(await sources()).toMatchObject([{ por_leer: 1 }])
  })

  test('after thirty days read notices are gone, and unread ones are not', async () => {
    const { ctx, outside, add, receipts, movements, settled } = await openSourceShop(setup)
    const { ruta } = await add('aviso', 'aviso')
    await outside.inject({ method: 'POST', url: ruta, payload: { texto: BANESCO('10.5', '062437000222') } })
    await outside.inject({ method: 'POST', url: ruta, payload: { texto: 'Mercantil: le transfirieron Bs. 1.300,50' } })
    await expect.poll(settled).toBe(true)
    ctx.clock.set(after(ctx.clock.now(), 29 * DAY))
    await sweepReceipts(ctx)
    expect(await receipts()).toHaveLength(2)
    ctx.clock.set(after(ctx.clock.now(), 2 * DAY))
    ctx.time = { known: () => false, sure: async () => false }
    await sweepReceipts(ctx)
    expect(await receipts()).toHaveLength(2)
    ctx.time = SURE
    await sweepReceipts(ctx)
    expect(await receipts()).toMatchObject([{ estado: 'ilegible' }])
    expect(await movements()).toHaveLength(1)
    expect(await audit(ctx)).toEqual([])
  })

  test('a wrong address is no address, whoever asks; much of it has to wait, and the right one never does', async () => {
    const { outside, call, add, freshCode } = await openSourceShop(setup, { config: { abuseLimits: true } })
    const { ruta, id } = await add('aviso', 'aviso')
    const ask = (url: string) => outside.inject({ method: 'POST', url, payload: { texto: 'prueba' } })
    const nowhere = await ask('/api/avisos-no-hay')
    const wrong = await ask('/api/avisos/no-es-esta')
    expect([wrong.statusCode, wrong.json().code]).toEqual([404, 'NO_EXISTE'])
    expect(nowhere.statusCode).toBe(404)
    expect((await ask('/api/bancos/bnc/1')).json()).toEqual(wrong.json())
    for (let tries = 0; tries < 28; tries++) expect((await ask(`/api/avisos/otra-${tries}`)).statusCode).toBe(404)
    const late = await ask('/api/avisos/otra-mas')
    expect([late.statusCode, late.json().code, late.headers['retry-after']]).toEqual([
      429,
      'DEMASIADOS_INTENTOS',
      expect.any(String),
    ])
    expect((await ask(ruta)).statusCode).toBe(200)

    const off = await call('POST', `/api/panel/fuentes/${id}`, { version: 1, activa: false, codigo: freshCode() })
    expect(off.statusCode).toBe(200)
    expect((await ask(ruta)).statusCode).toBe(404)
  })

  test('a holder of a key cannot fill the disk', async () => {
    const { outside, add, ctx } = await openSourceShop(setup, { config: { abuseLimits: true } })
    const { ruta, id } = await add('aviso', 'aviso')
    await ctx.db.write('operadores', (tx) => spendGuess(tx, 'fuente', String(id), ctx.clock.now()))
    // As 2,000 of them leave it, which empty by 7,200 an hour.
    const lleno_hasta = after(ctx.clock.now(), 2000 * 500)
    await ctx.db.write('operadores', (tx) =>
      tx.updateTable('guess_limits').set({ lleno_hasta }).where('clave', 'like', 'fuente:%').execute(),
    )
    const answer = await outside.inject({ method: 'POST', url: ruta, payload: { texto: 'prueba' } })
    expect(answer.statusCode).toBe(429)
  })

  test('a test notice is shown as received, and is no money', async () => {
    const { ctx, outside, add, movements, sources } = await openSourceShop(setup)
    const { ruta } = await add('aviso', 'aviso')
    const answer = await outside.inject({ method: 'POST', url: ruta, payload: { texto: 'Prueba' } })
    expect(answer.json()).toEqual({ recibido: true, es: 'prueba', repetido: false })
    await expect
      .poll(sources)
      .toMatchObject([{ prueba_en: new Date(ctx.clock.now()).toISOString(), leido_hasta: null }])
    expect(await movements()).toEqual([])
  })

  test('that are forwarded under both methods of one account are read under both', async () => {
    const { ctx, outside, add, movements, receipts, settled } = await openSourceShop(setup)
    await openTransfers({ ctx }, NUMBERED)
    const routes = [await add('aviso', 'aviso'), await add('aviso', 'aviso', { metodo_id: 5 })]
    for (const { ruta } of routes)
      await outside.inject({ method: 'POST', url: ruta, payload: { texto: BANESCO('10.5', '062437000222') } })
    await expect.poll(settled).toBe(true)
    expect([(await movements()).length, (await receipts()).map(({ estado }) => estado)]).toEqual([
      1,
      ['leido', 'leido'],
    ])
  })

  test('pasted notices are looked at before they are kept, and once they are they add nothing', async () => {
    const { call, movements } = await openSourceShop(setup)
    const texto = [
      BANESCO('10.5', '062437000222'),
      BANESCO('11.5', '062437000333').replace('por Bs.', '\npor Bs.'),
      '',
      'Mercantil: le transfirieron Bs. 1.300,50',
      '',
      'Aprovecha nuestro crédito',
      '',
      BANESCO('10.5', '62437000222'),
    ].join('\n')
    const pasted = { metodo_id: 1, texto: texto.replace('\npor Bs.', ' por Bs.') }
    const seen = await call('POST', '/api/panel/fuentes/pegar/vista', pasted)
    expect(seen.json().avisos.map(({ es }: { es: string }) => es)).toEqual([
      'movimiento',
      'movimiento',
      'ilegible',
      'descartado',
      'repetido',
    ])
    expect(seen.json().avisos[0]).toMatchObject({ monto: '10.50', moneda: 'VES', dia: '2026-11-20' })
    expect(await movements()).toEqual([])
    expect((await call('POST', '/api/panel/fuentes/pegar', pasted)).json().nuevos).toBe(2)
    expect((await call('POST', '/api/panel/fuentes/pegar', pasted)).json().nuevos).toBe(0)
    expect(await movements()).toHaveLength(2)
    expect((await call('POST', '/api/panel/fuentes/pegar', { metodo_id: 99, texto })).statusCode).toBe(404)
  })

  test("a phone's clock is believed for some days and no further: beyond them it is ours that counts", async () => {
    const { ctx, outside, add, bankOf, movements } = await openSourceShop(setup)
    await bankOf('0102 Banco de Venezuela')
    const { ruta } = await add('aviso', 'aviso')
    const now = ctx.clock.now()
    const hours = [now - 20 * HOUR, Date.parse('2020-11-20T16:00:00Z'), Date.parse('2031-01-01T00:00:00Z')]
    for (const [at, hora] of hours.entries())
      await outside.inject({ method: 'POST', url: ruta, payload: { texto: `${BDV}${at}`, hora: String(hora) } })
    await expect.poll(async () => (await movements()).length).toBe(3)
    expect((await movements()).map(({ dia, en }) => [dia, en])).toEqual([
      ['2026-11-19', now - 20 * HOUR],
      ['2026-11-20', now],
      ['2026-11-20', now],
    ])
  })

  test('nothing of a request reaches the log, neither by the right address nor by a wrong one', async () => {
    const { ctx, outside, add, settled } = await openSourceShop(setup)
    const { ruta } = await add('aviso', 'aviso')
    const texts = [BDV, `${BDV} y falló`, 'CARLA PEÑA V12345678 mandó Bs. 33.571,18 desde 0414-0000111']
    for (const url of [ruta, `${ruta}x`, '/api/avisos/token-de-nadie', '/api/bancos/bdv/1'])
      for (const texto of texts) {
        await outside.inject({ method: 'POST', url, payload: { texto, app: '0414-0000111' } })
        await outside.inject({ method: 'POST', url, payload: `{"texto": ${texto}`, headers: { 'content-type': 'x/y' } })
      }
    await expect.poll(settled).toBe(true)
    expect(ctx.lines.join('\n')).not.toMatch(/33\.571|0000111|CARLA|12345678|59762001|token-de-nadie/)
    expect(ctx.lines.join('\n')).not.toContain(ruta.slice(-20))
  })

  test('one receipt that cannot be read stays for later, and those behind it are read', async () => {
    const { ctx, add, bankOf, receipts } = await openSourceShop(setup)
    await bankOf('0102 Banco de Venezuela')
    const { id } = await add('aviso', 'aviso')
    for (const last of [1, 2, 3]) {
      const bytes = Buffer.from(`${BDV}${last}`)
      await keepReceipt(ctx, id, { tipo: 'text/plain', bytes }, null)
    }
    const write: typeof ctx.db.write = (...given) => {
      db.write = ctx.db.write.bind(ctx.db)
      return Promise.reject(new Error(`${BDV} of ${given[0]}`))
    }
    const db = Object.assign(Object.create(ctx.db) as typeof ctx.db, { write })
    const goOn = new AbortController().signal
    await readReceipts({ ...ctx, db }, goOn)
    expect((await receipts()).map(({ estado }) => estado)).toEqual(['pendiente', 'leido', 'leido'])
    expect(ctx.lines.join('\n')).toContain('read later')
    expect(ctx.lines.join('\n')).not.toMatch(/33\.571|0000111/)
    await readReceipts({ ...ctx, db }, goOn)
    expect((await receipts()).map(({ estado }) => estado)).toEqual(['leido', 'leido', 'leido'])
  })
})
