import { readConfig } from '#platform/server/config.ts'
import { publicUrl } from '#platform/server/public-origin.ts'
import { fail, say, sayNotices, stopOnSignal } from './say.ts'
import { serve } from './serve.ts'
import { notifySystemd } from './service/notify-systemd.ts'

/** `npm start`: the shop and the panel on one port. */
try {
  const running = await serve(readConfig(process.env))
  stopOnSignal(running, notifySystemd(running.ctx, process.env))
  say(`Tómbola está lista: ${running.address}`)
  // Where people reach it from elsewhere, once that is known: nobody has a browser on a server.
  const address = publicUrl(running.ctx) ?? running.address
  say(`Panel: ${address}/panel`)
  if (running.setup) {
    say('Todavía no hay operadores. Abre esta dirección para crear el primero:')
    say(`  ${address}/panel#codigo=${running.setup.codigo}`)
  }
  sayNotices(running)
} catch (error) {
  fail(error)
}
