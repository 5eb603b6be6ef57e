import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessibleEverywhere } from './support/both-widths.ts'
import { DESK, PHONE, type Visitor } from './support/browser.ts'
import { closed, inPlace } from './support/journey.ts'
import {
  came,
  DOUBLE,
  importBeside,
  LITTLE,
  nameOf,
  openMoneyShop,
  PRICE_OF_THREE,
  ROWS,
  referenceOf,
  type StatementRow,
  UNSEEN,
} from './support/money.ts'
import { walkDesk, walkMoney } from './support/screens/money.ts'

inPlace('the money that came in', closed(openMoneyShop), (shop) => {
  let visitor: Visitor
  let page: Page

  const dialog = (name: string) => page.getByRole('dialog', { name })
  const imported = (rows: StatementRow[]) => importBeside(shop.installation.env, rows)

  const findIn = async (name: string) => {
    const find = dialog('Buscar su reporte')
    await find.getByRole('searchbox', { name: 'Buscar el reporte' }).fill(name)
    await find.getByRole('button', { name: new RegExp(name) }).click()
  }
  const join = () => dialog('Unir dinero y reporte')
  async function unite(): Promise<void> {
    await join().getByRole('button', { name: 'Unir', exact: true }).click()
    await dialog('Unido').getByRole('button', { name: 'Listo' }).click()
  }

  test('on a phone: a statement of 62 rows, the true ones in five taps, the rest by hand', async () => {
    visitor = await shop.visitor(PHONE, [/ERR_|Failed to load/], { stays: true })
    page = visitor.page
    // Axe looks at the same screen with a few rows of each kind, in a tenth of the time.
    const see = async (name: string) => {
      if (!['dinero-conciliar', 'confirmadas'].includes(name)) await expectAccessibleEverywhere(page, name)
    }
    await walkMoney({ page, address: shop.address, see })
    // Each row that is left gives its reason.
    await page.getByText('Exacta', { exact: true }).first().waitFor({ state: 'detached' })
    const left = await page
      .getByRole('region', { name: 'Sugerencias' })
      .locator('.pairs-row:not(.pairs-head)')
      .allTextContents()
    expect([left.length > 1, left.filter((text) => !/Ojo:|En contra:|pagos? más/.test(text))]).toEqual([true, []])
    await page.getByRole('button', { name: new RegExp(`^(Unir|Revisar) el pago de ${nameOf(DOUBLE)}`) }).click()
    await join().getByText('Suman justo.').waitFor()
    await unite()

    // Six and the rest of that transfer. Money finds its report by a name, and says what would be too much.
    await page.getByRole('link', { name: /^Dinero sin reporte 7/ }).click()
    await page.getByRole('button', { name: /^Buscar reporte de Bs\.\s70\.000,00/ }).click()
    await findIn(nameOf(UNSEEN))
    await join()
      .getByRole('button', { name: /^Cambiar cuánto/ })
      .click()
    await join().getByRole('textbox').fill('70.000,00')
    await join()
      .getByText(/Sobran Bs\.\s66\.100,00/)
      .waitFor()
    await join().getByRole('button', { name: 'Volver' }).click()
  })

  test('money without a report is put aside and brought back', async () => {
    await page.goto(`${shop.address}/panel/conciliacion/sin-reporte`)
    await page.getByRole('searchbox', { name: 'Buscar en el dinero sin reporte' }).fill('71.000,00')
    await page.getByRole('button', { name: /^Ignorar Bs\.\s71\.000,00/ }).click()
    const ask = dialog('Ignorar')
    await ask.getByLabel('Por qué').fill('Es dinero mío')
    await ask.getByRole('button', { name: 'Ignorar' }).click()
    await page.getByRole('heading', { name: 'Nada con eso' }).waitFor()
    await page.getByRole('button', { name: 'Resueltos' }).click()
    await page.getByText('Es dinero mío').waitFor()
    await page.getByRole('button', { name: /^Deshacer: Bs\.\s71\.000,00/ }).click()
    await page.getByRole('button', { name: 'Por resolver' }).click()
    await page.getByRole('button', { name: /^Ignorar Bs\.\s71\.000,00/ }).waitFor()
  })

  test('a report without money is rejected in its list, with the reasons and the way back of the desk', async () => {
    await page.goto(`${shop.address}/panel/conciliacion/sin-dinero`)
    await page.getByRole('link', { name: `Preguntar a ${nameOf(UNSEEN)} por WhatsApp` }).waitFor()
    const reject = page.getByRole('button', { name: new RegExp(`^Rechazar a ${nameOf(UNSEEN)}`) })
    await reject.click()
    const why = dialog('Rechazar')
    await why.getByLabel('El monto no es el exacto.').check()
    await why.getByRole('button', { name: 'Rechazar', exact: true }).click()
    await page.getByText(`${nameOf(UNSEEN)}: rechazada`).waitFor()
    await reject.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Deshacer' }).click()
    await reject.waitFor()
  })

  test('the money of a confirmed purchase is seen in its sheet, taken off it, found again and joined', async () => {
    await page.goto(`${shop.address}/panel/compras?buscar=${encodeURIComponent(nameOf(3))}`)
    await page.getByRole('link', { name: nameOf(3) }).click()
    const money = page.getByRole('region', { name: 'Dinero que llegó' })
    await money.getByText('Suman justo.').waitFor()
    await money.getByText(/^Se unió solo, por la referencia, cuando confirmó /).waitFor()
    await expectAccessibleEverywhere(page, 'the money of a confirmed purchase')
    await money.getByRole('button', { name: /^Separar Bs\.\s2\.600,00/ }).click()
    await money.getByText(/^Llegó: Bs\.\s2\.600,00/).waitFor()
    await money.getByRole('button', { name: 'Unir…' }).click()
    await unite()
    await money.getByText('Suman justo.').waitFor()
    await page.getByRole('heading', { name: /Confirmad[oa]$/ }).waitFor()
  })

  test('a payment that its bank reports twice pays nothing the second time until somebody says that it is another one', async () => {
    const twice = { texto: 'TRF.OB 0174 V012345678 ANA PEREZ', credito: '64.000,00' }
    await imported(['000000081131', '000000081132'].map((referencia) => ({ referencia, ...twice })))
    await page.goto(`${shop.address}/panel/conciliacion/sin-reporte`)
    await page.getByRole('searchbox', { name: 'Buscar en el dinero sin reporte' }).fill('64.000,00')
    const says = 'El banco lo dice dos veces: puede ser el mismo pago'
    await page.getByText(says).waitFor()
    await page.getByRole('button', { name: /^Buscar reporte de .*81132/ }).click()
    await dialog('Buscar su reporte').getByText(says).waitFor()
    await findIn(nameOf(UNSEEN))
    await join().getByText(says).waitFor()
    const unites = join().getByRole('button', { name: 'Unir', exact: true })
    expect(await unites.isDisabled()).toBe(true)
    await join()
      .getByRole('button', { name: /^Es otro pago/ })
      .click()
    await join().getByText(says).waitFor({ state: 'hidden' })
    expect(await unites.isEnabled()).toBe(true)
    await join().getByRole('button', { name: 'Volver' }).click()
  })

  test('the desk has the word of the bank, and sees money come while a payment is open', async () => {
    await page.setViewportSize(DESK)
    const row = (number: number) => page.getByRole('link', { name: new RegExp(nameOf(number)) })
    const word = page.getByRole('region', { name: 'Lo que dice el banco' })
    await walkDesk({ page, address: shop.address, see: (name) => expectAccessibleEverywhere(page, name) })
    await row(LITTLE).getByTitle('Llegó otro monto').waitFor()
    // Three voices in one table: of the reference the bank says the same, of the amount it does not.
    const voices = page.getByRole('region', { name: 'Lo que reporta' }).getByRole('table')
    await voices.getByRole('columnheader', { name: 'Banco' }).waitFor()
    await voices.getByRole('row', { name: /^Monto .* 2\.600,00 .*600,00$/ }).waitFor()
    await voices.getByRole('row', { name: `Referencia ${referenceOf(LITTLE)} ${referenceOf(LITTLE)}` }).waitFor()
    await row(UNSEEN).click()
    await word.getByText(/No visto hasta/).waitFor()
    await imported([...ROWS, came(UNSEEN, PRICE_OF_THREE)])
    await word.getByText(/^Llegó: Bs\.\s3\.900,00/).waitFor()
    await row(UNSEEN).getByTitle('Llegó al banco').waitFor()

    await page.goto(`${shop.address}/panel/conciliacion`)
    await page.getByText('1 exacta').waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('Ninguna elegida.').waitFor()
    await page.getByRole('checkbox', { name: 'Elegir todas las exactas' }).check()
    await page.keyboard.press('a')
    await dialog('Confirmar las exactas').waitFor()
  })

  test('a lost answer is reported as one, and going on confirms nothing twice', async () => {
    await page.setViewportSize(PHONE)
    await page.goto(`${shop.address}/panel/conciliacion`)
    let lost = 0
    await page.route('**/conciliacion/confirmar', async (route) => {
      await route.fetch()
      lost += 1
      await route.abort()
    })
    await page.getByRole('button', { name: 'Confirmar 1' }).click()
    const sure = dialog('Confirmar las exactas')
    await sure.getByRole('button', { name: 'Confirmar 1' }).dblclick()
    await sure.getByText(/De 1 pago no llegó la respuesta/).waitFor()
    await sure.getByRole('heading', { name: 'No sabemos cuántos se confirmaron' }).waitFor()
    await page.unroute('**/conciliacion/confirmar')
    await sure.getByRole('button', { name: 'Seguir con el que falta' }).click()
    await sure.getByRole('heading', { name: '1 de 1 confirmado' }).waitFor()
    expect(lost).toBe(1)
    await sure.getByRole('button', { name: 'Listo' }).click()
    await page.getByText('Exactas').first().waitFor()
  })

  test('a confirmed payment that the bank takes back is shown until somebody decides', async () => {
    await imported([{ referencia: referenceOf(3), texto: 'REVERSO PAGO MOVIL', debito: '2.600,00' }])
    await page.goto(`${shop.address}/panel/conciliacion`)
    const gone = page.getByRole('region', { name: 'Lo que el banco se llevó' })
    await gone.getByText(nameOf(3)).waitFor()
    await expectAccessibleEverywhere(page, 'what the bank took back')
    await gone.getByRole('button', { name: /^Separar ese dinero de/ }).click()
    await gone.waitFor({ state: 'hidden' })
    await page.getByText('1 se llevó el banco, sin sumar').waitFor()
    await page.goto(`${shop.address}/panel/conciliacion/sin-reporte`)
    const taken = page.getByRole('listitem').filter({ hasText: 'El banco se lo llevó' })
    await taken.getByRole('button', { name: /^Ignorar/ }).waitFor()
    expect(await taken.getByRole('button', { name: /^Devuelto/ }).count()).toBe(0)
    await expectAccessibleEverywhere(page, 'money without a report that the bank took back')
    await taken.getByRole('button', { name: /^Buscar reporte/ }).click()
    await findIn(nameOf(3))
    await join().getByText('El banco se lo llevó').waitFor()
    await join()
      .getByText(/^Faltan Bs\./)
      .waitFor()
    expect(visitor.complaints).toEqual([])
  })
})
