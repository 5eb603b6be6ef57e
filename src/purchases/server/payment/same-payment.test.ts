import { expect, test } from 'vitest'
import { audit } from '#app/cli/audit.ts'
import { checkOf, deskOf } from '#app/server/testing/desk.ts'
import { judge } from '#app/server/testing/judge.ts'
import { rewriteReference } from '#app/server/testing/rewritten-reference.ts'
import { JPEG, openShop, report, type Shop } from '#app/server/testing/shop.ts'
import { METHOD_TITLES } from '#payment-methods/methods.ts'
import { onBothEngines, onSqlite, type Setup } from '#platform/server/testing/engines.ts'
import { seededRandom } from '#platform/server/testing/seeded-random.ts'
import { withoutGuards } from '#platform/server/testing/without-guards.ts'
import { decideBulk } from '#review/server/routes.ts'
import { compareTails, paymentTails } from '../../payment-tails.ts'

const SEED = 20_261_122

/** Every payment has a picture of its own. */
const proof = (which: number) => ({
  bytes: Buffer.concat([JPEG, Buffer.from(String(which))]),
  name: 'pago.jpg',
  type: 'image/jpeg',
})

let buyers = 0
/** @param method null where the visitor names none. */
async function pay(shop: Shop, referencia: string, method: string | null = 'Pago Movil'): Promise<number> {
  const which = ++buyers
  const fields = {
    referencia,
    metodo_pago: method ?? undefined,
    metodo_id: method === METHOD_TITLES.transferencia ? '5' : undefined,
    cedula: `V${10_000_000 + which}`,
    correo: `b${which}@ejemplo.test`,
  }
  const answer = await report(shop, fields, { proof: proof(which) })
  expect(answer.statusCode, `${referencia}: ${answer.body}`).toBe(201)
  return answer.json().id
}

const checks = (shop: Shop, ids: number[]) => Promise.all(ids.map((id) => checkOf(shop, id, 'referencia')))

/** @returns the refusal of each; empty for one that was approved. */
async function approveTogether({ ctx }: Shop, ids: readonly number[]): Promise<string[]> {
  const owner = { id: 1, nombre: 'Marisela', rol: 'dueno' } as Parameters<typeof decideBulk>[2]
  const compras = ids.map((id) => ({ id, version: 1 }))
  return (await decideBulk(ctx, { decision: 'aprobar', compras }, owner)).resultados.map(({ code }) => code)
}

const outcome = (approval: Promise<unknown>) =>
  approval.then(
    () => 'confirmed',
    (error: { code?: string }) => error.code ?? 'failed',
  )

/** As cheats did: one payment that is confirmed, and others that use it again. */
const REWRITES: [reference: string, method: string | null][] = [
  ['83726154', null],
  ['0083726154', METHOD_TITLES.transferencia],
  ['Ref 0083726154', 'Pago Movil'],
  ['O083726154', 'Pago Movil'],
  ['0083726154X', 'Pago Movil'],
  ['Nro. 83726154', 'Pago Movil'],
  ['00B3726IS4', 'Pago Movil'],
  ['0083 726 154', null],
  ['5093083726154', 'Pago Movil'],
]

onBothEngines('one payment', (setup) => {
  test('confirms one purchase, however it is written and whatever method is named', async () => {
    const shop = await openShop(setup)
    const first = await pay(shop, '0083726154')
    await judge.approve(shop, first, 1)
    const others: number[] = []
    for (const [reference, method] of REWRITES) others.push(await pay(shop, reference, method))
    const found = await checks(shop, others)
    for (const [place, check] of found.entries()) {
      expect(check, REWRITES[place]?.join()).toMatchObject({ nivel: 'grave' })
      expect(check?.compras[0]).toMatchObject({ id: first, estado: 'confirmado' })
    }
    expect(await approveTogether(shop, others)).toEqual(REWRITES.map(() => 'TIENE_AVISOS'))
    for (const [place, id] of others.entries())
      expect(await outcome(judge.approve(shop, id, 1, { motivo: 'Lo miré y son dos.' })), REWRITES[place]?.join()).toBe(
        'REFERENCIA_YA_CONFIRMADA',
      )
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('of twenty that use it again simultaneously one is confirmed', async () => {
    expect(await confirmedOfTwenty(setup, false)).toEqual({ confirmed: 1, problems: [] })
  })

  test('control: without the key and the lock, several are', async () => {
    const { confirmed } = await confirmedOfTwenty(setup, true)
    expect(confirmed).toBeGreaterThan(1)
  })
})

onSqlite('one payment', (setup) => {
  test('a shorter reference that ends it is confirmed by a person with a reason, and by nobody else', async () => {
    const shop = await openShop(setup)
    const long = await pay(shop, '0083726154')
    const short = await pay(shop, '726154')
    const third = await pay(shop, '726154')
    expect((await checks(shop, [short]))[0]).toMatchObject({ nivel: 'aviso' })
    await judge.approve(shop, long, 1)
    expect((await checks(shop, [short]))[0]).toMatchObject({
      nivel: 'grave',
      detalle: expect.stringContaining('coinciden'),
    })
    const desk = await deskOf(shop)
    const approve = (id: number, motivo?: string) => desk.post(`/compras/${id}/aprobar`, { version: 1, motivo })
    expect([409, 422]).toContain((await approve(short)).statusCode)
    expect(await outcome(judge.approve(shop, short, 1))).toBe('PAGO_PARECIDO')
    expect((await approve(short, 'Son dos créditos en la cuenta.')).statusCode).toBe(200)
    // Six digits that two payments share by chance can still be decided, each time by a person.
    expect(await outcome(judge.approve(shop, third, 1))).toBe('PAGO_PARECIDO')
    expect((await approve(third, 'Otro crédito, de otro banco.')).statusCode).toBe(200)
    expect(await audit(shop.ctx)).toEqual([])
  })

  test('another kind of method with those digits is a warning, and needs a reason once one is confirmed', async () => {
    const shop = await openShop(setup)
    const here = await pay(shop, '0083726154')
    const there = await pay(shop, '83726154', 'zelle')
    for (const check of await checks(shop, [here, there])) expect(check).toMatchObject({ nivel: 'aviso' })
    await judge.approve(shop, here, 1)
    expect((await checks(shop, [there]))[0]).toMatchObject({ nivel: 'grave' })
    expect(await outcome(judge.approve(shop, there, 1))).toBe('PAGO_PARECIDO')
    expect(await outcome(judge.approve(shop, there, 1, { motivo: 'Está en Zelle también.' }))).toBe('confirmed')
  })

  test('an identifier of Zelle is one payment too, and its letters are in order, where a bank in bolívares has none; a disguise of a number is found there too', async () => {
    const shop = await openShop(setup)
    await judge.approve(shop, await pay(shop, 'BACx8k-2210', 'zelle'), 1)
    const again = await pay(shop, 'Ref BACXBK2210', 'zelle')
    expect((await checks(shop, [again]))[0]).toMatchObject({ nivel: 'grave' })
    expect(await outcome(judge.approve(shop, again, 1, { motivo: 'Son dos.' }))).toBe('REFERENCIA_YA_CONFIRMADA')
    const codes = ['JPM99abcdKLM', 'qkwfct7abdem', 'BOA1937562', 'd7k2j9x1a', 'WFCT4792QEKM', '4FX12345AB678901C']
    const ids: number[] = []
    for (const code of codes) ids.push(await pay(shop, code, 'zelle'))
    for (const [place, check] of (await checks(shop, ids)).entries())
      expect(check, codes[place]).toMatchObject({ nivel: 'bien', titulo: 'Referencia sin repetir' })
    const [word] = await checks(shop, [await pay(shop, 'mariaperez', 'zelle')])
    expect(word).toMatchObject({ nivel: 'aviso', titulo: 'La referencia no dice qué pago es' })
    const [letters] = await checks(shop, [await pay(shop, '5566778A9')])
    expect(letters).toMatchObject({ nivel: 'aviso', titulo: 'La referencia se lee de más de una forma' })
    await judge.approve(shop, await pay(shop, '83726154'), 1)
    const [disguise] = await checks(shop, [await pay(shop, 'O83726IS4', 'zelle')])
    expect(disguise).toMatchObject({ nivel: 'grave' })
  })

  test('both that wait are told, and a rejected or annulled one is not forgotten', async () => {
    const shop = await openShop(setup)
    const one = await pay(shop, '0083726154')
    const other = await pay(shop, 'Ref 83726154', null)
    for (const check of await checks(shop, [one, other])) expect(check).toMatchObject({ nivel: 'aviso' })
    for (const estado of ['rechazado', 'anulado'] as const) {
      await shop.ctx.db.write('prueba', (tx) =>
        tx.updateTable('purchases').set({ estado }).where('id', '=', one).execute(),
      )
      expect((await checks(shop, [other]))[0]).toMatchObject({
        nivel: 'aviso',
        titulo: 'La referencia estaba en una compra que no se confirmó',
      })
    }
  })

  test('no reference is in order without a method, nor one that can be read in several ways; one of few digits is never refused: not its second report, not its second approval', async () => {
    const shop = await openShop(setup)
    const [without, several, clear] = await checks(shop, [
      await pay(shop, '0011223344', null),
      await pay(shop, '0055667788 04141234567'),
      await pay(shop, '0099887766'),
    ])
    expect(without).toMatchObject({ nivel: 'aviso', titulo: 'No dijo por qué método pagó' })
    expect(several).toMatchObject({ nivel: 'aviso', titulo: 'La referencia se lee de más de una forma' })
    expect(clear).toMatchObject({ nivel: 'bien', titulo: 'Referencia sin repetir' })
    const first = await report(shop, { referencia: '6154' })
    const second = await report(shop, { referencia: '6154' })
    expect([first.statusCode, second.statusCode]).toEqual([201, 201])
    const [check] = await checks(shop, [second.json().id])
    expect(check).toMatchObject({ nivel: 'aviso' })
    for (const { id } of [first.json(), second.json()]) await judge.approve(shop, id, 1)
  })

  test('the same person is told that it was reported, with and without a method, however it is written', async () => {
    const shop = await openShop(setup)
    expect((await report(shop)).statusCode).toBe(201)
    for (const [referencia, metodo_pago] of [
      ['004512783390', undefined],
      ['Ref 4512783390', 'Pago Movil'],
      ['12783390', undefined],
      ['OO4512783390', 'transferencia'],
    ] as const) {
      const again = await report(shop, { referencia, metodo_pago, metodo_id: '5' })
      expect([again.statusCode, again.json().campo], referencia).toEqual([409, 'referencia'])
    }
  })
})

onSqlite('the comparison', () => {
  test('10,000 payments of which one in a hundred is used again: each is found, no honest one; control: digits alone miss them', () => {
    const random = seededRandom(SEED)
    const honest = Array.from({ length: 9_900 }, (_, place) => `00${10_000_000 + place * 9_000 + random.below(9_000)}`)
    const tails = honest.map((reference) => paymentTails(reference, 'pago_movil'))
    expect(new Set(tails.map(([tail]) => tail?.cola)).size).toBe(9_900)
    let missedBefore = 0
    for (let place = 0; place < 100; place++) {
      const original = honest[place * 99] ?? ''
      const { text, kind } = rewriteReference(original, random)
      const read = paymentTails(text, kind)
      const found = tails.flatMap((other, which) => (compareTails(read, other) === null ? [] : [honest[which]]))
      expect(found, `seed ${SEED}: ${text}`).toContain(original)
      const digits = (reference: string) =>
        reference
          .toUpperCase()
          .replace(/[^A-Z0-9]/g, '')
          .replace(/^0+/, '')
      if (kind !== 'pago_movil' || digits(text) !== digits(original)) missedBefore++
    }
    expect(missedBefore).toBeGreaterThan(50)
  })
})

/** Twenty reports of one payment, each written otherwise, are approved at the same time. */
async function confirmedOfTwenty(setup: Setup, unguarded: boolean): Promise<{ confirmed: number; problems: string[] }> {
  const shop = await openShop(setup)
  const random = seededRandom(SEED)
  const ids: number[] = []
  while (ids.length < 20) {
    const { text, kind } = rewriteReference('0083726154', random)
    ids.push(await pay(shop, text, kind && METHOD_TITLES[kind]))
  }
  // Each statement commits alone, so that the locks are released immediately.
  const guarded = ['confirmed_references', 'stock', 'tickets', 'free_pile', 'journal', 'journal_heads']
  const ctx = unguarded ? await withoutGuards(shop.ctx, guarded) : shop.ctx
  const outcomes = await Promise.all(ids.map((id) => outcome(judge.approve({ ctx }, id, 1))))
  return {
    confirmed: outcomes.filter((one) => one === 'confirmed').length,
    problems: unguarded ? [] : await audit(shop.ctx),
  }
}
