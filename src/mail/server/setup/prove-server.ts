import { randomUUID } from 'node:crypto'
import { refusal } from '#platform/errors.ts'
import type { MailServer } from '#platform/settings.ts'
import type { Mailbox } from '../delivery/message.ts'
import { type MailContent, renderMail } from '../delivery/render.ts'
import { readTrouble, type SmtpTrouble, smtpTransport } from '../delivery/transport.ts'
import type { MailServerInUse } from '../mail-server.ts'

/** Milliseconds; the panel waits longer. */
const PATIENCE = 14_000

/**
 * Tries a mail server by a real message to the owner who sets it up.
 * @throws AppError 422 CORREO_NO_SALE: the refusal and its remedy, with `respuesta`, the server's own words, and the field in `campos`.
 */
export async function proveMailServer(
  server: MailServer,
  to: Mailbox,
  site: { nombre: string; color: string },
  patience = PATIENCE,
): Promise<void> {
  try {
    await sendAtOnce(
      server,
      to,
      `Correo de prueba · ${site.nombre}`,
      {
        sitio: site.nombre,
        color: site.color,
        titulo: 'El correo funciona',
        parrafos: [
          `Hola, ${to.name}. Si lees esto, ${site.nombre} ya puede enviar correos con este servidor.`,
          'Mira en qué carpeta llegó: si fue la de correo no deseado, a tus compradores les pasará lo mismo. Servidor, en el panel, dice qué falta.',
        ],
        pie: 'Lo pediste desde el panel.',
      },
      patience,
    )
  } catch (error) {
    const { dice, haz, campo, respuesta } = explainRefusal(error)
    throw refusal('CORREO_NO_SALE', {
      error: dice,
      details: haz,
      respuesta,
      ...(campo ? { campos: { [campo]: `${dice} ${haz}` } } : {}),
    })
  }
}

const TIMEOUTS = { connect: 8_000, greeting: 8_000, socket: 12_000 }

/**
 * Hands one mail over by that server now, without the outbox, even if another server is in use.
 * @param patience milliseconds for all of it: a server that hangs or trickles is not waited for.
 * @throws the mail server's refusal, or the error before it was reached.
 */
export async function sendAtOnce(
  server: MailServer & Partial<MailServerInUse>,
  to: Mailbox,
  subject: string,
  content: MailContent,
  patience: number,
): Promise<void> {
  const transport = smtpTransport({ url: null, ...server }, TIMEOUTS)
  const { texto: text, html } = renderMail(content)
  const domain = server.remitente.slice(server.remitente.lastIndexOf('@') + 1)
  try {
    const message = { from: transport.from, to, subject, text, html, messageId: `<${randomUUID()}@${domain}>` }
    await transport.send(message, AbortSignal.timeout(patience))
  } finally {
    transport.close()
  }
}

/** Why a mail server did not take a message, for the owner who sets it up. */
interface Explained {
  dice: string
  haz: string
  /** The field that it is about, if any. */
  campo?: keyof MailServer
}

interface Case extends Explained {
  when(trouble: SmtpTrouble): boolean
}

const LONGEST = 300

/** The first match counts. A server's words come before a connection's errors. */
const CASES: readonly Case[] = [
  {
    when: ({ said }) => /application-specific|app(lication)? ?password|5\.7\.9|contraseña de aplicaci/i.test(said),
    campo: 'clave',
    dice: 'Ese correo pide una clave de aplicación.',
    haz: 'Créala en la seguridad de tu cuenta (con la verificación en dos pasos activa) y pégala aquí en lugar de tu clave.',
  },
  {
    when: ({ said }) => /5\.7\.139|basic authentication is disabled|smtpclientauthentication|5\.7\.30/i.test(said),
    campo: 'usuario',
    dice: 'Microsoft tiene apagado el envío por SMTP en esa cuenta.',
    haz: 'Quien administra Microsoft 365 lo enciende en «Aplicaciones de correo» del buzón: «SMTP autenticado». Un Outlook personal ya no lo permite: usa otro servicio.',
  },
  {
    when: ({ status, said }) => status === 538 || (status === 530 && /starttls|encrypt/i.test(said)),
    campo: 'seguridad',
    dice: 'El servidor pide una conexión cifrada.',
    haz: 'Prueba el puerto 587 con STARTTLS, o el 465 con TLS.',
  },
  {
    when: ({ code, status, command }) =>
      [530, 534, 535].includes(status) || code === 'EAUTH' || code === 'ENOAUTH' || command.startsWith('AUTH'),
    campo: 'clave',
    dice: 'El servidor no aceptó el usuario o la clave.',
    haz: 'Escríbelos de nuevo. Gmail, Outlook, Yahoo y Zoho piden una clave de aplicación, no la de siempre.',
  },
  {
    when: ({ command, said }) =>
      command === 'MAIL FROM' ||
      /sender|send as|sendas|from address|not verified|not owned|5\.7\.60|5\.1\.8/i.test(said),
    campo: 'remitente',
    dice: 'El servidor no deja enviar con ese remitente.',
    haz: 'Usa la misma dirección con la que entras, o verifica la otra en tu servicio de correo.',
  },
  {
    when: ({ command }) => command === 'RCPT TO',
    dice: 'El servidor no quiso el correo para tu dirección.',
    haz: 'Mira que tu correo en Cuenta esté bien escrito. Un servicio nuevo puede enviar al principio solo a direcciones verificadas.',
  },
  {
    when: ({ said, status }) => status === 421 || status === 454 || /too many|rate|limit|try again|quota/i.test(said),
    dice: 'El servidor pide esperar, o ya enviaste todo lo de hoy.',
    haz: 'Espera unos minutos y prueba otra vez.',
  },
  {
    when: ({ code, message }) => code === 'EDNS' || /ENOTFOUND|EAI_AGAIN|EDNS|ENODATA/.test(message),
    campo: 'servidor',
    dice: 'Ese servidor no existe.',
    haz: 'Revisa el nombre: suele empezar por smtp, como smtp.ejemplo.com.',
  },
  {
    when: ({ message }) => /wrong version number|packet length too long|unknown protocol|http request/i.test(message),
    campo: 'seguridad',
    dice: 'Ese puerto no usa esa seguridad.',
    haz: 'El 465 va con TLS; el 587, el 25 y el 2525 van con STARTTLS.',
  },
  {
    when: ({ message }) => /STARTTLS/i.test(message),
    campo: 'seguridad',
    dice: 'El servidor no ofrece STARTTLS en ese puerto.',
    haz: 'Prueba el puerto 465 con TLS.',
  },
  {
    when: ({ message }) => /certificate|altname|self.signed|CERT_|DEPTH_ZERO|UNABLE_TO_VERIFY/i.test(message),
    campo: 'servidor',
    dice: 'El certificado del servidor no es de ese nombre, o venció.',
    haz: 'Escribe el nombre que te da tu servicio de correo, no otro ni una IP.',
  },
  {
    when: ({ code }) => code === 'ETLS',
    campo: 'seguridad',
    dice: 'No se pudo abrir una conexión segura.',
    haz: 'Prueba el puerto 465 con TLS, o el 587 con STARTTLS.',
  },
  {
    when: ({ code, message }) => code === 'EPROTOCOL' || /greeting/i.test(message),
    campo: 'puerto',
    dice: 'En ese puerto no responde un servidor de correo.',
    haz: 'El 465 va con TLS y el 587 con STARTTLS. Mira cuál dice tu servicio de correo.',
  },
  {
    when: ({ code, message }) =>
      /ECONNECTION|ESOCKET|ETIMEDOUT|EABORT/.test(code) ||
      /ECONNREFUSED|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|timeout/i.test(message),
    campo: 'puerto',
    dice: 'No se llega a ese servidor por ese puerto.',
    haz: 'Puede estar mal escrito, o cerrado donde está tu tienda: muchos alojamientos cierran el 25 y el 465. Prueba el 587 o el 2525, o pide que lo abran.',
  },
]

const UNKNOWN: Explained = {
  dice: 'El servidor no aceptó el correo.',
  haz: 'Lee lo que respondió, o pregunta a tu servicio de correo.',
}

/**
 * Why a test message was not taken, in plain words.
 * @returns also the server's own words, if it is one that speaks SMTP: another service's answer must not be shown.
 */
function explainRefusal(error: unknown): Explained & { respuesta: string } {
  const trouble = readTrouble(error)
  const said = trouble.status > 0 ? trouble.said : ''
  const { dice, haz, campo } = CASES.find((one) => one.when({ ...trouble, said })) ?? UNKNOWN
  const respuesta = said.replace(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, LONGEST)
  return { dice, haz, ...(campo ? { campo } : {}), respuesta }
}
