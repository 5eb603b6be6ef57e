import { expect, test } from 'vitest'
import { JPEG, report } from '#app/server/testing/shop.ts'
import { openSourceShop } from '#app/server/testing/source-shop.ts'
import { onBothEngines } from '#platform/server/testing/engines.ts'

const SMS = 'Recibiste un PagomovilBDV por Bs. 6714,24 del 0414-1112233 Ref: 000030906155'

onBothEngines('attack: intake', (setup) => {
  test.each([
    ['as it should be', (t: string) => `{"texto":"${t}","app":"+584141234567"}`, SMS, 'application/json'],
    [
      'a quote breaks the JSON',
      (t: string) => `{"texto":"${t}","app":"+584141234567"}`,
      `${SMS} "`,
      'application/json',
    ],
    [
      'a line break breaks the JSON',
      (t: string) => `{"texto":"${t}","app":"+584141234567"}`,
      `${SMS}\n`,
      'application/json',
    ],
    [
      'another field in JSON',
      (t: string) => `{"texto":"${t}","de":"+584141234567"}`,
      `${SMS}","app":"com.bdv","z":"`,
      'application/json',
    ],
    [
      'another field in a form',
      (t: string) => `texto=${t}&de=+584141234567`,
      `${SMS}&app=com.bdv`,
      'application/x-www-form-urlencoded',
    ],
  ])('N1 an SMS of a person’s phone is not believed: %s', async (_, template, sms, type) => {
    const shop = await openSourceShop(setup)
    await shop.bankOf('0102 Banco de Venezuela')
    const { ruta } = await shop.add('aviso', 'aviso')
    const answer = await shop.outside.inject({
      method: 'POST',
      url: ruta,
      payload: template(sms),
      headers: { 'content-type': type },
    })
    await expect.poll(shop.settled).toBe(true)
    console.log('N1', _, answer.body, (await shop.movements()).length)
    expect(await shop.movements()).toEqual([])
  })

  test('N2 two payers of one bank reference are two payments', async () => {
    const shop = await openSourceShop(setup)
    await shop.bankOf('0102 Banco de Venezuela')
    const { ruta, clave } = await shop.add('bdv', 'webhook')
    const body = {
      bancoOrdenante: '0134',
      referenciaBancoOrdenante: '762001',
      idCliente: 'V012345678',
      numeroCliente: '584140000111',
      numeroComercio: '',
      fecha: '2026-11-20',
      hora: '11.43',
      monto: '6714.24',
    }
    const now = new Date(shop.ctx.clock.now()).toISOString().slice(0, 10)
    for (const more of [
      {},
      { bancoOrdenante: '0105', idCliente: 'V5555555', numeroCliente: '584249999999', hora: '15.20' },
    ]) {
      const a = await shop.outside.inject({
        method: 'POST',
        url: ruta,
        payload: { ...body, fecha: now, ...more },
        headers: { 'x-api-key': clave ?? '' },
      })
      console.log('N2', a.statusCode, a.body)
    }
    await expect.poll(shop.settled).toBe(true)
    expect(await shop.movements()).toHaveLength(2)
  })

  test('N3 hostile bodies', async () => {
    const shop = await openSourceShop(setup)
    await shop.bankOf('0102 Banco de Venezuela')
    const { ruta, clave } = await shop.add('bdv', 'webhook')
    const now = new Date(shop.ctx.clock.now()).toISOString().slice(0, 10)
    const body = {
      bancoOrdenante: '0134',
      referenciaBancoOrdenante: '762001',
      idCliente: 'V012345678',
      numeroCliente: '584140000111',
      numeroComercio: '',
      fecha: now,
      hora: '11.43',
      monto: '6714.24',
    }
    const send = async (payload: any, type = 'application/json', headers = {}) => {
      const a = await shop.outside.inject({
        method: 'POST',
        url: ruta,
        payload: typeof payload === 'string' || Buffer.isBuffer(payload) ? payload : JSON.stringify(payload),
        headers: { 'x-api-key': clave ?? '', 'content-type': type, ...headers },
      })
      return [a.statusCode, a.body.slice(0, 120)]
    }
    for (const monto of [
      '1e9',
      '１２',
      '-5.00',
      'NaN',
      '0',
      '0.001',
      '1.234',
      '999999999999999999',
      6714.24,
      1e21,
      [5],
      { a: 1 },
      true,
    ])
      console.log('N3 monto', monto, await send({ ...body, monto, referenciaBancoOrdenante: `m${Math.random()}` }))
    for (const fecha of ['2099-01-01', '1999-01-01', '0000-00-00', '2026-13-45'])
      console.log('N3 fecha', fecha, await send({ ...body, fecha, referenciaBancoOrdenante: `f${Math.random()}` }))
    console.log('N3 deep', await send('['.repeat(16000) + ']'.repeat(16000)))
    console.log('N3 deep obj', await send('{"a":'.repeat(5000) + '1' + '}'.repeat(5000)))
    console.log('N3 100MB', await send(Buffer.alloc(5_000_000, 32)))
    console.log(
      'N3 proto',
      await send(
        '{"__proto__":{"monto":"5"},"constructor":"x","monto":"6714.24","referenciaBancoOrdenante":"88776655","fecha":"' +
          now +
          '"}',
      ),
    )
    console.log(
      'N3 nul',
      await send('{"referenciaBancoOrdenante":"1234\\u00005678","monto":"6714.24","fecha":"' + now + '"}'),
    )
    console.log(
      'N3 type',
      await send(body, 'text/plain'),
      await send(body, 'multipart/form-data; boundary=x'),
      await send(body, ''),
    )
    console.log(
      'N3 no key',
      (await shop.outside.inject({ method: 'POST', url: ruta, payload: body })).statusCode,
      (await shop.outside.inject({ method: 'POST', url: ruta, payload: body, headers: { 'x-api-key': '' } }))
        .statusCode,
      (
        await shop.outside.inject({
          method: 'POST',
          url: ruta.replace('bdv', 'bnc'),
          payload: body,
          headers: { 'x-api-key': clave ?? '' },
        })
      ).statusCode,
      (await shop.outside.inject({ method: 'POST', url: ruta.replace('bdv', '__proto__'), payload: body })).statusCode,
      (await shop.outside.inject({ method: 'POST', url: ruta.replace('bdv', 'constructor'), payload: body }))
        .statusCode,
    )
    await expect.poll(shop.settled).toBe(true)
    console.log(
      'N3',
      (await shop.movements()).map(({ centimos, dia, referencia }) => [centimos, dia, referencia]),
      (await shop.receipts()).map(({ estado, motivo }) => [estado, motivo]),
    )
  })

  test('N4 a notice that is pasted on the next day is the same one', async () => {
    const shop = await openSourceShop(setup)
    await shop.bankOf('0102 Banco de Venezuela')
    const { ruta } = await shop.add('aviso', 'aviso')
    await shop.outside.inject({ method: 'POST', url: ruta, payload: { texto: SMS, app: 'com.bdv' } })
    await expect.poll(shop.settled).toBe(true)
    shop.ctx.clock.advance(86_400_000)
    const pasted = await shop.call('POST', '/api/panel/fuentes/pegar', { metodo_id: 1, texto: SMS })
    console.log(
      'N4',
      pasted.statusCode,
      pasted.body,
      (await shop.movements()).map(({ id, dia, referencia, repetida_de }) => ({ id, dia, referencia, repetida_de })),
    )
    expect((await shop.movements()).filter(({ repetida_de }) => repetida_de === null)).toHaveLength(1)
  })

  test('N4b forwarded again after midnight by the phone', async () => {
    const shop = await openSourceShop(setup)
    await shop.bankOf('0102 Banco de Venezuela')
    const { ruta } = await shop.add('aviso', 'aviso')
    await shop.outside.inject({ method: 'POST', url: ruta, payload: { texto: SMS, app: 'com.bdv' } })
    await expect.poll(shop.settled).toBe(true)
    shop.ctx.clock.advance(86_400_000)
    await shop.outside.inject({ method: 'POST', url: ruta, payload: { texto: SMS, app: 'com.bdv' } })
    await expect.poll(shop.settled).toBe(true)
    expect((await shop.movements()).filter(({ repetida_de }) => repetida_de === null)).toHaveLength(1)
  })
})
