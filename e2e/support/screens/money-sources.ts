import type { Page } from 'playwright-core'
import { addAskedSource } from '#money/server/bank/testing/asked-source.ts'
import type { Instant } from '#platform/clock.ts'
import { type MoneyShop, oddStatement, PAID_AS_BANKS_WRITE } from '../money.ts'
import { inside, tombolaJson } from '../product.ts'
import type { MoneyWalk } from './money.ts'

interface Walk extends Pick<MoneyWalk, 'page' | 'see'> {
  shop: MoneyShop
}

/**
 * Where money is heard of: columns chosen by hand, a phone, a bank that calls, a wallet and mails that are asked.
 * @param codes two of an owner who is signed in there.
 */
export async function walkSources({ page, shop, see, codes }: Walk & { codes: string[] }): Promise<void> {
  const go = (path: string) => page.goto(`${shop.address}/panel/conciliacion${path}`)
  await chooseColumns({ page, shop, see })

  // Of another bank than the phone's: it calls for its own accounts alone.
  await tombolaJson(shop.installation.env, ['methods', 'add', '-'], {
    forma: 'transferencia',
    titulo: 'Transferencia',
    banco: '0102 Banco de Venezuela',
    numeroCuenta: '01020000000000000001',
    cedula: 'J-12345678-9',
    nombre: 'Inversiones Ejemplo, C.A.',
    paginas: ['B'],
  })
  const forward = await addPhone(page, codes.pop() ?? '', shop.address)
  await forward(noticeOf('33571.18', '062437000111'))

  await go('/fuentes/nueva')
  await page.getByRole('button', { name: 'Banco de Venezuela: te avisa cada pago' }).click()
  await page.getByRole('button', { name: 'Agregar' }).click()
  const sure = page.getByRole('dialog', { name: 'Agregar: Banco de Venezuela: te avisa cada pago' })
  await sure.getByRole('button', { name: 'Usar un código de recuperación' }).click()
  await sure.getByLabel('Código de recuperación').fill(codes.pop() ?? '')
  await sure.getByRole('button', { name: 'Agregar' }).click()
  const key = page.getByRole('dialog', { name: 'Cópialo ahora' })
  await key.waitFor()
  await see('dinero-webhook')
  await key.getByRole('button', { name: 'Ya lo copié' }).click()
  await key.waitFor({ state: 'detached' })

  await fillIn('Binance Pay: historial', { 'API Key': 'LAPbinance', 'Secret Key': 'secreta' })
  await see('dinero-binance')
  await fillIn('Zelle: correos de tu banco', {
    'Servidor de correo (IMAP)': 'imap.gmail.com',
    Usuario: 'pagos@ejemplo.test',
    'Clave de aplicación': 'abcd efgh ijkl mnop',
  })
  await see('dinero-zelle')

  // As it is once it was asked: the true one is not asked from here.
  await inside(shop.installation.env, (ctx) =>
    addAskedSource(
      ctx,
      'binance',
      {},
      { clave: 'x', secreto: 'x' },
      {
        id: 90,
        metodo_id: 3,
        nombre: 'Binance de la tienda',
        leido_hasta: ctx.clock.now(),
        ultimo_en: ctx.clock.now(),
        proximo_en: (ctx.clock.now() + 86_400_000) as Instant,
      },
    ),
  )
  await go('/fuentes')
  await page.getByText(/^Leído hasta/).waitFor()
  await see('dinero-fuentes')

  await forward('Mercantil: le transfirieron Bs. 1.300,50 de CARLA')
  await page.reload()
  const unread = page.getByRole('button', { name: 'Anotar el pago' })
  await unread.waitFor()
  await unread.evaluate((button) => button.scrollIntoView({ block: 'center' }))
  await see('dinero-por-leer')

  await page.getByRole('button', { name: 'Pegar avisos' }).click()
  const paste = page.getByRole('dialog', { name: 'Pegar avisos' })
  await paste
    .getByLabel('Avisos')
    .fill(
      [noticeOf('33571.18', '062437000111'), noticeOf('2600.00', '062437000222'), 'Tu clave de acceso fue usada'].join(
        '\n',
      ),
    )
  await paste.getByRole('button', { name: 'Ver cómo se leen' }).click()
  await paste.getByText('Ya estaba', { exact: true }).waitFor()
  await see('dinero-pegar')

  async function fillIn(form: string, fields: Record<string, string>): Promise<void> {
    await go('/fuentes/nueva')
    await page.getByRole('button', { name: form }).click()
    for (const [label, text] of Object.entries(fields)) await page.getByLabel(label).fill(text)
    const middle = page.getByLabel(Object.keys(fields)[1] ?? '')
    await middle.evaluate((field) => field.scrollIntoView({ block: 'center' }))
  }
}

async function chooseColumns({ page, shop, see }: Walk): Promise<void> {
  await page.goto(`${shop.address}/panel/conciliacion`)
  await page.getByRole('button', { name: 'Otro extracto' }).click()
  const dialog = page.getByRole('dialog', { name: 'Otro extracto' })
  await dialog.getByLabel('Elegir el extracto').setInputFiles(oddStatement('20', '0900310001'))
  await dialog.getByLabel('Fila con los nombres').selectOption({ index: 1 })
  await dialog.getByLabel('Fecha', { exact: true }).selectOption({ label: 'A · cuando' })
  await dialog.getByLabel('Monto, con signo').selectOption({ label: 'D · cuanto' })
  await dialog.getByLabel('Referencia', { exact: true }).selectOption({ label: 'B · doc' })
  await dialog.getByLabel('Lo que entró').evaluate((field) => field.scrollIntoView({ block: 'center' }))
  await see('dinero-columnas')
}

/** @returns what forwards a notice as the phone does. */
async function addPhone(page: Page, codigo: string, address: string): Promise<(texto: string) => Promise<void>> {
  const path = await page.evaluate(async (code) => {
    const answer = await fetch('/api/panel/fuentes', {
      method: 'POST',
      headers: { 'x-tombola': 'panel', 'content-type': 'application/json' },
      body: JSON.stringify({
        metodo_id: 1,
        fuente: 'aviso',
        via: 'aviso',
        nombre: 'Teléfono de la caja',
        ajustes: {},
        codigo: code,
      }),
    })
    return (await answer.json()).llave.ruta as string
  }, codigo)
  return async (texto) => {
    await fetch(address + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ texto, app: 'Banesco' }),
    })
  }
}

/** As that bank writes it, of the day on which everything is paid. */
export function noticeOf(amount: string, ref: string): string {
  return `BANESCO REGISTRO: Pago recibido a traves de Pago Movil de PEREZ C por Bs. ${amount} el ${PAID_AS_BANKS_WRITE}; 00:01 REF ${ref}.`
}
