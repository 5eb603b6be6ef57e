import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible, expectAccessibleInBothThemes, launchBrowser } from './browser.ts'
import { chromium } from './chromium.ts'
import { findByAxe, type Rules } from './first-opinion.ts'
import { findBySecondEngine } from './second-opinion.ts'

const SOUND = '<!doctype html><html lang="es"><title>Prueba</title><main><h1>Prueba</h1>'
const WITHOUT_TEXT = '<img src="data:,">'
/** What the second engine asks about is wrong here, and what it only recommends. */
const ALL_WRONG = `<h2></h2>${WITHOUT_TEXT}<input autocomplete="nada"><label for="nadie">Nadie</label><div role="nada">Nada</div>
  <div aria-hidden="true"><button>Nada</button></div><i role="listitem">Uno</i><b role="slider" tabindex="0" aria-valuenow="x">Dos</b>
  <ul><p>Tres</p></ul><table><caption></caption><tr><td headers="nadie">1</td></tr></table><iframe></iframe><a href="#"></a>
  <nav>1</nav><nav>2</nav><main>3</main><button aria-label="Otra">Esta</button><div role="combobox" tabindex="0">4</div>
  <button style="width:9px;height:9px;padding:0"></button><button style="width:9px;height:9px;padding:0"></button>
  <p>* uno<br>* dos<br>* tres</p><p onclick="0">A la derecha</p><marquee>5</marquee><fieldset><input type="radio"></fieldset>`

/** The controls of what the journeys believe: something that is wrong is found. */
describe.skipIf(chromium === null)('the accessibility checkers', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launchBrowser()
  })
  afterAll(() => browser?.close())

  const show = async (content: string) => {
    const page = await (await browser.newContext()).newPage()
    await page.setContent(`${SOUND}${content}</main></html>`)
    return page
  }

  test('are silent where nothing is wrong, and both name a picture without a text', async () => {
    const page = await show('<p>Nada.</p>')
    await expectAccessible(page, 'a sound page', 'best-practice')
    await page.locator('p').evaluate((place, picture) => {
      place.innerHTML = picture
    }, WITHOUT_TEXT)
    expect(await findByAxe(page, { type: 'tag', values: ['wcag2a'] })).toEqual(['image-alt: img'])
    expect((await findBySecondEngine(page)).join()).toMatch(/^img_alt_valid: .* at .*img/)
    await expect(expectAccessible(page, 'a picture without a text')).rejects.toThrow(
      /accessibility of a picture without/,
    )
    await page.context().close()
  })

  test('the second engine finds with the rules that can fail what it finds with all of them', async () => {
    const page = await show(ALL_WRONG)
    const found = await findBySecondEngine(page)
    expect(found).toEqual(await findBySecondEngine(page, 'every'))
    expect(new Set(found.map((one) => one.split(':')[0])).size).toBeGreaterThan(15)
    await page.context().close()
  })

  test('look into frames, and not into those that are hidden', async () => {
    const page = await show(`<iframe title="Marco" srcdoc='${SOUND}${WITHOUT_TEXT}</main>'></iframe>`)
    await page.frameLocator('iframe').locator('img').waitFor({ state: 'attached' })
    const rules: Rules = { type: 'tag', values: ['wcag2a'] }
    expect(await findByAxe(page, rules)).toEqual(['image-alt: iframe img'])
    await page.locator('iframe').evaluate((frame: HTMLIFrameElement) => {
      frame.hidden = true
    })
    expect(await findByAxe(page, rules)).toEqual([])
    await page.context().close()
  })

  test('name colours that cannot be told apart in one theme alone', async () => {
    const page = await show('<style>[data-theme=dark] p { color: #888; background: #777 }</style><p>Nada.</p>')
    await expectAccessible(page, 'the light theme')
    await expect(expectAccessibleInBothThemes(page, 'a page')).rejects.toThrow(/accessibility of a page, dark/)
    await page.context().close()
  })
})
