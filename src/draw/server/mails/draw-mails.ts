import type { ChangedWords, MailKind } from '#mail/mail-text.ts'
import { type WordedMail, writeMail } from '#mail/server/delivery/write-mail.ts'
import { formatInstant, type Instant } from '#platform/clock.ts'
import { firstName, PRIVATE_PAGE, PURCHASE_PLACEHOLDERS } from '#purchases/server/mail/received-mail.ts'
import type { Purchase } from '#purchases/server/store.ts'
import type { Raffle } from '#raffles/server/store.ts'
import type { SiteSettings } from '#site/contract.ts'

const HASH = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** Before a draw, with the hash of its list: who keeps it can prove later what the list was. */
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
    datos: [
      ['Tu código en la lista', '7KWN3T9XPQ2M'],
      ['Huella de la lista', HASH],
    ],
  },
  textos: {
    asunto: 'El sorteo se acerca: guarda este correo · {rifa}',
    titulo: 'La lista del sorteo está congelada',
    cuerpo:
      'Hola, {nombre}. Ya se sabe quién participa en «{rifa}» y con qué números, y desde ahora eso no cambia. Se sortea desde el {sorteo}\n\nGuarda este correo: con la huella de la lista cualquiera comprueba después que el sorteo se hizo con ella y con ninguna otra.',
    pie: PRIVATE_PAGE,
  },
}

/** To who won. */
export const WINNER: MailKind = {
  clave: 'ganador',
  nombre: 'Ganó un premio',
  cuando: 'Cuando el sorteo da un número suyo',
  marcadores: [
    ...PURCHASE_PLACEHOLDERS,
    { nombre: 'premio', dice: 'Qué ganó', ejemplo: 'Moto 200 cc' },
    { nombre: 'numero', dice: 'Con qué número', ejemplo: '0042', obligatorio: true },
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
    datos: [
      ['Compra', 'TB-2BR7H'],
      ['Tu código en la lista', '7KWN3T9XPQ2M'],
      ['Huella de la lista', HASH],
      ['Huella de los pasos', HASH],
    ],
  },
  textos: {
    asunto: '¡Ganaste! Tu número {numero} · {rifa}',
    titulo: '¡Tu número ganó!',
    cuerpo:
      'Hola, {nombre}. Tu número {numero} ganó «{premio}» de «{rifa}».\n\nReclámalo antes del {plazo} Escribe al WhatsApp de soporte de la página con el código {codigo}. Nadie te va a pedir dinero para entregarte el premio.',
    pie: PRIVATE_PAGE,
  },
}

interface About {
  site: SiteSettings
  textos: ChangedWords
  raffle: Raffle
  purchase: Pick<Purchase, 'nombre' | 'codigo' | 'cantidad_tickets'>
  enlace: string
}

function valuesOf({ raffle, purchase }: About) {
  const { nombre, cantidad_tickets, codigo } = purchase
  return { nombre: firstName(nombre), rifa: raffle.titulo, boletos: String(cantidad_tickets), codigo }
}

/** @param desde from when draws count. */
export function reminderMail(
  about: About & {
    numeros: string[]
    desde: Instant
    evidence: { codigo: string; regla: string; lista: string; pasos: string }
  },
): WordedMail {
  const { site, textos, enlace, numeros, evidence, desde } = about
  return writeMail(REMINDER, textos, site, {
    valores: { ...valuesOf(about), sorteo: formatInstant(desde) },
    numeros,
    datos: [
      ['Tu código en la lista', evidence.codigo],
      ['Huella de la regla', evidence.regla],
      ['Huella de la lista', evidence.lista],
      ['Huella de los pasos', evidence.pasos],
    ],
    enlace,
  })
}

/** @param hasta until when he may claim it. */
export function winnerMail(
  about: About & {
    premio: string
    numero: string
    hasta: Instant
    evidence: { codigo: string; lista: string; pasos: string }
  },
): WordedMail {
  const { site, textos, enlace, premio, numero, hasta, evidence, purchase } = about
  return writeMail(WINNER, textos, site, {
    valores: { ...valuesOf(about), premio, numero, plazo: formatInstant(hasta) },
    numeros: [numero],
    datos: [
      ['Compra', purchase.codigo],
      ['Tu código en la lista', evidence.codigo],
      ['Huella de la lista', evidence.lista],
      ['Huella de los pasos', evidence.pasos],
    ],
    enlace,
  })
}
