import { BadAddressError } from './message.ts'

/** Why a mail did not leave. */
export interface Failure {
  /** For good: asking again would get the same answer. */
  permanent: boolean
  /** The address does not exist: it is not written to again. */
  address: boolean
  /** For the operator: the mail server's words when it said something. */
  text: string
  /** For the log. */
  code: string
}

/** What the mail library adds to its errors. */
interface SmtpError {
  code?: unknown
  command?: unknown
  response?: unknown
  responseCode?: unknown
  permanent?: unknown
}

/** Replies about how we signed in, which the operator can put right in SMTP_URL without losing a mail. */
const SIGN_IN_REPLIES = [530, 534, 535, 538]
const LONGEST = 500

export function readFailure(error: unknown): Failure {
  if (error instanceof BadAddressError) return { permanent: true, address: true, text: error.message, code: 'EADDRESS' }
  const smtp: SmtpError = typeof error === 'object' && error !== null ? error : {}
  const code = typeof smtp.code === 'string' ? smtp.code : 'EUNKNOWN'
  // Only what is said of this recipient or this message is its end; a refused sender or sign-in is refused to all alike.
  const aboutMessage = smtp.command === 'RCPT TO' || smtp.command === 'DATA'
  const permanent = smtp.permanent === true && aboutMessage && !SIGN_IN_REPLIES.includes(Number(smtp.responseCode))
  const address = permanent && smtp.command === 'RCPT TO' && blamesAddress(smtp)
  return { permanent, address, text: describeError(code, smtp.response), code }
}

/** Replies that speak of a mailbox that is none; without an enhanced status (RFC 3463), the codes that usually do. */
function blamesAddress({ response, responseCode }: SmtpError): boolean {
  const enhanced = typeof response === 'string' ? /\b5\.(\d{1,3})\.\d{1,3}\b/.exec(response) : null
  return enhanced ? enhanced[1] === '1' : [550, 551, 553].includes(Number(responseCode))
}

function describeError(code: string, response: unknown): string {
  if (typeof response === 'string' && response !== '') {
    return response.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').slice(0, LONGEST)
  }
  switch (code) {
    case 'ETIMEDOUT':
    case 'EABORT':
      return 'El servidor de correo no respondió a tiempo.'
    case 'EDNS':
      return 'No se encontró el servidor de correo. Revisa SMTP_URL.'
    case 'ETLS':
      return 'No se pudo abrir una conexión segura con el servidor de correo. Revisa SMTP_URL.'
    case 'EAUTH':
    case 'ENOAUTH':
      return 'El servidor de correo no aceptó el usuario o la clave. Revisa SMTP_URL.'
    default:
      return `No se pudo hablar con el servidor de correo (${code}).`
  }
}
