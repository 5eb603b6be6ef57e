import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import {
  addHand,
  byBeacon,
  byLottery,
  type Hand,
  type Led,
  openLed,
  publishedOf,
} from '#app/server/testing/led-draw.ts'
import { openRuled, raffleOf } from '#app/server/testing/ruled-shop.ts'
import { said } from '#app/server/testing/shop.ts'
import { readDeeds } from '#journal/server/testing/read-deeds.ts'
import { setColumns } from '#journal/server/testing/set-columns.ts'
import { readMails } from '#mail/server/testing/read-mails.ts'
import { onBothEngines, onSqlite, type Setup } from '#platform/server/testing/engines.ts'
import { checkDraw } from '../../check-draw.ts'
import { sha256 } from '../sha256.ts'
import { confirmResult } from './results.ts'

const DIA = '2026-11-22'
const ENLACE = 'https://loteria.ejemplo.test/resultados?dia=22'

/** A raffle an hour after its lottery drew, and three people. */
async function open(setup: Setup, premios = [byLottery()]) {
  const led = await openLed(setup, premios)
  const [owner, ana, jose] = [
    await addHand(led.shop, 'Marisela', 'dueno', true),
    await addHand(led.shop, 'Ana', 'dueno', true),
    await addHand(led.shop, 'Jose', 'revisor', true),
  ]
  led.shop.ctx.clock.set(`${DIA}T23:00:00-04:00`)
  return { ...led, owner, ana, jose }
}

/** Lottery result that lets somebody win, or nobody. */
function drawn({ bought }: Pick<Led, 'bought'>, won = true): string[] {
  const sold = new Set(bought.flatMap(({ numeros }) => numeros))
  const other = Array.from({ length: 100 }, (_, at) => String(at).padStart(2, '0')).find((one) => !sold.has(one))
  return [`7${won ? bought[0]?.numeros[0] : other}`]
}

const GIVEN = { tipo: 'loteria', premio: 0, dia: DIA, enlace: ENLACE, imagen: null }
const propose = (hand: Hand, resultados: string[], changes: object = {}) =>
  hand.ask('POST', '/resultado', () => ({ ...GIVEN, resultados, codigo: hand.code(), ...changes }))
const confirm = (hand: Hand, propuesta: number, resultados: string[]) =>
  hand.ask('POST', '/resultado/confirmar', () => ({ tipo: 'loteria', propuesta, resultados, codigo: hand.code() }))

onBothEngines('the result of a lottery', (setup) => {
  test('two confirmations at the same time, in two processes, draw once', async () => {
    const { shop, bought, ana, jose, owner } = await open(setup)
    const resultados = drawn({ bought })
    const { propuesta } = (await propose(ana, resultados)).json()
    const twin = setup.engine === 'postgres' ? await setup.twin(shop.ctx) : shop.ctx
    const given = { tipo: 'loteria' as const, propuesta: propuesta.id, resultados }
    const as = ({ id, correo }: Hand, nombre: string) =>
      ({ id, correo, nombre, rol: 'revisor', segundo_factor: false }) as const
    const results = await Promise.allSettled([
      confirmResult(shop.ctx, shop.id, given, as(jose, 'Jose')),
      confirmResult(twin, shop.id, given, as(owner, 'Marisela')),
      confirmResult(shop.ctx, shop.id, given, as(owner, 'Marisela')),
    ])
    const codes = results.map((one) => (one.status === 'fulfilled' ? 'hecho' : one.reason.code))
    expect(codes.sort()).toEqual(['NADA_QUE_CONFIRMAR', 'NADA_QUE_CONFIRMAR', 'hecho'])
    expect((await publishedOf(shop)).document.pasos).toHaveLength(1)
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('the database itself keeps two hands apart, and one result waiting', async () => {
    const { shop, bought, ana, jose } = await open(setup)
    const resultados = drawn({ bought })
    const { propuesta } = (await propose(ana, resultados)).json()
    await confirm(jose, propuesta.id, resultados)
    for (const values of [{ decidida_por_id: ana.id }, { estado: 'espera' }]) {
      await expect(setColumns(shop.ctx, 'draw_proposals', values)).rejects.toThrow()
    }
  })
})

onSqlite('the result of a lottery', (setup) => {
  test('one person types it and another types it again; nobody is told while an owner may object, and a wrong one stays visible next to the right one', async () => {
    const { shop, bought, ana, jose, owner } = await open(setup)
    const { ctx } = shop
    const [wrong, right] = [drawn({ bought }), [`7${bought[1]?.numeros[0]}`]]
    const typed = await propose(ana, wrong)
    expect(typed.statusCode, typed.body).toBe(200)
    const waits = { premio: 0, enlace: ENLACE, escrita_por: 'Ana', fallos: 0 }
    expect(typed.json().propuesta).toMatchObject({ ...waits, mia: true, resultados: wrong })
    expect((await publishedOf(shop)).document.pasos).toEqual([])
    const { propuesta } = await jose.look()
    expect(propuesta).toMatchObject({ ...waits, mia: false, resultados: null })
    const done = await confirm(jose, propuesta?.id ?? 0, wrong)
    const numero = bought[0]?.numeros[0]
    expect(done.json(), done.body).toMatchObject({
      etapa: 'terminado',
      propuesta: null,
      premios: [{ espera: null, ganador: { numero, estado: 'avisado' } }],
      pasos: [{ texto: expect.stringContaining(`da el ${numero}, que ganó`), quien: 'Ana y Jose' }],
    })
    expect(await raffleOf(shop)).toMatchObject({ estado: 'sorteada', numero_ganador: numero })
    const seen = await owner.look()
    const { ganador, provisional_hasta } = seen.premios[0] ?? {}
    expect(Date.parse(provisional_hasta ?? '')).toBeGreaterThan(ctx.clock.now() + 25 * 60_000)
    const [mail] = await readMails(ctx, '%:ganador:0')
    expect(mail?.proximo_en).toBe(Date.parse(provisional_hasta ?? ''))
    const claim = () => ana.ask('POST', `/ganadores/${ganador?.id}/reclamado`, { version: ganador?.version })
    expect(said(await claim())).toEqual([409, 'RESULTADO_PROVISIONAL'])
    const correction = { paso: 0, motivo: 'Era otro día.' }
    const correct = (hand: Hand, changes: object = {}) =>
      hand.ask('POST', '/resultado/corregir', () => ({ ...correction, codigo: hand.code(), ...changes }))
    expect((await correct(jose)).statusCode).toBe(404)
    expect(said(await correct(owner, { codigo: '000000' }))).toEqual([401, 'CODIGO_INVALIDO'])
    expect(said(await correct(owner, { paso: 1 }))).toEqual([409, 'PASO_FUERA_DE_REGLA'])
    const corrected = await correct(owner)
    expect(corrected.json()).toMatchObject({
      etapa: 'sorteando',
      premios: [{ ganador: null, espera: { tipo: 'loteria', dia: DIA } }],
      pasos: [{ anulado: true, corregible: false }, { publicado: expect.stringContaining('{"tipo":"corregido"') }],
    })
    expect((await readMails(ctx, '%:ganador:0'))[0]?.estado).toBe('cancelado')
    expect(await raffleOf(shop)).toMatchObject({ estado: 'cerrada', numero_ganador: '' })
    expect(await audit(ctx)).toEqual([])
    await confirm(jose, (await propose(ana, right)).json().propuesta.id, right)
    ctx.clock.advance(31 * 60_000)
    const { document, list } = await publishedOf(shop)
    expect(document.pasos.map((text) => JSON.parse(text))).toMatchObject([
      { tipo: 'loteria', manos: [`A. (${ana.id})`, `J. (${jose.id})`], resultados: wrong },
      { tipo: 'corregido' },
      { tipo: 'loteria', resultados: right },
    ])
    expect(document.premios[0]?.numero).toBe(right[0]?.slice(1))
    const { bien, hallazgos } = await checkDraw(document, list, sha256)
    expect([bien, hallazgos.some(({ texto }) => texto.includes('Era otro día.'))]).toEqual([true, true])
    expect(await audit(ctx)).toEqual([])
    // It is firm, and can still be corrected until the prize is delivered; the told winner gets another mail.
    const won = (await owner.look()).premios[0]?.ganador
    await ana.ask('POST', `/ganadores/${won?.id}/reclamado`, { version: 1 })
    await ana.ask('POST', `/ganadores/${won?.id}/entregado`, { version: 2, dia: DIA })
    expect(said(await correct(owner, { paso: 2 }))).toEqual([409, 'ESTADO_NO_PERMITE'])
    await owner.ask('POST', `/ganadores/${won?.id}/deshacer`, { version: 3, motivo: 'No se entregó.' })
    expect((await correct(owner, { paso: 2 })).statusCode).toBe(200)
    expect(await readMails(ctx, '%:corregido:2')).toHaveLength(1)
    expect(await audit(ctx)).toEqual([])
  })

  test('the person who typed it never confirms it, and a third result that differs drops it', async () => {
    const { shop, bought, ana, jose, owner } = await open(setup)
    const resultados = drawn({ bought })
    const { propuesta } = (await propose(ana, resultados)).json()
    expect(said(await confirm(ana, propuesta.id, resultados))).toEqual([409, 'MISMA_PERSONA'])
    expect(said(await propose(jose, resultados))).toEqual([409, 'YA_HAY_RESULTADO'])
    for (const left of [2, 1, 0]) {
      const wrong = await confirm(left === 1 ? owner : jose, propuesta.id, ['123'])
      expect([...said(wrong), wrong.json().quedan]).toEqual([409, 'RESULTADO_DISTINTO', left])
    }
    expect(said(await confirm(jose, propuesta.id, resultados))).toEqual([409, 'NADA_QUE_CONFIRMAR'])
    expect((await jose.look()).propuesta).toBe(null)
    expect((await publishedOf(shop)).document.pasos).toEqual([])
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('a number that was not sold, and a day without a draw, lead on by the rule', async () => {
    const { shop, bought, ana, jose } = await open(setup, [byLottery(), byBeacon('Bono')])
    const missed = drawn({ bought }, false)
    const first = await propose(ana, missed)
    await confirm(jose, first.json().propuesta.id, missed)
    const seen = await ana.look()
    expect(seen.premios[0]?.espera).toMatchObject({ dia: '2026-11-23', intentos: 1, intentos_de: 2, llego: false })
    expect(seen).toMatchObject({
      etapa: 'sorteando',
      pasos: [{ texto: expect.stringContaining(`da el ${missed[0]?.slice(1)},`) }],
    })
    shop.ctx.clock.set('2026-11-23T22:30:00-04:00')
    const none = { tipo: 'sin sorteo', dia: '2026-11-23', motivo: 'Falla eléctrica.', enlace: '' }
    const { propuesta } = (await propose(jose, [], { ...none, resultados: undefined })).json()
    const differs = await confirm(ana, propuesta.id, missed)
    expect(said(differs)).toEqual([409, 'RESULTADO_DISTINTO'])
    const agree = () => ({ tipo: 'sin sorteo', propuesta: propuesta.id, codigo: ana.code() })
    const agreed = await ana.ask('POST', '/resultado/confirmar', agree)
    expect(agreed.json().premios[0].espera).toMatchObject({ dia: '2026-11-24', intentos: 1 })
    shop.ctx.clock.set('2026-11-24T22:30:00-04:00')
    const last = await propose(ana, missed, { dia: '2026-11-24' })
    const done = await confirm(jose, last.json().propuesta.id, missed)
    // Two draws without a winner: the beacon decides an hour after the last.
    expect(done.json().premios[0].espera).toMatchObject({ tipo: 'faro', en: '2026-11-24T23:00:00-04:00' })
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('only the person who typed it reads its digits before it is confirmed, anywhere in the panel', async () => {
    const { shop, ana, jose, owner } = await open(setup, [
      byLottery({ partes: [{ loteria: 'Zulia', toma: 'ultimas', cifras: 2, al_reves: false }] }),
    ])
    const resultados = ['90731']
    await propose(ana, resultados)
    for (const hand of [jose, owner]) expect(JSON.stringify(await hand.look())).not.toMatch(/\b90731\b/)
    expect(JSON.stringify(await readDeeds(shop.ctx))).not.toMatch(/\b90731\b/)
    const suggestion = await jose.ask('GET', '/sugerencia')
    expect(said(suggestion)).toEqual([409, 'YA_HAY_RESULTADO'])
  })

  test('the person who typed it takes it back, and another one refuses it', async () => {
    const { shop, bought, ana, jose } = await open(setup)
    for (const hand of [ana, jose]) {
      const { propuesta } = (await propose(ana, drawn({ bought }))).json()
      const refused = await hand.ask('POST', '/resultado/rechazar', { propuesta: propuesta.id, motivo: 'Es de ayer.' })
      expect(refused.json().propuesta).toBe(null)
    }
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('a result that the rule does not wait for is refused, with its reason', async () => {
    const { shop, bought, ana } = await open(setup)
    const resultados = drawn({ bought })
    const wrong: [object, [number, string]][] = [
      [{ dia: '2026-11-21' }, [409, 'PASO_FUERA_DE_REGLA']],
      [{ premio: 1 }, [409, 'PASO_FUERA_DE_REGLA']],
      [{ resultados: ['7'] }, [409, 'PASO_FUERA_DE_REGLA']],
      [{ resultados: ['712', '3'] }, [409, 'PASO_FUERA_DE_REGLA']],
      [{ resultados: ['7a1'] }, [422, 'DATOS_INVALIDOS']],
      [{ enlace: 'https://otra.ejemplo.test/' }, [409, 'PASO_FUERA_DE_REGLA']],
      [{ enlace: 'https://loteria.ejemplo.test.otra.test/' }, [409, 'PASO_FUERA_DE_REGLA']],
      [{ enlace: 'http://loteria.ejemplo.test' }, [422, 'DATOS_INVALIDOS']],
      [{ enlace: 'javascript:alert(1)//https://a' }, [422, 'DATOS_INVALIDOS']],
      [{ imagen: 77 }, [422, 'DATOS_INVALIDOS']],
    ]
    for (const [changes, expected] of wrong) {
      expect(said(await propose(ana, resultados, changes)), JSON.stringify(changes)).toEqual(expected)
    }
    // Each code moves the clock by half a minute, that of the sign-in too.
    shop.ctx.clock.set(`${DIA}T21:58:30-04:00`)
    expect(said(await propose(ana, resultados))).toEqual([409, 'SORTEO_NO_LLEGO'])
    shop.ctx.clock.set(`${DIA}T22:00:00-04:00`)
    expect((await propose(ana, resultados)).statusCode).toBe(200)
  })

  test('before the list is frozen there is nothing to draw from', async () => {
    const shop = await openRuled(setup, { premios: [byLottery()] })
    const luisa = await addHand(shop, 'Luisa', 'revisor', true)
    expect(said(await propose(luisa, ['712']))).toEqual([409, 'LISTA_SIN_CONGELAR'])
    const elsewhere = await addHand({ ...shop, id: shop.id + 70 }, 'Ana', 'revisor', true)
    expect(said(await propose(elsewhere, ['712']))).toEqual([404, 'NO_EXISTE'])
  })

  test('two reviewers decide nothing where there is an owner, and each typing wants a fresh code', async () => {
    const { shop, bought, owner, jose } = await open(setup)
    const luis = await addHand(shop, 'Luis', 'revisor', true)
    const resultados = drawn({ bought })
    expect(said(await propose(jose, resultados, { codigo: '000000' }))).toEqual([401, 'CODIGO_INVALIDO'])
    expect(said(await propose(jose, resultados, { codigo: undefined }))).toEqual([422, 'DATOS_INVALIDOS'])
    const { propuesta } = (await propose(jose, resultados)).json()
    expect(said(await confirm(luis, propuesta.id, resultados))).toEqual([409, 'FALTA_UN_DUENO'])
    expect((await publishedOf(shop)).document.pasos).toEqual([])
    expect((await confirm(owner, propuesta.id, resultados)).statusCode).toBe(200)
    const told = await readMails(shop.ctx, '%:paso:0:dueno:%')
    expect(told.map(({ para }) => para)).toContain(owner.correo)
    expect(told[0]?.texto).toContain(resultados[0])
  })
})

onSqlite('a draw that is moved', (setup) => {
  test('is moved before its hour by an owner with a fresh code, for everybody to see', async () => {
    const { shop } = await openLed(setup, [byBeacon()])
    const owner = await addHand(shop, 'Marisela', 'dueno', true)
    const ana = await addHand(shop, 'Ana')
    const given = { de: '2026-11-22T09:00:00-04:00', a: '2026-11-22T18:00:00-04:00', motivo: 'No hay luz.' }
    const ask = (changes: object = {}) =>
      owner.ask('POST', '/aplazar', () => ({ ...given, codigo: owner.code(), ...changes }))
    expect((await ana.ask('POST', '/aplazar', { ...given, codigo: '123456' })).statusCode).toBe(404)
    expect(said(await ask({ codigo: '000000' }))).toEqual([401, 'CODIGO_INVALIDO'])
    expect(said(await ask({ de: '2026-11-22T09:00:01-04:00' }))).toEqual([409, 'VERSION_VIEJA'])
    expect(said(await ask({ a: given.de }))).toEqual([422, 'DATOS_INVALIDOS'])
    expect(said(await ask({ motivo: 'La lista se congeló tarde ' }))).toEqual([422, 'DATOS_INVALIDOS'])
    const moved = await ask()
    expect(moved.json()).toMatchObject({
      sorteo_desde: given.a,
      aplazable: true,
      pasos: [{ publicado: expect.stringContaining('"aplazado"') }],
    })
    const told = (await readMails(shop.ctx)).filter(({ asunto }) => asunto.includes('aplazó el sorteo'))
    expect(told).toMatchObject([{ texto: expect.stringContaining('No hay luz.') }])
    const { document, list } = await publishedOf(shop)
    expect(JSON.parse(document.pasos[0] ?? '')).toMatchObject({ que: 'sorteo', de: given.de, a: given.a })
    expect((await checkDraw(document, list, sha256)).bien).toBe(true)
    shop.ctx.clock.set(given.a)
    expect(said(await ask({ de: given.a, a: '2026-11-23T18:00:00-04:00' }))).toEqual([409, 'ESTADO_NO_PERMITE'])
    expect(await audit(shop.ctx)).toEqual([])
  })
})
