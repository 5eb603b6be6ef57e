/** Meaning of a failure for an operator, and the remedy. */
export interface Trouble {
  dice: string
  haz: string
}

const BY_WORDS: readonly (readonly [pattern: RegExp, trouble: Trouble])[] = [
  [/no es válida/i, { dice: 'La dirección está mal escrita.', haz: 'Corrígela y reenvía.' }],
  [
    /5\.1\.2|domain|host not found|no such domain|dominio/i,
    { dice: 'El dominio de la dirección no existe.', haz: 'Parece un error al escribir. Corrígela y reenvía.' },
  ],
  [
    /\b55[01]\b.*5\.1\.[01]|user unknown|no such user|does not exist|unknown recipient|mailbox (not found|unavailable)|address rejected/i,
    { dice: 'Esa dirección no existe.', haz: 'Corrígela y reenvía, o escríbele por WhatsApp.' },
  ],
  [
    /5\.2\.2|4\.2\.2|quota|mailbox (is )?full|over ?quota/i,
    { dice: 'Su buzón está lleno.', haz: 'Escríbele por WhatsApp y reenvía cuando lo vacíe.' },
  ],
  [
    /\b53[0458]\b|usuario o la clave|auth/i,
    { dice: 'El servidor no acepta el usuario o la clave.', haz: 'Revísalo en Servidor.' },
  ],
  [
    /spam|5\.7\.|blacklist|blocked|spf|dkim|dmarc|policy/i,
    {
      dice: 'Lo rechazaron por parecer no deseado.',
      haz: 'Revisa que el dominio del remitente tenga SPF y DKIM, y reenvía.',
    },
  ],
  [
    /4\.7\.|\b4(21|50|51|52)\b|too many|rate|throttl|greylist|try again/i,
    { dice: 'El servidor pide esperar.', haz: 'Se reintenta solo.' },
  ],
  [
    /no respondió a tiempo|no se pudo hablar|no se encontró el servidor|conexión segura/i,
    {
      dice: 'No se llega al servidor de correo.',
      haz: 'Revisa la conexión, y el correo en Servidor. Se reintenta solo.',
    },
  ],
]

/** A mail server's reply in plain words; its own words follow on demand. */
export function explainTrouble(reply: string): Trouble | null {
  if (reply === '') return null
  return (
    BY_WORDS.find(([pattern]) => pattern.test(reply))?.[1] ?? {
      dice: 'El servidor de correo no lo aceptó.',
      haz: 'Lee lo que dijo, y reenvía o escríbele por WhatsApp.',
    }
  )
}
