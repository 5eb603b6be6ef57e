import type { MailServer } from '#platform/settings.ts'

const HIDDEN = '•••'

/**
 * Takes user and password out of what a mail server said, however it says them back: its words are kept with the mail that did not leave
 * and shown in the panel.
 * @returns the same error.
 */
export function hideSecrets(error: unknown, { usuario, clave }: Pick<MailServer, 'usuario' | 'clave'>): unknown {
  if (!(error instanceof Error) || clave === '') return error
  const plain = `\0${usuario}\0${clave}`
  const said = [clave, encodeURIComponent(clave), ...[plain, clave].map((text) => Buffer.from(text).toString('base64'))]
  const hide = (text: string) => said.reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text)
  const fields = error as unknown as Record<string, unknown>
  for (const name of ['message', 'response', 'stack']) {
    if (typeof fields[name] === 'string') fields[name] = hide(fields[name])
  }
  return error
}
