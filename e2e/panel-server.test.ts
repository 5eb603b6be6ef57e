import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmtpSink, type SmtpSink } from '#mail/server/testing/smtp-sink.ts'
import { newFolder } from '#platform/server/testing/new-folder.ts'
import { expectAccessibleEverywhere } from './support/both-widths.ts'
import { PHONE } from './support/browser.ts'
import { inShop } from './support/journey.ts'
import { confirm, enterAsOwner } from './support/owner.ts'
import { OWNER } from './support/set-up.ts'

const PASSWORD = 'clave de "aplicación" ñ'
const PASSPHRASE = 'cinco palabras que nadie más junta'

inShop('the server and its copies, set in the panel', {}, (shop) => {
  let sink: SmtpSink
  let page: Page
  let codes: string[]
  const elsewhere = newFolder()
  beforeAll(async () => {
    sink = await openSmtpSink({ user: { name: 'rifas@ejemplo.test', password: PASSWORD } })
  })
  afterAll(() => sink?.close())

  test('an owner sets up mail on a phone, from the first steps to the real message', async () => {
    page = (await shop.visitor(PHONE, [/status of 422/], { stays: true })).page
    codes = await enterAsOwner(page, shop.address)
    await page.goto(`${shop.address}/panel/empezar`)
    await page.getByRole('button', { name: /^El correo/ }).click()
    await expectAccessibleEverywhere(page, 'first steps')
    await page.getByRole('link', { name: 'Poner el correo' }).click()
    const form = page.getByRole('form', { name: 'Servidor de correo' })
    await form.getByLabel('Servicio').selectOption('Gmail')
    expect(await form.getByLabel('Servidor').inputValue()).toBe('smtp.gmail.com')
    await form.getByLabel('Servicio').selectOption('Otro, o de tu dominio')
    await form.getByLabel('Servidor').fill('127.0.0.1')
    await form.getByLabel('Seguridad').selectOption('ninguna')
    await form.getByLabel('Puerto').fill(new URL(sink.url).port)
    await form.getByLabel('Usuario').fill('rifas@ejemplo.test')
    expect(await form.getByLabel('Remitente').inputValue()).toBe('rifas@ejemplo.test')
    await form.getByLabel('Clave').fill('equivocada')
    await form.getByRole('button', { name: 'Probar y guardar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cambiar el servidor de correo' })
    await confirm(dialog, codes, 'Probar y guardar')
    await form.getByText(/El servidor no aceptó el usuario o la clave/).waitFor()

    // The right one needs no second code.
    await form.getByLabel('Clave').fill(PASSWORD)
    await form.getByRole('button', { name: 'Probar y guardar' }).click()
    await form.getByText(`Salió y quedó guardado. Mira tu correo, ${OWNER.correo}.`).waitFor()
    expect(await form.getByLabel('Clave').inputValue()).toBe('')
    await form.getByText('Guardada; no se vuelve a mostrar.').waitFor()
    await page.reload()
    await form.getByText(/^Lo guardó Marisela Ejemplo/).waitFor()
  })

  test('the public address is the one at which the panel is open', async () => {
    await page.getByRole('button', { name: /^Usar / }).click()
    await confirm(page.getByRole('dialog', { name: 'Cambiar la dirección pública' }), codes, 'Usar esta dirección')
    await page.getByText('Es donde estás ahora.').waitFor()
  })

  test('an owner chooses where copies go; a bad place is explained, a good one is kept', async () => {
    await page.goto(`${shop.address}/panel/respaldos`)
    const form = page.getByRole('form', { name: 'Dónde van las copias' })
    await page.getByText('Las copias van al mismo lugar que la tienda').waitFor()

    await form.getByLabel('Un almacén S3').check()
    await form.getByRole('button', { name: 'Probar y guardar' }).click()
    await form.getByText('Escribe una dirección pública que empiece por https://').waitFor()
    await form.getByText('Afuera y sin cifrar').waitFor()

    await form.getByLabel('Otra carpeta').check()
    await form.getByLabel('Carpeta', { exact: true }).fill(join(elsewhere, 'sin', 'disco'))
    await form.getByLabel('Con una frase').check()
    await form.getByText('Sin esta frase ninguna copia se abre').waitFor()
    await form.getByLabel('Frase', { exact: true }).fill(PASSPHRASE)
    await form.getByLabel('Otra vez').fill(PASSPHRASE)
    await form.getByLabel('Cada noche a las').selectOption('4 a. m.')
    await form.getByRole('button', { name: 'Probar y guardar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cambiar dónde van las copias' })
    await confirm(dialog, codes, 'Probar y guardar')
    await form.getByText('No está la carpeta que la contiene').first().waitFor()

    // The right one needs no second code.
    const place = join(elsewhere, 'copias')
    await form.getByLabel('Carpeta', { exact: true }).fill(place)
    await form.getByRole('button', { name: 'Probar y guardar' }).click()
    await form.getByText('Sirvió y quedó guardado.').waitFor()
    await page.reload()
    await form.getByText(/^Lo guardó Marisela Ejemplo/).waitFor()
    expect(await form.getByLabel('Carpeta', { exact: true }).inputValue()).toBe(place)
    await form.getByText('Guardada; no se vuelve a mostrar.').waitFor()
    await expectAccessibleEverywhere(page, 'copies, kept')
  })

  test('a download is sealed with a phrase that is typed twice', async () => {
    await page.getByRole('button', { name: 'Descargar todo' }).click()
    const dialog = page.getByRole('dialog', { name: 'Descargar todo' })
    await dialog.getByLabel('Frase que lo abre').fill(PASSPHRASE)
    await dialog.getByLabel('Otra vez la frase').fill(PASSPHRASE)
    const download = page.waitForEvent('download')
    await confirm(dialog, codes, 'Descargar')
    expect((await download).suggestedFilename()).toMatch(/^tombola-.*\.tar\.age$/)
  })
})
