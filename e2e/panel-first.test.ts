import { expect, test } from 'vitest'
import { TESTER } from '#journal/server/testing/actors.ts'
import { changeMethod } from '#payment-methods/server/change-method.ts'
import { newRaffle } from '#raffles/raffle-fields.ts'
import { createRaffle } from '#raffles/server/create-raffle.ts'
import { publishRaffle } from '#raffles/server/publish-raffle.ts'
import type { SiteChanges } from '#site/contract.ts'
import { changeSite } from '#site/server/change-site.ts'
import { expectAccessibleEverywhere } from './support/both-widths.ts'
import { DESK, PHONE, type Visitor } from './support/browser.ts'
import { inShop } from './support/journey.ts'
import { enterAsOwner } from './support/owner.ts'
import { inside } from './support/product.ts'
import { addMore, OWNER } from './support/set-up.ts'

inShop('the first ten minutes', { prepare: async () => {} }, (shop) => {
  let owner: Visitor

  const steps = () => owner.page.getByRole('main').getByRole('listitem')
  const done = () => steps().filter({ hasText: 'Hecho:' }).count()

  test('an empty installation says what is missing to sell, each with its door', async () => {
    owner = await shop.visitor(PHONE, [], { stays: true })
    const { page } = owner
    const code = /panel#codigo=(\S+)/.exec(shop.product.output())?.[1] ?? ''
    await page.goto(`${shop.address}/panel#codigo=${code}`)
    await page.getByLabel('Tu nombre').fill(OWNER.nombre)
    await page.getByLabel('Correo').fill(OWNER.correo)
    await page.getByLabel('Clave', { exact: true }).fill(OWNER.clave)
    await page.getByRole('button', { name: /Crear|Empezar/ }).click()
    await page.getByRole('heading', { name: 'Falta para que puedas vender' }).waitFor()
    await page.getByText('Todo está al día. Cuando alguien reporte un pago, aparece aquí solo.').waitFor()
    await page.getByText(/Sin ventas en los últimos 14 días/).waitFor()
    await page.getByText('No hay ninguna rifa en venta.').waitFor()
    await page.getByRole('heading', { name: 'No hay tasa' }).waitFor()
    // Home and Tasas say the same of what visitors see meanwhile.
    const meanwhile =
      'Las páginas calculan los bolívares con una tasa vieja, de ejemplo, y piden confirmar el monto con soporte.'
    await page.getByText(meanwhile, { exact: true }).waitFor()
    await expectAccessibleEverywhere(page, 'home of an empty installation')
    await page.getByRole('link', { name: 'Primeros pasos' }).click()
    await page.getByRole('heading', { name: 'Tu primera venta' }).waitFor()
    expect(await steps().count()).toBe(8)
    expect(await done()).toBe(0)
    await expectAccessibleEverywhere(page, 'first steps')
    for (const [step, door, path] of [
      ['Tu primera rifa, con imagen', 'Crear', '/panel/rifas/nueva'],
      ['Dónde te pagan', 'Agregar', '/panel/cobros'],
      ['La tasa del día', 'Definir', '/panel/tasas'],
      ['Nombre, logo y WhatsApp', 'Completar', '/panel/sitio'],
    ] as const) {
      await page.getByRole('button', { name: step }).click()
      await page.getByRole('main').getByRole('link', { name: door, exact: true }).click()
      await expect.poll(() => new URL(page.url()).pathname).toBe(path)
      if (path === '/panel/tasas') await page.getByText(`${meanwhile} Escribe una tasa.`, { exact: true }).waitFor()
      await page.goBack()
    }
  })

  test('every step is ticked off by being done, and the list leaves the home once the shop can sell', async () => {
    const { page } = owner
    await page.setViewportSize(DESK)
    await enterAsOwner(page, shop.address)
    const { env } = shop
    const id = await inside(env, async (ctx) => {
      await addMore(ctx, { rate: true })
      await changeSite(ctx, { nombre: 'Rifas La Ceiba', whatsapp: '584000000000' }, TESTER)
      const raffle = newRaffle.parse({ titulo: 'Moto 150 cc', precio: '3.00', total_numeros: 1000 })
      return createRaffle(ctx, raffle, TESTER)
    })
    const changed = (changes: SiteChanges) => inside(env, (ctx) => changeSite(ctx, changes, TESTER))
    await page.goto(`${shop.address}/panel/empezar`)
    await expect.poll(done).toBe(2)
    await steps().filter({ hasText: 'Nombre, logo y WhatsApp' }).getByText('Falta el logo.').waitFor()
    await page.getByRole('button', { name: 'Tu primera rifa, con imagen' }).click()
    await page.getByText('Falta la imagen de Moto 150 cc.').waitFor()
    await page.getByRole('link', { name: 'Agregar la imagen' }).waitFor()

    const publishing = async () => {
      await page.goto(`${shop.address}/panel/rifas/${id}`)
      await page.getByRole('button', { name: 'Publicar' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Publicar con esta regla' }).waitFor()
    }
    const unpaid = page.getByText('No has puesto dónde te pagan.')
    await publishing()
    await unpaid.waitFor()
    const account = { cedula: 'V-00.123.456', telefono: '0400-1234567', nombre: 'Inversiones Ejemplo, C.A.' }
    await inside(env, (ctx) => changeMethod(ctx, 1, { ...account, paginas: ['A', 'B'] }, TESTER))
    await publishing()
    await expect.poll(() => unpaid.count()).toBe(0)
    const unreachable = page.getByText('No has puesto tu WhatsApp.')
    await changed({ whatsapp: '' })
    await publishing()
    await unreachable.waitFor()
    await page.getByText('no sabrá a quién escribir', { exact: false }).waitFor()
    await changed({ whatsapp: '584125550101' })
    await publishing()
    await expect.poll(() => unreachable.count()).toBe(0)
    await inside(env, (ctx) => publishRaffle(ctx, id, TESTER))
    await page.goto(`${shop.address}/panel/empezar`)
    await page.getByRole('heading', { name: 'Ya puedes vender' }).waitFor()
    expect(await done()).toBe(4)
    await page.getByText('/rifa muestra Moto 150 cc').waitFor()
    await page.getByRole('button', { name: 'Copiar el enlace' }).waitFor()
    await expectAccessibleEverywhere(page, 'first steps, nearly done')
    await page.getByRole('link', { name: 'Ir a Inicio' }).click()
    await page.getByRole('heading', { name: 'Falta para dejarlo todo listo' }).waitFor()
    await page.getByText('libres de 1.000').waitFor()
    expect(await page.getByRole('heading', { name: 'Falta para que puedas vender' }).count()).toBe(0)
    expect(owner.complaints).toEqual([])
  })
})
