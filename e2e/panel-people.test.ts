import { generateSync } from 'otplib'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessibleEverywhere } from './support/both-widths.ts'
import { DESK, PHONE, type Visitor } from './support/browser.ts'
import { inShop } from './support/journey.ts'
import { mailTo } from './support/mails.ts'
import { giveCode } from './support/owner.ts'
import { OWNER } from './support/set-up.ts'

const ANA = { nombre: 'Ana Ejemplo', correo: 'ana@ejemplo.test', clave: 'otra frase larga y propia' }
const NEW_PASSWORD = 'una tercera frase que nadie sabe'
/** A refusal is an error of the network to the browser's console. */
const REFUSALS = [/status of (401|404|409|422)/]

inShop('people and access', { mailFrom: 'panel@ejemplo.test' }, (shop) => {
  let owner: Visitor
  let ana: Visitor
  let codes: string[] = []

  const goTo = (page: Page, path: string) => page.goto(`${shop.address}/panel${path}`)
  const recovery = () => codes.pop() ?? ''

  async function enter(page: Page, who: { correo: string; clave: string }): Promise<void> {
    await goTo(page, '/')
    await page.getByLabel('Correo').fill(who.correo)
    await page.getByLabel('Clave').fill(who.clave)
    await page.getByRole('button', { name: 'Entrar' }).click()
  }
  const inside = (page: Page) => page.getByRole('heading', { name: 'En revisión' }).first().waitFor()

  const linkTo = async (address: string, subject: RegExp) =>
    /http\S+#\S+/.exec(await mailTo(shop.sink, address, subject))?.[0] ?? ''

  test('an owner turns the second factor on and keeps ten codes', async () => {
    owner = await shop.visitor(PHONE, REFUSALS, { stays: true })
    const { page } = owner
    await enter(page, OWNER)
    await inside(page)
    await goTo(page, '/equipo')
    await page.getByText('Activa tu segundo paso').waitFor()
    await expectAccessibleEverywhere(page, 'the team of one')
    await page.getByRole('button', { name: 'Invitar' }).click()
    const needed = page.getByRole('dialog', { name: 'Invitar a alguien' })
    await needed.getByRole('link', { name: 'Activarlo en tu cuenta' }).click()
    await page.getByRole('button', { name: 'Activar', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Activar el segundo paso' })
    const secret = (await dialog.locator('code').first().textContent())?.replaceAll(' ', '') ?? ''
    // A reload, as of a phone that went to the application, shows the same.
    await page.reload()
    await page.getByRole('button', { name: 'Activar', exact: true }).click()
    expect((await dialog.locator('code').first().textContent())?.replaceAll(' ', '')).toBe(secret)
    await dialog.getByLabel('Tu clave').fill(OWNER.clave)
    const code = generateSync({ secret, epoch: Math.floor(Date.now() / 1000) })
    await dialog.getByLabel('Código de 6 dígitos').fill(code)
    await dialog.getByRole('button', { name: 'Activar' }).click()
    await dialog.getByText('Guarda estos códigos ahora').waitFor()
    codes = await dialog.locator('li code').allTextContents()
    expect(new Set(codes).size).toBe(10)
    await dialog.getByRole('button', { name: 'Ya los guardé' }).click()
    await page.getByText('Quedan 10 códigos de recuperación').waitFor()
    await mailTo(shop.sink, OWNER.correo, /Activaste tu segundo paso/)
  })

  test('somebody is invited by mail and comes in with the given role', async () => {
    ana = await shop.visitor(PHONE, REFUSALS, { stays: true })
    const { page } = owner
    await page.setViewportSize(DESK)
    await goTo(page, '/equipo')
    await page.getByRole('button', { name: 'Invitar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Invitar a alguien' })
    await dialog.getByText('Falta su correo.').waitFor()
    await dialog.getByLabel('Su correo').fill(ANA.correo)
    // Nobody judges payments because somebody was in a hurry.
    await dialog.getByText('Elige su papel.').waitFor()
    await dialog.getByRole('radio', { name: /^Revisor/ }).check()
    await giveCode(dialog, codes, 'Invitar')
    await page.getByRole('heading', { name: 'Invitaciones sin aceptar' }).waitFor()
    await page.getByText(ANA.correo).waitFor()

    const link = await linkTo(ANA.correo, /Te invitan/)
    await ana.page.goto(link)
    await ana.page.getByRole('heading', { name: 'Entra al equipo' }).waitFor()
    expect(ana.page.url()).not.toContain('#')
    await expectAccessibleEverywhere(ana.page, 'the invitation')
    await ana.page.getByLabel('Tu clave').fill(ANA.clave)
    await ana.page.getByLabel('Tu nombre').fill(ANA.nombre)
    await ana.page.getByRole('button', { name: 'Aceptar y entrar' }).click()
    await inside(ana.page)
    expect(await ana.page.getByRole('link', { name: 'Equipo' }).count()).toBe(0)
  })

  test('an owner changes a role, sees it in the journal, and puts somebody out immediately', async () => {
    const { page } = owner
    await page.setViewportSize(PHONE)
    await goTo(page, '/equipo')
    await page.getByRole('link', { name: new RegExp(ANA.nombre) }).click()
    let dialog = page.getByRole('dialog', { name: ANA.nombre })
    await dialog.getByRole('radio', { name: /Lector/ }).check()
    await expectAccessibleEverywhere(page, 'one person')
    await dialog.getByRole('button', { name: 'Cambiar el papel' }).click()
    dialog = page.getByRole('dialog', { name: `Cambiar el papel de ${ANA.nombre}` })
    await giveCode(dialog, codes, 'Cambiar el papel')
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('link', { name: new RegExp(`${ANA.nombre}.*Lector`) }).waitFor()

    await goTo(page, `/diario?persona=${encodeURIComponent(OWNER.nombre)}&que=rol cambiado`)
    await page.getByText(`cambió el papel de ${ANA.nombre}`).click()
    await page.getByRole('button', { name: 'Comprobar' }).click()
    await page.getByText(/Nadie ha cambiado ni borrado nada hasta/).waitFor()
    await expectAccessibleEverywhere(page, 'the journal')
    // Above the list on a desk.
    await page.setViewportSize(DESK)
    await page.getByLabel('Qué').waitFor()
    await page.setViewportSize(PHONE)
    await page.getByRole('button', { name: 'Filtros: 2' }).click()
    await page.getByLabel('Qué').selectOption({ label: 'Todo: equipo y acceso' })
    await page.getByText('activó su segundo paso').waitFor()
    expect(new URL(page.url()).searchParams.get('que')).toBe('acceso')

    await goTo(page, '/equipo')
    await page.getByRole('link', { name: new RegExp(ANA.nombre) }).click()
    await page.getByRole('dialog', { name: ANA.nombre }).getByRole('button', { name: 'Quitar el acceso' }).click()
    dialog = page.getByRole('dialog', { name: `Quitar el acceso de ${ANA.nombre}` })
    await giveCode(dialog, codes, 'Quitar el acceso')
    await page.getByRole('link', { name: new RegExp(`${ANA.nombre}.*Sin acceso`) }).waitFor()
    await goTo(ana.page, '/cuenta')
    await ana.page.getByRole('heading', { name: 'Entra al panel' }).waitFor()
  })

  test('an operator who forgot the password sets another by mail, and enters with the second factor', async () => {
    const { page } = await shop.visitor(DESK, REFUSALS)
    await goTo(page, '/')
    await page.getByRole('link', { name: 'Olvidé mi clave' }).click()
    await page.getByLabel('Tu correo').fill(OWNER.correo)
    await page.getByRole('button', { name: 'Enviar el enlace' }).click()
    await page.getByRole('heading', { name: 'Revisa tu correo' }).waitFor()
    await page.goto(await linkTo(OWNER.correo, /Pon otra clave/))
    const password = page.getByLabel('Tu clave nueva')
    await password.fill(NEW_PASSWORD)
    const eye = page.getByRole('button', { name: 'Ver u ocultar lo que escribes' })
    expect((await eye.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    expect(await password.getAttribute('type')).toBe('password')
    await password.press('Tab')
    await page.keyboard.press('Space')
    await page.getByText('Ocultar', { exact: true }).waitFor()
    expect(await eye.getAttribute('aria-pressed')).toBe('true')
    expect(await password.getAttribute('type')).toBe('text')
    expect(await password.inputValue()).toBe(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Guardar la clave' }).click()
    await page.getByRole('link', { name: 'Entrar' }).click()
    await page.getByLabel('Correo').fill(OWNER.correo)
    await page.getByLabel('Clave').fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Entrar' }).click()
    await page.getByRole('button', { name: 'Usar un código de recuperación' }).click()
    await page.getByLabel('Código de recuperación').fill(recovery())
    await page.getByRole('button', { name: 'Entrar' }).click()
    // An operator without a phone is led to the place for another.
    await page.getByRole('button', { name: 'Cambié de teléfono' }).waitFor()
    // The other browser is signed out.
    await goTo(owner.page, '/cuenta')
    await owner.page.getByRole('heading', { name: 'Entra al panel' }).waitFor()
  })

  test('a key of the phone serves as the second factor, and sessions are ended one by one', async () => {
    const { page } = owner
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('WebAuthn.enable')
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
        ...{ isUserVerified: true, automaticPresenceSimulation: true },
      },
    })
    await enter(page, { correo: OWNER.correo, clave: NEW_PASSWORD })
    await page.getByRole('button', { name: 'Usar un código de recuperación' }).click()
    await page.getByLabel('Código de recuperación').fill(recovery())
    await page.getByRole('button', { name: 'Entrar' }).click()
    await page.getByRole('button', { name: 'Agregar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Agregar una llave de acceso' })
    await dialog.getByLabel('Nombre de la llave').fill('Mi teléfono')
    await giveCode(dialog, codes, 'Agregar la llave')
    await page.getByRole('heading', { name: 'Mi teléfono' }).waitFor()
    await expectAccessibleEverywhere(page, 'the account')

    await page
      .getByRole('button', { name: /^Cerrar la sesión de/ })
      .first()
      .click()
    await expect.poll(() => page.getByRole('button', { name: /^Cerrar la sesión de/ }).count()).toBe(0)

    await page.getByRole('button', { name: 'Renovar' }).click()
    const renewal = page.getByRole('dialog', { name: 'Renovar los códigos de recuperación' })
    await renewal.getByRole('button', { name: 'Usar llave de acceso' }).click()
    await page.getByText('Guarda estos códigos ahora').waitFor()
    // The second click of a double one that brought them closes nothing.
    const saved = page.getByRole('button', { name: 'Ya los guardé' })
    await saved.hover()
    await page.mouse.down({ clickCount: 2 })
    await page.mouse.up({ clickCount: 2 })
    await saved.click()

    await page.getByRole('button', { name: 'Salir' }).click()
    await enter(page, { correo: OWNER.correo, clave: NEW_PASSWORD })
    await page.getByRole('button', { name: 'Usar llave de acceso' }).click()
    await inside(page)
    expect([...owner.complaints, ...ana.complaints]).toEqual([])
  })
})
