import type { Page } from 'playwright-core'

interface Stage {
  /** An owner's, who is signed in. */
  page: Page
  address: string
  /** The screen is there. Its name is that of its picture in docs/operating.md. */
  see(name: string): Promise<void>
}

/** A draw from the rule to the delivered prize as docs/operating.md tells it, on a rehearsal: what has to be waited for days comes at once. */
export async function walkRehearsal({ page, address, see }: Stage): Promise<void> {
  const press = (name: string | RegExp) => page.getByRole('button', { name }).first().click()
  const heading = (name: string | RegExp) => page.getByRole('heading', { name }).first().waitFor()
  const drawn = page.getByRole('textbox', { name: /^Lo que salió en/ })

  await page.goto(`${address}/panel/rifas/nueva`)
  await page.getByLabel('Qué se rifa').fill('Nevera de dos puertas')
  await page.getByLabel('Precio por boleto').fill('2')
  await press('Crear el borrador')
  await page.getByRole('link', { name: 'Escribir la regla' }).click()
  await page.getByText('Por una lotería').click()
  await see('sorteo-loteria')
  await press('Fijar la regla')
  await page.getByText('Guardada. Quien entre a la rifa ya la lee.').waitFor()
  await page.getByRole('link', { name: /^Volver a/ }).click()
  await page.getByRole('link', { name: 'Llevar el sorteo' }).click()
  await heading('La venta está abierta')
  await see('sorteo-venta')
  await page.getByRole('link', { name: 'Ensayarlo' }).click()
  await page.getByText('Esto es un ensayo.').waitFor()
  await press('Terminar la venta')
  await heading('Decide 2 pagos')
  await see('sorteo-revisar')
  await press('Terminar la revisión')
  await heading(/^Espera a/)
  await press('Avanzar hasta el sorteo')
  await press('Guardar lo que salió')
  await page.getByText('Solo cifras, todas las que salieron.').waitFor()
  await drawn.fill('421')
  await page.getByLabel('Enlace al resultado').fill('https://loteria.ejemplo.test/hoy')
  await see('sorteo-resultado')
  await press('Guardar lo que salió')
  await heading('Falta que otra persona lo confirme')
  await press('Ser la otra persona')
  await drawn.fill('422')
  await press('Confirmar y sortear')
  await page.getByText('No coincide', { exact: false }).waitFor()
  await see('sorteo-confirmar')
  await drawn.fill('421')
  await press('Confirmar y sortear')
  await heading(/^Espera a quien ganó/)
  await page.getByText('Persona de Ensayo').scrollIntoViewIfNeeded()
  await see('sorteo-ganador')
  await press('Lo reclamó')
  await press('Entregado…')
  await see('sorteo-entregar')
  await press('Marcar entregado')
  await page.getByText('Su nombre no se muestra.').waitFor()
  await heading('El sorteo terminó')
}
