import { expect, test } from 'vitest'
import { findByAxe, type Rules } from './axe.ts'
import { expectAccessibleEverywhere } from './both-widths.ts'
import { expectAccessible } from './browser.ts'
import { inPlace, nowhere } from './journey.ts'

const SOUND = '<!doctype html><html lang="es"><title>Prueba</title><main><h1>Prueba</h1>'
const WITHOUT_TEXT = '<img src="data:,">'
/** The controls of what the journeys believe: something that is wrong is found. */
inPlace('the accessibility checker', nowhere, (place) => {
  const show = async (content: string) => {
    const page = await (await place.browser.newContext()).newPage()
    await page.setContent(`${SOUND}${content}</main></html>`)
    return page
  }

  test('is silent where nothing is wrong, and names a picture without a text', async () => {
    const page = await show('<p>Nada.</p>')
    await expectAccessible(page, 'a sound page', 'best-practice')
    await page.locator('p').evaluate((place, picture) => {
      place.innerHTML = picture
    }, WITHOUT_TEXT)
    expect(await findByAxe(page, { type: 'tag', values: ['wcag2a'] })).toEqual(['image-alt: img'])
    await expect(expectAccessible(page, 'a picture without a text')).rejects.toThrow(
      /accessibility of a picture without/,
    )
    await page.context().close()
  })

  test('under a modal dialog names what is wrong in the dialog, and not what it covers', async () => {
    const page = await show(`${WITHOUT_TEXT}<dialog aria-label="Marco"><p>Nada.</p></dialog>`)
    const rules: Rules = { type: 'tag', values: ['wcag2a'] }
    const dialog = page.locator('dialog')
    await dialog.evaluate((element: HTMLDialogElement) => element.showModal())
    expect(await findByAxe(page, rules)).toEqual([])
    await dialog.evaluate((element, picture) => {
      element.innerHTML = picture
    }, WITHOUT_TEXT)
    expect(await findByAxe(page, rules)).toEqual(['image-alt: dialog > img'])
    await dialog.evaluate((element: HTMLDialogElement) => element.close())
    expect(await findByAxe(page, rules)).toEqual(['image-alt: main > img'])
    await page.context().close()
  })

  test('of rows that are alike looks at two, and names the one that is not', async () => {
    const rows = Array(9).fill('<li><b>Nada</b></li>').join('')
    const page = await show(`<ul>${rows}<li><b>Nada</b>${WITHOUT_TEXT}</li></ul>`)
    await expect(expectAccessible(page, 'a list')).rejects.toThrow(/image-alt: img/)
    await page.context().close()
  })

  test('waits for no frame that runs no script', async () => {
    const page = await show(`<iframe title="Marco" sandbox srcdoc='${SOUND}${WITHOUT_TEXT}</main>'></iframe>`)
    await expectAccessible(page, 'a mail')
    await page.context().close()
  })

  test('names colours that cannot be told apart in one theme alone', async () => {
    const page = await show('<style>[data-theme=dark] p { color: #888; background: #777 }</style><p>Nada.</p>')
    await expectAccessible(page, 'the light theme')
    await expect(expectAccessibleEverywhere(page, 'a page')).rejects.toThrow(/accessibility of a page, 360 px, dark/)
    await page.context().close()
  })
})
