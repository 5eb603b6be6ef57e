import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { addHand, type Hand } from '#app/server/testing/led-draw.ts'
import { buy, openRuled, pay, raffleOf } from '#app/server/testing/ruled-shop.ts'
import { openShop, type Shop } from '#app/server/testing/shop.ts'
import { TESTER } from '#journal/server/testing/actors.ts'
import { readDeeds } from '#journal/server/testing/read-deeds.ts'
import { tellDeed } from '#journal/tell-deed.ts'
import { readMails } from '#mail/server/testing/read-mails.ts'
import { onSqlite, type Setup } from '#platform/server/testing/engines.ts'
import { moveRaffle } from '#raffles/server/move-raffle.ts'
import { readHome } from '#reports/server/read-home.ts'
import { ticketsOfRaffle } from '#tickets/server/raffle-sales.ts'
import { readDueDeeds } from '../due-deeds.ts'

const close = ({ ctx, id }: Shop) => moveRaffle(ctx, ticketsOfRaffle, id, 'cerrar', TESTER)
/** Mails about changes, and about the draw. */
const mails = async ({ ctx }: Shop) => (await readMails(ctx)).filter(({ clave }) => /^(cambio|sorteo):/.test(clave))

/** A raffle without a rule that somebody bought two numbers of, and an owner with a second factor. */
async function open(setup: Setup) {
  const shop = await openShop(setup, { premio: 'Nevera' })
  const bought = await buy(shop, { nombre: 'Ana del Valle Rojas', correo: 'ana@ejemplo.test' })
  const owner = await addHand(shop, 'Marisela', 'dueno', true)
  const free = Array.from({ length: 100 }, (_, each) => String(each).padStart(2, '0')).find(
    (numero) => !bought.numeros.includes(numero),
  ) as string
  return { shop, owner, won: bought.numeros[0] as string, free, bought }
}

const end = (owner: Hand, numero: string, mostrar_nombre = false) =>
  owner.ask('POST', '/a-mano', () => ({ numero, mostrar_nombre, codigo: owner.code() }))

onSqlite('a raffle that was sold without a rule', (setup) => {
  test('ends with the number that an owner types, and everybody reads that nobody can check it', async () => {
    const { shop, owner, won, bought } = await open(setup)
    expect((await owner.look()).a_mano).toEqual({ digitos: 2, esperan: 0, numero: '', compra: null })
    await close(shop)
    expect((await owner.ask('GET', `?numero=${won}`)).json()).toMatchObject({
      ...{ estado: 'cerrada', a_mano: { numero: '', compra: { id: bought.id } } },
    })
    const answer = await end(owner, won, true)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json().estado).toBe('sorteada')
    expect(answer.json().a_mano).toMatchObject({
      numero: won,
      compra: {
        ...{ id: bought.id, nombre: 'Ana del Valle Rojas' },
        whatsapp: expect.stringContaining(
          `¡Tu número ${won} ganó «Nevera» de «${(await raffleOf(shop)).titulo}»! Respóndenos`,
        ),
      },
    })
    const [page] = (await shop.app.inject('/api/rifas/sorteos')).json().rifas
    expect(page).toMatchObject({
      verificacion: null,
      premios: [{ titulo: 'Nevera', numero: won, vendido: true, ganador: 'Ana V.' }],
    })
    const told = await mails(shop)
    expect(told.map(({ para }) => para).sort()).toEqual(['ana@ejemplo.test', owner.correo].sort())
    for (const { texto } of told) expect(texto).toMatch(/nadie puede comprobar/)
    const winner = told.find(({ para }) => para === 'ana@ejemplo.test')
    expect(winner).toMatchObject({ compra_id: bought.id, asunto: expect.stringContaining(won) })
    expect(winner?.texto).toContain('Nevera')
    const [deed = expect.unreachable()] = await readDeeds(shop.ctx, 'número ganador escrito')
    expect(deed.datos).toMatchObject({ numero_ganador: won })
    expect(tellDeed(deed)).toContain('nadie puede comprobar')
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('asks for its number on the home of the panel until it has one', async () => {
    const { shop, owner, won } = await open(setup)
    await close(shop)
    const asks = async () => {
      const { rifas } = await readHome(shop.ctx, owner)
      return [rifas.map(({ id }) => id), (await readDueDeeds(shop.ctx, owner)).map(({ texto }) => texto)]
    }
    expect(await asks()).toEqual([[shop.id], []])
    await end(owner, won)
    expect(await asks()).toEqual([[], []])
  })

  test('is won by nobody when nobody bought its number, and nobody is named without consent', async () => {
    const { shop, owner, free } = await open(setup)
    await close(shop)
    expect((await end(owner, free, true)).json().a_mano).toMatchObject({ numero: free, compra: null })
    expect((await shop.app.inject('/api/rifas/sorteos')).json().rifas[0].premios[0]).toMatchObject({
      ...{ numero: free, vendido: false, ganador: '' },
    })
    expect((await mails(shop)).map(({ para }) => para)).toEqual([owner.correo])
    const other = await open(setup)
    await close(other.shop)
    await end(other.owner, other.won)
    const answer = await other.shop.app.inject('/api/rifas/sorteos')
    expect(answer.json().rifas[0].premios[0]).toMatchObject({ numero: other.won, vendido: true, ganador: '' })
    expect(answer.body).not.toContain('Ana')
  })

  test('does not end while it is sold or something is undecided, nor with a number that it does not have', async () => {
    const { shop, owner, won } = await open(setup)
    expect((await end(owner, won)).json().code).toBe('ESTADO_NO_PERMITE')
    await close(shop)
    for (const numero of ['100', '7', 'x7', '']) {
      expect((await end(owner, numero)).json(), numero).toMatchObject({ code: 'DATOS_INVALIDOS' })
    }
    const other = await open(setup)
    await pay(other.shop)
    await close(other.shop)
    expect((await other.owner.look()).a_mano).toMatchObject({ esperan: 1 })
    expect((await end(other.owner, other.won)).json()).toMatchObject({ code: 'QUEDA_POR_DECIDIR', en_revision: 1 })
    for (const one of [shop, other.shop]) {
      expect(await raffleOf(one)).toMatchObject({ estado: 'cerrada', numero_ganador: '' })
    }
  })

  test('is not ended by a session that somebody stole, nor twice', async () => {
    const { shop, owner, won, free } = await open(setup)
    await close(shop)
    const ask = (codigo: string) => owner.ask('POST', '/a-mano', { numero: won, mostrar_nombre: false, codigo })
    expect((await ask('000000')).json().code).toBe('CODIGO_INVALIDO')
    expect((await raffleOf(shop)).estado).toBe('cerrada')
    await end(owner, won)
    expect((await end(owner, free)).json().code).toBe('ESTADO_NO_PERMITE')
    expect((await raffleOf(shop)).numero_ganador).toBe(won)
  })
})

onSqlite('a raffle with a rule', (setup) => {
  test('is never ended by a typed number', async () => {
    const shop = await openRuled(setup)
    const owner = await addHand(shop, 'Marisela', 'dueno', true)
    expect((await owner.look()).a_mano).toBeNull()
    expect((await end(owner, '07')).json().code).toBe('LO_DICE_LA_REGLA')
  })
})
