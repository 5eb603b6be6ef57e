import type { MailKind } from '#mail/mail-text.ts'
import { purchaseMail } from '#purchases/server/mail/received-mail.ts'
import { UNRULED } from '#raffles/unruled.ts'
import { factsOf } from './promise-mail.ts'

const HASH = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

/** Sample evidence in a preview, by which a buyer checks a draw. */
const EVIDENCE = factsOf({ codigo: '7KWN3T9XPQ2M', regla: HASH, lista: HASH, pasos: HASH })

const PRIZE = { nombre: 'premio', dice: 'Qué premio es', ejemplo: 'Moto 200 cc' }
const required = (nombre: string, dice: string, ejemplo: string) => ({ nombre, dice, ejemplo, obligatorio: true })
const NUMBER = required('numero', 'Con qué número', '0042')

/** Samples of a mail to one winner, and of one to every buyer: both with the evidence. */
const TO_ONE = { muestra: { numeros: ['0042'], datos: EVIDENCE } }
const TO_ALL = { boton: 'Ver mis números', muestra: { numeros: ['0042', '0117'], datos: EVIDENCE } }

/** Before a draw, with the hash of its list: its readers can prove later which list it was. */
export const REMINDER = purchaseMail({
  clave: 'recordatorio_del_sorteo',
  nombre: 'El sorteo se acerca',
  cuando: 'Al congelar la lista del sorteo, y otra vez si el sorteo se aplaza',
  marcadores: [required('sorteo', 'Desde cuándo se sortea', '21 de diciembre, 9:00 a. m.')],
  ...TO_ALL,
  asunto: 'El sorteo se acerca: guarda este correo · {rifa}',
  titulo: 'La lista del sorteo está congelada',
  cuerpo:
    'Hola, {nombre}. Ya se sabe quién participa en «{rifa}» y con qué números, y desde ahora eso no cambia. Se sortea desde el {sorteo}\n\nGuarda este correo: con su código de control cualquiera comprueba después que se sorteó con esta lista y no con otra.',
})

/** To the winner. */
export const WINNER = purchaseMail({
  clave: 'ganador',
  nombre: 'Ganó un premio',
  cuando: 'Cuando el sorteo da un número suyo',
  marcadores: [PRIZE, NUMBER, required('plazo', 'Hasta cuándo puede reclamarlo', '24 de diciembre, 9:00 a. m.')],
  ...TO_ONE,
  asunto: '¡Ganaste! Tu número {numero} · {rifa}',
  titulo: '¡Tu número ganó!',
  cuerpo:
    'Hola, {nombre}. Tu número {numero} ganó «{premio}» de «{rifa}».\n\nReclámalo antes del {plazo} Escribe {soporte} con el código {codigo}. Nadie te va a pedir dinero para entregarte el premio.',
})

/** To the buyer of the typed number: there was no rule, so there is nothing to check it by. */
export const HAND_WINNER = purchaseMail({
  clave: 'ganador_a_mano',
  nombre: 'Ganó una rifa sin regla',
  cuando: 'Cuando un dueño escribe su número como ganador de una rifa que se vendió sin regla',
  marcadores: [PRIZE, NUMBER],
  muestra: { numeros: ['0042'] },
  asunto: '¡Ganaste! Tu número {numero} · {rifa}',
  titulo: '¡Tu número ganó!',
  cuerpo: `Hola, {nombre}. Tu número {numero} ganó «{premio}» de «{rifa}».\n\nEscribe {soporte} con el código {codigo} para recibirlo. Nadie te va a pedir dinero para entregarte el premio.\n\n${UNRULED}`,
})

const COMPLAINTS = { nombre: 'reclamos', dice: 'Dónde se queja', ejemplo: 'reclamos@ejemplo.com' }
const OF_WINNER = [PRIZE, NUMBER, COMPLAINTS]

/** To all participants, while nobody can know the winner yet. */
export const UNCLAIMED = purchaseMail({
  clave: 'premio_sin_reclamar',
  nombre: 'Un premio se sortea otra vez',
  cuando: 'Cuando alguien no reclamó su premio a tiempo, antes de que se sortee otra vez',
  marcadores: [PRIZE, required('sorteo', 'Cuándo se sortea', '28 de noviembre, 8:00 p. m.')],
  ...TO_ALL,
  asunto: 'Un premio se sortea otra vez: guarda este correo · {rifa}',
  titulo: 'Un premio no se reclamó',
  cuerpo:
    'Hola, {nombre}. «{premio}» de «{rifa}» no se reclamó en su plazo. Se sortea de nuevo entre los números que no han ganado, el {sorteo}\n\nGuarda este correo: llegó antes, y con el código de control de los pasos cualquiera comprueba después que nadie eligió el momento.',
})

/** To a winner who lost the prize. */
export const LOST = purchaseMail({
  clave: 'premio_perdido',
  nombre: 'Perdió su premio',
  cuando: 'Cuando su premio se da por no reclamado',
  marcadores: [...OF_WINNER, required('plazo', 'Cuándo terminó su plazo', '25 de noviembre, 9:00 a. m.')],
  ...TO_ONE,
  asunto: 'Tu premio se dio por no reclamado · {rifa}',
  titulo: 'Tu plazo terminó',
  cuerpo:
    'Hola, {nombre}. Tu número {numero} ganó «{premio}» de «{rifa}». El plazo para reclamarlo terminó el {plazo} Según nuestros datos no lo reclamaste, y por la regla publicada el premio pasa a otra persona.\n\nSi lo reclamaste, o nadie te avisó, escríbenos hoy mismo: {reclamos} Guarda este correo: dice cuándo se dio por no reclamado.',
})

/** To a winner whose claim or delivery was a mistake. */
export const CORRECTED = purchaseMail({
  clave: 'premio_corregido',
  nombre: 'Se corrigió el estado de su premio',
  cuando: 'Cuando un dueño quita la marca de reclamado o de entregado',
  marcadores: [
    ...OF_WINNER,
    { nombre: 'marca', dice: 'Qué marca se quitó', ejemplo: 'reclamado' },
    required('motivo', 'Por qué', 'Era otra persona.'),
    required('plazo', 'Hasta cuándo puede reclamarlo', '28 de noviembre, 9:00 a. m.'),
  ],
  ...TO_ONE,
  asunto: 'Revisa tu premio: se quitó una marca · {rifa}',
  titulo: 'Tu premio ya no figura como {marca}',
  cuerpo:
    'Hola, {nombre}. «{premio}», que ganó tu número {numero} de «{rifa}», estaba marcado como {marca} y se quitó esa marca. Motivo: {motivo}\n\nSi no lo tienes, reclámalo antes del {plazo} Si ya lo reclamaste o lo recibiste, dilo: {reclamos}',
})

/** To a winner by a result that was typed wrong. */
export const NO_WINNER = purchaseMail({
  clave: 'resultado_corregido',
  nombre: 'Se corrigió un resultado',
  cuando: 'Cuando un dueño corrige lo que salió en la lotería, a quien se le dijo que ganó',
  marcadores: [...OF_WINNER, required('motivo', 'Por qué', 'Se escribió el sorteo de otro día.')],
  ...TO_ONE,
  asunto: 'Se corrigió el resultado: tu número no ganó · {rifa}',
  titulo: 'Se corrigió el resultado',
  cuerpo:
    'Hola, {nombre}. Te dijimos que tu número {numero} ganó «{premio}» de «{rifa}». Ese resultado estaba mal escrito y no vale. Motivo: {motivo}\n\nEl resultado anterior y el corregido están a la vista en la página de la rifa, con la página de la lotería para compararlos. Si no estás de acuerdo: {reclamos}',
})

/** Every mail about a draw. */
export const DRAW_MAILS: readonly MailKind[] = [REMINDER, WINNER, HAND_WINNER, CORRECTED, NO_WINNER, LOST, UNCLAIMED]
