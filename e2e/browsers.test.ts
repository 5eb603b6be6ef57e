import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { removeFolder } from '#platform/server/testing/remove-folder.ts'
import { firefox, startFirefox } from './browsers/firefox.ts'
import { Person } from './browsers/person.ts'
import type { Driven } from './browsers/transport.ts'
import { startWebkit, webkit } from './browsers/webkit.ts'
import { FAILED } from './support/browser.ts'
import { type Buyer, makeBuyer, proofPicture } from './support/buyer.ts'
import { createInstallation, type Installation, type Product, startProduct } from './support/product.ts'
import { reportPurchase } from './support/report-purchase.ts'
import { OWNER, setUpShop } from './support/set-up.ts'

const BROWSERS = [
  { name: 'Firefox', program: firefox, start: startFirefox },
  { name: 'WebKit', program: webkit, start: startWebkit },
]

/** The steps that a shop lives from, the same in each browser. The other journeys do it in Chromium, and look at more. */
for (const { name, program, start } of BROWSERS)
  describe.skipIf(program === null)(`in ${name}, on a phone`, () => {
    const [picking, other] = [makeBuyer(1), makeBuyer(2)]
    let browser: Driven
    let installation: Installation
    let product: Product
    let folder: string
    let privatePage: string

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'tombola-browsers-'))
      installation = await createInstallation(null)
      await setUpShop(installation.env)
      product = await startProduct(installation.env)
      browser = await start()
    })
    afterAll(async () => {
      await browser?.close()
      await product?.stop()
      await installation?.remove()
      removeFolder(folder)
    })

    async function enters(): Promise<Person> {
      const person = new Person(await browser.openWindow(), product.address)
      onTestFinished(async ({ task }) => {
        const path = join(FAILED, `${name}-${Date.now()}.png`)
        const taken = task.result?.state === 'fail' ? await person.picture().catch(() => null) : null
        if (taken) {
          writeFileSync(path, taken)
          task.meta.screenshots = [...(task.meta.screenshots ?? []), path]
        }
        await person.leave()
      })
      return person
    }

    /** From the methods to 'Pago enviado'. */
    async function pays(person: Person, buyer: Buyer): Promise<void> {
      await person.press(/^Pago Movil/)
      await person.sees('Paga exactamente')
      await person.fill('Nombre y apellido', buyer.nombre)
      await person.fill('Cédula', buyer.cedula)
      await person.fill('Teléfono', buyer.telefono)
      await person.fill(/^Correo/, buyer.correo)
      await person.fill('Referencia del pago', buyer.referencia)
      const path = join(folder, 'pago.jpg')
      writeFileSync(path, await proofPicture(buyer))
      await person.attach(path)
      await person.sees('pago.jpg')
      await person.press('Confirmar Compra')
      await person.sees('Pago enviado')
    }

    test('numbers are picked by hand and bought', async () => {
      const person = await enters()
      await person.open('/rifa')
      await person.press('Elegir a mano')
      await person.press('Comprar')
      await person.press('Continuar')
      await person.press('0003')
      await person.press('0007')
      await person.press('Confirmar (2/2)')
      await pays(person, picking)
      await person.press('Ver mi compra')
      await person.sees('Tu compra, paso a paso')
      await person.sees('En revisión')
      privatePage = await person.where()
    })

    test('payments are reviewed, and a sale is made by hand', async () => {
      await reportPurchase(product.address, other.correo, other.referencia, { cedula: other.cedula })
      const person = await enters()
      await person.open('/panel')
      await person.fill('Correo', OWNER.correo)
      await person.fill('Clave', OWNER.clave)
      await person.press('Entrar')
      await person.sees('En revisión')
      await person.open('/panel/revision')
      const forbidden = await person.hearsOfPolicy()
      await person.press(/Carla Mendoza/)
      for (const { referencia } of [picking, other]) {
        await person.sees(referencia)
        // The desk ignores what comes faster than anyone can read.
        await sleep(600)
        await person.press(/^Aprobar/)
      }
      await person.sees(/No hay pagos por revisar|Todo revisado/)
      await person.press('Compras')
      await person.press('Vender a mano')
      await person.fill('Cédula', '99000111')
      await person.fill('Nombre y apellido', 'Ana del Valle Ejemplo')
      await person.fill('Teléfono', '04120003322')
      await person.press('5')
      await person.press('Efectivo en Bs.')
      await person.press('Cobré: dar los números')
      await person.sees('Vendido')
      expect(await person.read('[aria-label="Números"] li')).toHaveLength(5)
      // Firefox tells of `eval` that is only tried.
      expect(await forbidden()).toEqual([])
    })

    test('numbers are looked up by cédula, and are on the private page', async () => {
      const person = await enters()
      await person.open('/rifa')
      await person.fill(/^Cédula con la que compraste/, picking.cedula)
      await person.press('Buscar')
      await person.sees('Números asignados')
      expect(await person.read('dialog[open] .numbers b')).toEqual(['0003', '0007'])
      await person.open(privatePage)
      await person.sees('Tu compra, paso a paso')
      await person.sees('Números asignados')
    })
  })
