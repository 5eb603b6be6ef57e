import { hasMailServer } from '#mail/server/mail-server.ts'
import { standardOutput } from '#platform/server/log-sink.ts'
import { publicUrl } from '#platform/server/public-origin.ts'
import type { Running } from './serve.ts'
import { describeStart } from './service/start-failure.ts'

/** A line for the person at the terminal. The log is for machines. */
export function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Prints why the start failed, and ends the process. */
export function fail(error: unknown): never {
  const { text, exit } = describeStart(error)
  process.stderr.write(`${text}\n`)
  process.exit(exit)
}

/** After this time, in milliseconds, the process ends whatever still hangs. */
const STOP_LIMIT = 15_000

/** Stops in good order when the process is asked to end; a second request ends it immediately. @param tell informs the process's monitor. */
export function stopOnSignal(running: Running, tell: () => void = () => {}): void {
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1)
      stopping = true
      tell()
      // A mail server or a database that still hangs has had its time: nothing acknowledged depends on it.
      setTimeout(() => process.exit(0), STOP_LIMIT).unref()
      running
        .stop()
        .then(() => standardOutput().drain(500))
        .then(() => process.exit(0), fail)
    })
  }
}

/** Notices for an operator at every start. */
export function sayNotices({ ctx, address }: Running): void {
  if (!ctx.config.abuseLimits)
    say('ATENCIÓN: ABUSE_LIMITS=off quita los límites contra abusos. Solo para pruebas en esta máquina.')
  if (publicUrl(ctx) === null)
    say(
      `Falta la dirección pública (PUBLIC_URL, o Servidor en el panel): los enlaces de los correos empiezan por ${address}.`,
    )
  if (!hasMailServer(ctx))
    say('Falta el servidor de correo (SMTP_URL, o Servidor en el panel): los correos esperan en el panel, en Correos.')
}
