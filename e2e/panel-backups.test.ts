import { existsSync, mkdtempSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { removeFolder } from '#platform/server/testing/remove-folder.ts'
import { expectAccessibleEverywhere } from './support/both-widths.ts'
import { PHONE } from './support/browser.ts'
import { inShop } from './support/journey.ts'
import { confirm, enterAsOwner } from './support/owner.ts'
import { setUpShop } from './support/set-up.ts'
import { withoutNights } from './support/without-nights.ts'

const PASSPHRASE = 'cinco palabras que nadie más junta'

async function prepare(env: Record<string, string>): Promise<void> {
  await setUpShop(env)
  await withoutNights(env)
}

inShop('copies, set in the panel', { prepare }, (shop) => {
  let page: Page
  let codes: string[]
  const elsewhere = mkdtempSync(join(tmpdir(), 'tombola-place-'))

  afterAll(() => removeFolder(elsewhere))

  test('an owner chooses where copies go; a bad place is explained, a good one is kept', async () => {
    page = (await shop.visitor(PHONE, [/status of 422/], { stays: true })).page
    codes = await enterAsOwner(page, shop.address)
    await page.goto(`${shop.address}/panel/respaldos`)
    const form = page.getByRole('form', { name: 'Dónde van las copias' })
    await page.getByText('Las copias van al mismo lugar que la tienda').waitFor()

    await form.getByLabel('Un almacén S3').check()
    await form.getByRole('button', { name: 'Probar y guardar' }).click()
    await form.getByText('Escribe una dirección pública que empiece por https://').waitFor()
    await form.getByText('Afuera y sin cifrar').waitFor()
    await expectAccessibleEverywhere(page, 'copies, a bucket without its fields')

    await form.getByLabel('Otra carpeta').check()
    await form.getByLabel('Carpeta', { exact: true }).fill(join(elsewhere, 'sin', 'disco'))
    await form.getByLabel('Con una frase').check()
    await form.getByText('Sin esta frase ninguna copia se abre').waitFor()
    await form.getByLabel('Frase', { exact: true }).fill(PASSPHRASE)
    await form.getByLabel('Otra vez').fill('otra cosa que no es')
    await form.getByRole('button', { name: 'Probar y guardar' }).click()
    await form.getByText('No es la misma.').waitFor()
    await form.getByLabel('Otra vez').fill(PASSPHRASE)
    await form.getByLabel('Cada noche a las').selectOption('4 a. m.')
    await form.getByRole('button', { name: 'Probar y guardar' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cambiar dónde van las copias' })
    await confirm(dialog, codes, 'Probar y guardar')
    await form.getByText('No está la carpeta que la contiene').first().waitFor()
    await expectAccessibleEverywhere(page, 'copies, a folder that will not do')

    // The right one needs no second code.
    const place = join(elsewhere, 'copias')
    await form.getByLabel('Carpeta', { exact: true }).fill(place)
    await form.getByRole('button', { name: 'Probar y guardar' }).click()
    await form.getByText('Sirvió y quedó guardado.').waitFor()
    expect(readdirSync(place)).toEqual(['instalacion'])
    await page.reload()
    await form.getByText(/^Lo guardó Marisela Ejemplo/).waitFor()
    expect(await form.getByLabel('Carpeta', { exact: true }).inputValue()).toBe(place)
    await form.getByText('Guardada; no se vuelve a mostrar.').waitFor()
    expect(await page.content()).not.toContain(PASSPHRASE)
    await expectAccessibleEverywhere(page, 'copies, kept')
    expect(existsSync(join(place, 'prueba'))).toBe(false)
  })

  test('a download is sealed with a phrase that is typed twice', async () => {
    await page.getByRole('button', { name: 'Descargar todo' }).click()
    const dialog = page.getByRole('dialog', { name: 'Descargar todo' })
    await dialog.getByLabel('Frase que lo abre').fill(PASSPHRASE)
    await dialog.getByText('Escribe otra vez la misma frase.').waitFor()
    await dialog.getByLabel('Otra vez la frase').fill('cinco x')
    await dialog.getByText('No es la misma.').waitFor()
    await expectAccessibleEverywhere(page, 'copies, a download')
    await dialog.getByLabel('Otra vez la frase').fill(PASSPHRASE)
    const download = page.waitForEvent('download')
    await confirm(dialog, codes, 'Descargar')
    expect((await download).suggestedFilename()).toMatch(/^tombola-.*\.tar\.age$/)
  })
})
