import { expect, test } from 'vitest'
import { CHECKS } from '#app/server/state/read-state.ts'
import type { ServerState } from '#app/state-contract.ts'
import { expectAccessibleEverywhere } from './support/both-widths.ts'
import { PHONE } from './support/browser.ts'
import { inDemo } from './support/journey.ts'
import { enter as enterAt } from './support/owner.ts'

inDemo('Estado', {}, (demo) => {
  /** Entered as the owner, on the home. */
  async function enter() {
    const { page } = await demo.visitor(PHONE)
    await enterAt(page, `${demo.address}/panel`, demo.owner)
    await page.getByRole('heading', { name: 'Disponibilidad' }).waitFor()
    return page
  }

  test('is green, and has no mark in the menu, when nothing is to be done', async () => {
    const page = await enter()
    await page.route('**/api/panel/estado/servidor', async (route) => {
      const answer = await route.fetch()
      const state = (await answer.json()) as ServerState
      const comprobaciones = state.comprobaciones.map((one) => ({ ...one, nivel: 'bien', que_hacer: '' }))
      await route.fulfill({ response: answer, json: { ...state, nivel: 'bien', comprobaciones } })
    })
    await page.goto(`${demo.address}/panel/estado`)
    await page.getByRole('heading', { name: 'Todo está bien' }).waitFor()
    await page.getByText('No hay nada que hacer. Si algo cambia, lo dice el menú.').waitFor()
    expect(await page.getByRole('list', { name: 'Lo que hay que hacer' }).count()).toBe(0)
    await page.getByRole('heading', { name: 'Lo que se mira' }).waitFor()
    expect(await page.locator('.state-good > li').count()).toBe(CHECKS.length)
    await page.getByRole('button', { name: /Más/ }).click()
    expect((await page.getByRole('link', { name: /Estado/ }).textContent())?.trim()).toBe('Estado')
    await page.keyboard.press('Escape')
    await expectAccessibleEverywhere(page, 'state, green')
  })

  test('names the open tasks in plain words', async () => {
    const page = await enter()
    await page.getByRole('button', { name: /Más/ }).click()
    await page.getByRole('link', { name: /Estado/ }).click()

    await page.getByRole('heading', { name: /cosas? que hacer/ }).waitFor()
    const todo = page.getByRole('list', { name: 'Lo que hay que hacer' })
    await todo.getByText('La tienda no sabe su dirección').waitFor()
    // Names of variables are for the server's keeper, and folded.
    expect(await todo.getByText('PUBLIC_URL').isVisible()).toBe(false)
    await todo.getByText('Para quien cuida el servidor').last().click()
    await todo.getByText('PUBLIC_URL').waitFor()
    await expectAccessibleEverywhere(page, 'state')
  })
})
