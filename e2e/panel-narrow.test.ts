import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessibleEverywhere } from './support/both-widths.ts'
import { closed, inPlace } from './support/journey.ts'
import { enterAsOwner, enter as enterAt } from './support/owner.ts'
import { copySampleShop } from './support/sample-shop.ts'

/** Elements wider than the page, by class. */
const tooWide = (page: Page, which: string) =>
  page
    .locator(which)
    .evaluateAll((elements) =>
      elements
        .filter((one) => one.getBoundingClientRect().right > innerWidth - 15.5 || one.scrollWidth > one.clientWidth)
        .map(({ className }) => className),
    )

/** Whether its lowest line is on the screen, and nothing lies on it. */
const isSeen = (part: Locator) =>
  part.evaluate((element) => {
    const { left, bottom } = element.getBoundingClientRect()
    return element.contains(document.elementFromPoint(left + 8, bottom - 6))
  })

inPlace('the panel on the narrowest phone', closed(copySampleShop), (shop) => {
  async function enter(page: Page): Promise<void> {
    await enterAt(page, `${shop.address}/panel`, shop.operator)
    await page.getByRole('heading', { name: 'Disponibilidad' }).waitFor()
  }

  test('each screen leads to its section of the manual, and accents do not hide a word', async () => {
    const { page, complaints, close } = await shop.visitor({ width: 320, height: 640 })
    await enter(page)
    await page.goto(`${shop.address}/panel/tasas`)
    const mark = page.getByRole('link', { name: 'Ayuda sobre esta pantalla' })
    expect((await mark.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await mark.click()
    await page.getByRole('heading', { name: '5. La tasa' }).waitFor()
    const picture = page.getByRole('img', { name: 'Escribir una tasa fija' })
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(540)
    await expectAccessibleEverywhere(page, 'a section of the manual')

    await page.getByRole('link', { name: 'Todo el manual' }).click()
    await page.getByRole('searchbox').fill('CEDULA desbloquea')
    const found = page.getByRole('navigation', { name: 'Contenido' })
    await found.locator('mark', { hasText: 'cédula' }).waitFor()
    await expectAccessibleEverywhere(page, 'what a search finds')
    await found.getByRole('link', { name: /^Bloquear a una persona/ }).click()
    await page.getByText('A mano no se le vende').waitFor()
    await page.goBack()
    expect(await page.getByRole('searchbox').inputValue()).toBe('CEDULA desbloquea')
    await page.getByRole('searchbox').fill('no me rechazaste')
    await found.getByRole('link', { name: /^Revisar/ }).waitFor()
    expect(complaints).toEqual([])
    await close()
  })

  test('nothing of it is wider than the page, cut, broken inside a word or under its bar', async () => {
    const { page, complaints, close } = await shop.visitor({ width: 320, height: 640 })
    const go = (path: string) => page.goto(`${shop.address}/panel${path}`)
    await enter(page)

    await go('/rifas/nueva')
    await page.getByLabel('Qué se rifa').waitFor()
    expect(await tooWide(page, '.choice-option')).toEqual([])

    await go('/compras/bloqueados')
    const heading = page.getByRole('heading', { name: 'Personas bloqueadas' })
    await heading.waitFor()
    const lines = await heading.evaluate((element) => {
      const range = document.createRange()
      const text = element.firstChild as Text
      range.setStart(text, text.data.indexOf('bloqueadas'))
      range.setEnd(text, text.data.length)
      return range.getClientRects().length
    })
    expect(lines).toBe(1)

    for (const path of ['/conciliacion/sin-reporte', '/compras']) {
      await go(path)
      const search = page.getByRole('searchbox')
      await search.waitFor()
      const room = await search.evaluate((element) => {
        const words = document.createElement('span')
        const own = getComputedStyle(element, '::placeholder')
        words.textContent = (element as HTMLInputElement).placeholder
        words.style.cssText = `position:absolute;white-space:nowrap;font:${own.fontWeight} ${own.fontSize} ${own.fontFamily}`
        document.body.append(words)
        const { paddingLeft, paddingRight } = getComputedStyle(element)
        const { width } = words.getBoundingClientRect()
        words.remove()
        return element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight) - width
      })
      expect(room, path).toBeGreaterThanOrEqual(0)
    }
    expect(await tooWide(page, 'main .narrow-line')).toEqual([])
    await go('/conciliacion/sin-dinero')
    await page.locator('main .narrow-line strong').waitFor()
    expect(await tooWide(page, 'main .narrow-line')).toEqual([])

    await go('/revision')
    await page.getByRole('link', { name: /Edixon Graterol/ }).click()
    await page.getByText('Al aprobar').waitFor()
    // The desk ignores what comes faster than anyone can read.
    await page.waitForTimeout(600)
    await page.getByRole('button', { name: /^Rechazar/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Rechazar', exact: true }).click()
    expect(await isSeen(dialog.getByText('Elige o escribe el motivo'))).toBe(true)
    await dialog.getByText('Otro motivo').click()
    expect(await isSeen(dialog.getByRole('link', { name: 'Activarlo en tu cuenta' }))).toBe(true)
    const deed = await dialog.getByRole('button', { name: 'Rechazar', exact: true }).boundingBox()
    expect((deed?.y ?? 640) + (deed?.height ?? 0)).toBeLessThanOrEqual(640)
    await page.keyboard.press('Escape')
    await enterAsOwner(page, shop.address, shop.operator)
    await page.setViewportSize({ width: 320, height: 568 })
    await go('/revision')
    await page.getByRole('link', { name: /Edixon Graterol/ }).click()
    await page.getByText('Al aprobar').waitFor()
    await page.waitForTimeout(600)
    await page.getByRole('button', { name: 'Pedir corrección' }).click()
    expect(await tooWide(page, '.asks .reason')).toEqual([])
    await dialog.getByText('Otro motivo').click()
    const text = dialog.getByLabel('Escribe el motivo')
    expect([await isSeen(text), await text.evaluate((area) => area === document.activeElement)]).toEqual([true, true])
    await page.keyboard.press('Escape')

    await page.setViewportSize({ width: 360, height: 640 })
    await go('/rifas/2')
    await page.getByLabel('Título').waitFor()
    const covered = await page.locator('#rifa-campos').evaluate((form) => {
      const bar = document.querySelector('.save-bar')?.getBoundingClientRect().top ?? 0
      return [...form.querySelectorAll<HTMLElement>('input, textarea, select')]
        .filter((field) => {
          field.focus()
          const { top, bottom } = field.getBoundingClientRect()
          // Of a text of several lines the first ones, where one types.
          return document.activeElement === field && Math.min(bottom, top + 64) > bar
        })
        .map((field) => field.getAttribute('name'))
    })
    expect(covered).toEqual([])
    expect(complaints).toEqual([])
    await close()
  })
})
