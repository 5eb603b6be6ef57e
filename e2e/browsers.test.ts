import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { newFolder } from '#platform/server/testing/new-folder.ts'
import { firefox, startFirefox } from './browsers/firefox.ts'
import { Person } from './browsers/person.ts'
import type { Driven } from './browsers/transport.ts'
import { startWebkit, webkit } from './browsers/webkit.ts'
import { FAILED } from './support/browser.ts'
import { type Buyer, makeBuyer, proofPicture } from './support/buyer.ts'
import { createInstallation, type Installation, type Product, startProduct } from './support/product.ts'
import { OWNER, setUpShop } from './support/set-up.ts'

const BROWSERS = [
  { name: 'Firefox', program: firefox, start: startFirefox },
  { name: 'WebKit', program: webkit, start: startWebkit },
]

const shop: { installation?: Installation; product?: Product } = {}
beforeAll(async () => {
  if (BROWSERS.every(({ program }) => program === null)) return
  shop.installation = await createInstallation(null)
  await setUpShop(shop.installation.env)
  shop.product = await startProduct(shop.installation.env)
})
afterAll(async () => {
  await shop.product?.stop()
  await shop.installation?.remove()
})

/** The steps that a shop lives from, the same in each browser. The other journeys do it in Chromium, and look at more. */
for (const [at, { name, program, start }] of BROWSERS.entries())
  describe.skipIf(program === null)(`in ${name}, on a phone`, () => {
    const picking = makeBuyer(at + 1)
    const numbers = [`000${3 + at}`, `000${7 + at}`]
    let browser: Driven
    let address: string

    beforeAll(async () => {
      address = shop.product?.address ?? ''
      browser = await start()
    })
    afterAll(() => browser?.close())

    async function enters(): Promise<Person> {
      const person = new Person(await browser.openWindow(), address)
      onTestFinished(async ({ task }) => {
        const path = join(FAILED, `${name}-${Date.now()}.png`)
        const taken = task.result?.state === 'fail' ? await person.picture().catch(() => null) : null
        if (taken) {
          mkdirSync(FAILED, { recursive: true })
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
      const path = join(newFolder(), 'pago.jpg')
      writeFileSync(path, await proofPicture(buyer))
      await person.attach(path)
      await person.sees('pago.jpg')
      await person.press('Confirmar Compra')
      await person.sees('Pago enviado')
    }

    test('numbers are picked by hand and bought, reviewed, and looked up', async () => {
      const buyer = await enters()
      await buyer.open('/rifa')
      await buyer.press('Elegir a mano')
      await buyer.press('Comprar')
      await buyer.press('Continuar')
      for (const number of numbers) await buyer.press(number)
      await buyer.press('Confirmar (2/2)')
      await pays(buyer, picking)
      await buyer.press('Ver mi compra')
      await buyer.sees('Tu compra, paso a paso')
      await buyer.sees('En revisión')
      const privatePage = await buyer.where()

      const operator = await enters()
      await operator.open('/panel/revision')
      const forbidden = await operator.hearsOfPolicy()
      await operator.fill('Correo', OWNER.correo)
      await operator.fill('Clave', OWNER.clave)
      await operator.press('Entrar')
      await operator.press(/Carla Mendoza/)
      await operator.sees(picking.referencia)
      // The desk ignores what comes faster than anyone can read.
      await sleep(600)
      await operator.press(/^Aprobar/)
      await operator.sees(/No hay pagos por revisar|Todo revisado/)
      // Firefox tells of `eval` that is only tried.
      expect(await forbidden()).toEqual([])

      await buyer.open('/rifa')
      await buyer.fill(/^Cédula con la que compraste/, picking.cedula)
      await buyer.press('Buscar')
      await buyer.sees('Números asignados')
      expect(await buyer.read('dialog[open] .numbers b')).toEqual(numbers)
      await buyer.open(privatePage)
      await buyer.sees('Tu compra, paso a paso')
      await buyer.sees('Números asignados')
    })
  })
