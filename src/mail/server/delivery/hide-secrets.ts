import type { MailServer } from '#platform/settings.ts'

const HIDDEN = '•••'

/**
 * Removes user and password, in any encoding, from a mail server's words: they are stored with the mail that did not leave and shown in
 * the panel.
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
