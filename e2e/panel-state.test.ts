import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessibleEverywhere } from './support/both-widths.ts'
import { launchBrowser, openVisitor, PHONE } from './support/browser.ts'
import { chromium } from './support/chromium.ts'
import { type Demo, OPENING, openDemo } from './support/demo.ts'

/** How long an answer of the state is good for; the panel asks once a minute, and when it is opened. */
const GOOD_FOR = 10_000

describe.skipIf(chromium === null)('Estado', () => {
  let browser: Browser
  let demo: Demo

  beforeAll(async () => {
    demo = await openDemo()
    browser = await launchBrowser()
  }, OPENING)
  afterAll(async () => {
    await browser?.close()
    await demo?.close()
  })

  test('says what is to be done in plain words, and a proxy that nobody named as soon as it sends somebody', async () => {
    const { page, complaints, close } = await openVisitor(browser, PHONE)
    await page.goto(`${demo.address}/panel`)
    await page.getByLabel('Correo').fill(demo.owner.correo)
    await page.getByLabel('Clave').fill(demo.owner.clave)
    await page.getByRole('button', { name: 'Entrar' }).click()
    await page.getByRole('button', { name: /Más/ }).click()
    await page.getByRole('link', { name: /Estado/ }).click()

    await page.getByRole('heading', { name: /cosas? que hacer/ }).waitFor()
    const todo = page.getByRole('list', { name: 'Lo que hay que hacer' })
    await todo.getByText('La tienda no sabe su dirección').waitFor()
    // Names of variables are for who keeps the server, and folded.
    expect(await todo.getByText('PUBLIC_URL').isVisible()).toBe(false)
    await todo.getByText('Para quien cuida el servidor').last().click()
    await todo.getByText('PUBLIC_URL').waitFor()
    await expectAccessibleEverywhere(page, 'state')

    await fetch(`${demo.address}/api/rifas`, { headers: { 'x-forwarded-for': '190.0.0.1' } })
    const asks = async () => {
      await page.reload()
      return todo.textContent()
    }
    await expect.poll(asks, { timeout: 2 * GOOD_FOR, interval: 2_000 }).toContain('fueran uno solo')
    expect(complaints).toEqual([])
    await close()
  })
})
