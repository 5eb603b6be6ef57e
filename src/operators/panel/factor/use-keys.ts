import { ask } from '#access/panel/ask.ts'
import { PanelFailure } from '#platform/panel/api.ts'
import type { KeyAnswer } from '../../contract.ts'

/** Whether this browser, on this address, can use a key at all. */
export function keysPossible(): boolean {
  return isSecureContext && typeof PublicKeyCredential === 'function'
}

/** Makes a key by the server's options. @throws PanelFailure when nobody touched it, or the host is another. */
export async function createKey(options: object): Promise<KeyAnswer> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = options as Parameters<typeof startRegistration>[0]['optionsJSON']
  const made = await startRegistration({ optionsJSON }).catch(tell)
  return { ...made, response: { ...made.response } }
}

/** Answers the server's challenge with a key. @throws PanelFailure as `createKey` does. */
export async function answerWithKey(options: object): Promise<KeyAnswer> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = options as Parameters<typeof startAuthentication>[0]['optionsJSON']
  const answer = await startAuthentication({ optionsJSON }).catch(tell)
  return { ...answer, response: { ...answer.response } }
}

/** A fresh code by a key, for the calls that want one. */
export async function codeByKey(): Promise<string> {
  const llave = await answerWithKey(await ask('POST /api/panel/segundo-factor/llave'))
  const { codigo } = await ask('POST /api/panel/segundo-factor/llave/confirmar', { body: { llave } })
  return codigo
}

function tell(error: unknown): never {
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') {
    throw new PanelFailure(409, {
      error: 'Esa llave ya está agregada',
      details: 'Usa otro equipo o quita la de antes.',
    })
  }
  if (name === 'SecurityError') {
    throw new PanelFailure(409, {
      error: 'Aquí no sirven las llaves',
      details: 'Entra por la dirección pública del sitio, con https.',
    })
  }
  throw new PanelFailure(409, { error: 'No se usó la llave', details: 'Inténtalo otra vez o escribe el código.' })
}
