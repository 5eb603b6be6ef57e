import type { MailKind } from '#mail/mail-text.ts'
import { supportOf, type WordedMail, writeMail } from '#mail/server/delivery/write-mail.ts'
import { formatInstant, type Instant } from '#platform/clock.ts'
import { PURCHASE_PLACEHOLDERS } from '#purchases/panel-contract.ts'
import { PRIVATE_PAGE } from '#purchases/server/mail/received-mail.ts'
import { type About, type DrawEvidence, EVIDENCE, evidenceIn, NUMBER, PRIZE, valuesOf } from './draw-mails.ts'

const COMPLAINTS = { nombre: 'reclamos', dice: 'Dónde se queja', ejemplo: 'reclamos@ejemplo.com' }
const OF_WINNER = [...PURCHASE_PLACEHOLDERS, PRIZE, NUMBER, COMPLAINTS]

/** To all participants, while nobody can know the winner yet. */
export const UNCLAIMED: MailKind = {
  clave: 'premio_sin_reclamar',
  nombre: 'Un premio se sortea otra vez',
  cuando: 'Cuando alguien no reclamó su premio a tiempo, antes de que se sortee otra vez',
  marcadores: [
    ...PURCHASE_PLACEHOLDERS,
    PRIZE,
    { nombre: 'sorteo', dice: 'Cuándo se sortea', ejemplo: '28 de noviembre, 8:00 p. m.', obligatorio: true },
  ],
  boton: 'Ver mis números',
  muestra: { numeros: ['0042', '0117'], datos: EVIDENCE },
  textos: {
    asunto: 'Un premio se sortea otra vez: guarda este correo · {rifa}',
    titulo: 'Un premio no se reclamó',
    cuerpo:
      'Hola, {nombre}. «{premio}» de «{rifa}» no se reclamó en su plazo. Se sortea de nuevo entre los números que no han ganado, el {sorteo}\n\nGuarda este correo: llegó antes, y con el código de control de los pasos cualquiera comprueba después que nadie eligió el momento.',
    pie: PRIVATE_PAGE,
  },
}

/** To a winner who lost the prize. */
export const LOST: MailKind = {
  clave: 'premio_perdido',
  nombre: 'Perdió su premio',
  cuando: 'Cuando su premio se da por no reclamado',
  marcadores: [
    ...OF_WINNER,
    { nombre: 'plazo', dice: 'Cuándo terminó su plazo', ejemplo: '25 de noviembre, 9:00 a. m.', obligatorio: true },
  ],
  boton: 'Ver mi compra',
  muestra: { numeros: ['0042'], datos: EVIDENCE },
  textos: {
    asunto: 'Tu premio se dio por no reclamado · {rifa}',
    titulo: 'Tu plazo terminó',
    cuerpo:
      'Hola, {nombre}. Tu número {numero} ganó «{premio}» de «{rifa}». El plazo para reclamarlo terminó el {plazo} Según nuestros datos no lo reclamaste, y por la regla publicada el premio pasa a otra persona.\n\nSi lo reclamaste, o nadie te avisó, escríbenos hoy mismo: {reclamos} Guarda este correo: dice cuándo se dio por no reclamado.',
    pie: PRIVATE_PAGE,
  },
}

/** To a winner whose claim or delivery was a mistake. */
export const CORRECTED: MailKind = {
  clave: 'premio_corregido',
  nombre: 'Se corrigió el estado de su premio',
  cuando: 'Cuando un dueño quita la marca de reclamado o de entregado',
  marcadores: [
    ...OF_WINNER,
    { nombre: 'marca', dice: 'Qué marca se quitó', ejemplo: 'reclamado' },
    { nombre: 'motivo', dice: 'Por qué', ejemplo: 'Era otra persona.', obligatorio: true },
    {
      nombre: 'plazo',
      dice: 'Hasta cuándo puede reclamarlo',
      ejemplo: '28 de noviembre, 9:00 a. m.',
      obligatorio: true,
    },
  ],
  boton: 'Ver mi compra',
  muestra: { numeros: ['0042'], datos: EVIDENCE },
  textos: {
    asunto: 'Revisa tu premio: se quitó una marca · {rifa}',
    titulo: 'Tu premio ya no figura como {marca}',
    cuerpo:
      'Hola, {nombre}. «{premio}», que ganó tu número {numero} de «{rifa}», estaba marcado como {marca} y se quitó esa marca. Motivo: {motivo}\n\nSi no lo tienes, reclámalo antes del {plazo} Si ya lo reclamaste o lo recibiste, dilo: {reclamos}',
    pie: PRIVATE_PAGE,
  },
}

/** To a winner by a result that was typed wrong. */
export const NO_WINNER: MailKind = {
  clave: 'resultado_corregido',
  nombre: 'Se corrigió un resultado',
  cuando: 'Cuando un dueño corrige lo que salió en la lotería, a quien se le dijo que ganó',
  marcadores: [
    ...OF_WINNER,
    { nombre: 'motivo', dice: 'Por qué', ejemplo: 'Se escribió el sorteo de otro día.', obligatorio: true },
  ],
  boton: 'Ver mi compra',
  muestra: { numeros: ['0042'], datos: EVIDENCE },
  textos: {
    asunto: 'Se corrigió el resultado: tu número no ganó · {rifa}',
    titulo: 'Se corrigió el resultado',
    cuerpo:
      'Hola, {nombre}. Te dijimos que tu número {numero} ganó «{premio}» de «{rifa}». Ese resultado estaba mal escrito y no vale. Motivo: {motivo}\n\nEl resultado anterior y el corregido están a la vista en la página de la rifa, con la página de la lotería para compararlos. Si no estás de acuerdo: {reclamos}',
    pie: PRIVATE_PAGE,
  },
}

/** Where somebody complains, in the house's words. */
function complaintsOf({ site, raffle }: About): string {
  return site.reclamos || `escribe ${supportOf(site)} de «${raffle.titulo}».`
}

interface OfPrize {
  premio: string
  numero: string
  evidence: DrawEvidence
  /** Of the pages. */
  origin: string
}

/** @param premio or several, named one after the other. @param en when the beacon decides. */
export function unclaimedMail(
  about: About & { numeros: string[]; premio: string; en: Instant; evidence: DrawEvidence; origin: string },
): WordedMail {
  const { site, textos, enlace, numeros, premio, en, evidence, origin } = about
  return writeMail(UNCLAIMED, textos, site, {
    valores: { ...valuesOf(about), premio, sorteo: formatInstant(en) },
    ...evidenceIn(about, numeros, origin, evidence),
    enlace,
  })
}

/** @param plazo end of the winner's time. */
export function lostMail(about: About & OfPrize & { plazo: Instant }): WordedMail {
  return writeMail(LOST, about.textos, about.site, ofPrize(about))
}

export function noWinnerMail(about: About & OfPrize & { motivo: string }): WordedMail {
  const { premio, numero, motivo, evidence, origin, enlace, textos, site } = about
  const valores = { ...valuesOf(about), premio, numero, motivo, reclamos: complaintsOf(about) }
  return writeMail(NO_WINNER, textos, site, { valores, ...evidenceIn(about, [numero], origin, evidence), enlace })
}

/** @param marca the mark that was taken back. @param plazo end of the time to claim. */
export function correctedMail(about: About & OfPrize & { marca: string; motivo: string; plazo: Instant }): WordedMail {
  const { marca, motivo } = about
  const written = ofPrize(about)
  return writeMail(CORRECTED, about.textos, about.site, { ...written, valores: { ...written.valores, marca, motivo } })
}

function ofPrize(about: About & OfPrize & { plazo: Instant }) {
  const { premio, numero, plazo, evidence, origin, enlace } = about
  return {
    valores: { ...valuesOf(about), premio, numero, plazo: formatInstant(plazo), reclamos: complaintsOf(about) },
    ...evidenceIn(about, [numero], origin, evidence),
    enlace,
  }
}
