import { expect, test } from 'vitest'
import { ownPage } from '#app/server/testing/buyer.ts'
import { atClose, buy, openRuled, pay, raffleOf, tick } from '#app/server/testing/ruled-shop.ts'
import { openShop, type Shop } from '#app/server/testing/shop.ts'
import { readMails } from '#mail/server/testing/read-mails.ts'
import { onSqlite } from '#platform/server/testing/engines.ts'
import { readCheckLink } from '#purchases/check-link.ts'
import { ownerCode } from '#purchases/server/owner-code.ts'

const own = async (shop: Shop, secreto: string) => (await ownPage(shop, secreto)).json()

const mailOf = async ({ ctx }: Shop, id: number): Promise<string> =>
  (await readMails(ctx)).find(({ asunto, compra_id }) => compra_id === id && asunto.startsWith('Tus números'))?.texto ??
  expect.unreachable()

onSqlite('the buyer’s means to check the draw', (setup) => {
  test('the mail and the page of the buyer have the code, as it is in the list, and the hash of the rule', async () => {
    const shop = await openRuled(setup)
    const { id, secreto, numeros } = await buy(shop, { cedula: 'V-12.345.678' })
    const { regla_sha256 } = await raffleOf(shop)
    const codigo = ownerCode(shop.ctx, shop.id, 'V12345678')
    const mail = await mailOf(shop, id)
    expect(mail).toContain(`Tu código en la lista: ${codigo}`)
    expect(mail).toContain(`Código de control de la regla: ${regla_sha256}`)
    expect(mail).toContain('El sorteo es el 22 de noviembre.')
    const [, fragment = ''] = new RegExp(`http://localhost:\\d+/rifa/${shop.id}/verificar(#\\S+)`).exec(mail) ?? []
    expect(readCheckLink(fragment)).toEqual({ numeros, codigo, regla: regla_sha256, lista: null, pasos: null })
    expect((await own(shop, secreto)).prueba).toEqual({ codigo, regla: regla_sha256 })
    expect((await own(shop, (await pay(shop)).secreto)).prueba).toBe(null)
    atClose(shop, 12 * 3_600_000)
    await tick(shop)
    const { body } = await shop.app.inject(`/api/rifas/${shop.id}/sorteo/lista`)
    for (const numero of numeros) expect(body).toContain(`\n${numero},${codigo}\n`)
  })

  test('without a rule neither mentions it', async () => {
    const shop = await openShop(setup)
    const { id, secreto } = await buy(shop)
    expect(await mailOf(shop, id)).not.toMatch(/código en la lista|Código de control|verificar/)
    expect((await own(shop, secreto)).prueba).toBe(null)
  })
})
