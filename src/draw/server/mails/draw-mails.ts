import type { ChangedWords, MailKind } from '#mail/mail-text.ts'
import { type WordedMail, writeMail } from '#mail/server/delivery/write-mail.ts'
import { formatInstant, type Instant } from '#platform/clock.ts'
import { checkLink } from '#purchases/check-link.ts'
import { PURCHASE_PLACEHOLDERS } from '#purchases/panel-contract.ts'
import { firstName, PRIVATE_PAGE } from '#purchases/server/mail/received-mail.ts'
import type { Purchase } from '#purchases/server/store.ts'
import type { Raffle } from '#raffles/server/store.ts'
import { UNRULED } from '#raffles/unruled.ts'
import type { SiteSettings } from '#site/contract.ts'

const HASH = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** Sample evidence in a preview, by which a buyer checks a draw. */
export const EVIDENCE = [
  ['Tu código en la lista', '7KWN3T9XPQ2M'],
  ['Código de control de la regla', HASH],
  ['Código de control de la lista', HASH],
  ['Código de control de los pasos', HASH],
] as const

export const PRIZE = { nombre: 'premio', dice: 'Qué premio es', ejemplo: 'Moto 200 cc' }
export const NUMBER = { nombre: 'numero', dice: 'Con qué número', ejemplo: '0042', obligatorio: true }

/** Before a draw, with the hash of its list: its readers can prove later which list it was. */
export const REMINDER: MailKind = {
  clave: 'recordatorio_del_sorteo',
  nombre: 'El sorteo se acerca',
  cuando: 'Al congelar la lista del sorteo, y otra vez si el sorteo se aplaza',
  marcadores: [
    ...PURCHASE_PLACEHOLDERS,
    {
      nombre: 'sorteo',
      dice: 'Desde cuándo se sortea',
      ejemplo: '21 de diciembre, 9:00 a. m.',
      obligatorio: true,
    },
  ],
  boton: 'Ver mis números',
  muestra: {
    numeros: ['0042', '0117'],
    datos: EVIDENCE,
  },
  textos: {
    asunto: 'El sorteo se acerca: guarda este correo · {rifa}',
    titulo: 'La lista del sorteo está congelada',
    cuerpo:
      'Hola, {nombre}. Ya se sabe quién participa en «{rifa}» y con qué números, y desde ahora eso no cambia. Se sortea desde el {sorteo}\n\nGuarda este correo: con su código de control cualquiera comprueba después que se sorteó con esta lista y no con otra.',
    pie: PRIVATE_PAGE,
  },
}

/** To the winner. */
export const WINNER: MailKind = {
  clave: 'ganador',
  nombre: 'Ganó un premio',
  cuando: 'Cuando el sorteo da un número suyo',
  marcadores: [
    ...PURCHASE_PLACEHOLDERS,
    PRIZE,
    NUMBER,
    {
      nombre: 'plazo',
      dice: 'Hasta cuándo puede reclamarlo',
      ejemplo: '24 de diciembre, 9:00 a. m.',
      obligatorio: true,
    },
  ],
  boton: 'Ver mi compra',
  muestra: {
    numeros: ['0042'],
    datos: EVIDENCE,
  },
  textos: {
    asunto: '¡Ganaste! Tu número {numero} · {rifa}',
    titulo: '¡Tu número ganó!',
    cuerpo:
      'Hola, {nombre}. Tu número {numero} ganó «{premio}» de «{rifa}».\n\nReclámalo antes del {plazo} Escribe {soporte} con el código {codigo}. Nadie te va a pedir dinero para entregarte el premio.',
    pie: PRIVATE_PAGE,
  },
}

/** To the buyer of the typed number: there was no rule, so there is nothing to check it by. */
export const HAND_WINNER: MailKind = {
  clave: 'ganador_a_mano',
  nombre: 'Ganó una rifa sin regla',
  cuando: 'Cuando un dueño escribe su número como ganador de una rifa que se vendió sin regla',
  marcadores: [...PURCHASE_PLACEHOLDERS, PRIZE, NUMBER],
  boton: 'Ver mi compra',
  muestra: { numeros: ['0042'] },
  textos: {
    asunto: '¡Ganaste! Tu número {numero} · {rifa}',
    titulo: '¡Tu número ganó!',
    cuerpo: `Hola, {nombre}. Tu número {numero} ganó «{premio}» de «{rifa}».\n\nEscribe {soporte} con el código {codigo} para recibirlo. Nadie te va a pedir dinero para entregarte el premio.\n\n${UNRULED}`,
    pie: PRIVATE_PAGE,
  },
}

/** Data of every mail about a draw. */
export interface About {
  site: SiteSettings
  textos: ChangedWords
  raffle: Raffle
  purchase: Pick<Purchase, 'nombre' | 'codigo' | 'cantidad_tickets'>
  enlace: string
}

export function valuesOf({ raffle, purchase }: About) {
  const { nombre, cantidad_tickets, codigo } = purchase
  return { nombre: firstName(nombre), rifa: raffle.titulo, boletos: String(cantidad_tickets), codigo }
}

/** Evidence by which a buyer checks a draw: after the mail with it, nobody can change it. */
export interface DrawEvidence {
  /** The buyer's code in the list. */
  codigo: string
  /** Hashes of the rule, of the frozen list, and of the steps that there are. */
  regla: string
  lista: string
  pasos: string
}

/** Evidence in a mail, and a link that carries it. */
export function evidenceIn({ raffle }: About, numeros: string[], origin: string, evidence: DrawEvidence) {
  const { codigo, regla, lista, pasos } = evidence
  return {
    numeros,
    datos: [
      ['Tu código en la lista', codigo],
      ['Código de control de la regla', regla],
      ['Código de control de la lista', lista],
      ['Código de control de los pasos', pasos],
    ] as const,
    otro: { texto: 'Verificar el sorteo', enlace: origin + checkLink(raffle.id, { numeros, ...evidence }) },
  }
}

/** @param desde from when draws count. @param moved sentence about the postponement; empty without one. @param origin of the pages. */
export function reminderMail(
  about: About & { numeros: string[]; desde: Instant; moved: string; evidence: DrawEvidence; origin: string },
): WordedMail {
  const { site, textos, enlace, numeros, evidence, desde, moved, origin } = about
  return writeMail(REMINDER, textos, site, {
    valores: { ...valuesOf(about), sorteo: `${formatInstant(desde)}${moved}` },
    ...evidenceIn(about, numeros, origin, evidence),
    enlace,
  })
}

/** @param hasta end of the time to claim. @param origin of the pages. */
export function winnerMail(
  about: About & { premio: string; numero: string; hasta: Instant; evidence: DrawEvidence; origin: string },
): WordedMail {
  const { site, textos, enlace, premio, numero, hasta, evidence, origin } = about
  return writeMail(WINNER, textos, site, {
    valores: { ...valuesOf(about), premio, numero, plazo: formatInstant(hasta) },
    ...evidenceIn(about, [numero], origin, evidence),
    enlace,
  })
}

export function handMail(about: About & { numero: string }): WordedMail {
  const { site, textos, enlace, raffle, numero } = about
  const valores = { ...valuesOf(about), premio: raffle.premio || raffle.titulo, numero }
  return writeMail(HAND_WINNER, textos, site, { valores, numeros: [numero], datos: [], enlace })
}
