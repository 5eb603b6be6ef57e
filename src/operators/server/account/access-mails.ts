import type { Role } from '#access/contract.ts'
import { ROLE_DEEDS, ROLE_NAMES } from '#access/roles.ts'
import type { Place } from '#access/server/session.ts'
import { anew, mailTo, type NewMail } from '#mail/server/enqueue-mail.ts'
import { formatInstant, type Instant } from '#platform/clock.ts'
import type { Ctx } from '#platform/server/context.ts'
import { publicOrigin } from '#platform/server/public-origin.ts'
import type { SiteSettings } from '#site/contract.ts'

type Site = Pick<SiteSettings, 'nombre' | 'color'>
type To = { id: number; nombre: string; correo: string }

const NOT_YOU = 'Si no fuiste tú, cambia tu clave ahora y avisa al dueño.'

/** Asks somebody to join; only they may have the link, so the panel never shows this mail. */
export function invitationMail(
  site: Site,
  invitation: { id: number; correo: string; rol: Role; invita: string; caduca_en: Instant },
  enlace: string,
  now: Instant,
): NewMail {
  return mailTo(site, { nombre: '', correo: invitation.correo }, now, {
    clave: anew(`invitacion:${invitation.id}`),
    reservado: true,
    vence_en: invitation.caduca_en,
    titulo: 'Te invitan al panel',
    parrafos: [
      `${invitation.invita} te invita a entrar al panel de ${site.nombre} con el papel de ${ROLE_NAMES[invitation.rol]}. ${ROLE_DEEDS[invitation.rol]}`,
      `El enlace es solo tuyo y vence el ${formatInstant(invitation.caduca_en)} Elige tu nombre y tu clave para empezar.`,
    ],
    boton: { texto: 'Aceptar la invitación', enlace },
    pie: 'Si no esperabas esta invitación, ignora este correo: sin tu respuesta no pasa nada.',
  })
}

export function passwordLinkMail(site: Site, to: To, enlace: string, hasta: Instant, now: Instant): NewMail {
  return mailTo(site, to, now, {
    clave: anew(`operador:${to.id}:enlace`),
    reservado: true,
    vence_en: hasta,
    titulo: 'Pon otra clave',
    parrafos: [
      `Alguien pidió otra clave para tu acceso al panel de ${site.nombre}.`,
      `El enlace sirve una vez y vence el ${formatInstant(hasta)} Tu segundo paso sigue igual.`,
    ],
    boton: { texto: 'Poner otra clave', enlace },
    pie: 'Si no fuiste tú, ignora este correo: tu clave sigue siendo la misma.',
  })
}

/** The mails about an operator's own way in, each by the end of its key. */
const ACCESS_MAILS = {
  equipo: {
    titulo: 'Entraste desde un dispositivo nuevo',
    says: (sitio) => [
      `Alguien entró al panel de ${sitio} con tu correo y tu clave, desde un navegador que no conocíamos.`,
    ],
    pie: `Si fuiste tú, no hagas nada. ${NOT_YOU} En Cuenta puedes cerrar esa sesión.`,
  },
  bloqueo: {
    titulo: 'Alguien prueba claves con tu correo',
    says: () => [
      'Se agotaron los intentos de entrar con tu correo, así que frenamos los siguientes. Nadie entró.',
      'En el navegador de siempre puedes seguir entrando. Te avisamos una vez al día mientras siga.',
    ],
    pie: 'Si eras tú, espera unos minutos o pide otra clave. Si no, asegúrate de tener el segundo paso activo.',
  },
  codigo: {
    titulo: 'Tu clave la puede saber otra persona',
    says: () => ['Alguien escribió bien tu correo y tu clave, y mal el código de tu teléfono. Sin el código no entró.'],
    pie: `Si te equivocaste tú, no hagas nada. ${NOT_YOU}`,
  },
  clave: {
    titulo: 'Cambió tu clave',
    says: (sitio) => [`Desde ahora entras al panel de ${sitio} con la clave nueva. Cerramos tus otras sesiones.`],
    pie: NOT_YOU,
  },
} satisfies Record<string, { titulo: string; says: (sitio: string) => string[]; pie: string }>

/** @param place of a sign-in, which the mail then names. */
export function accessMail(
  site: Site,
  to: To,
  kind: keyof typeof ACCESS_MAILS,
  now: Instant,
  place: Place | null = null,
): NewMail {
  const { titulo, says, pie } = ACCESS_MAILS[kind]
  return mailTo(site, to, now, {
    ...{ clave: anew(`operador:${to.id}:${kind}`), titulo, parrafos: says(site.nombre), pie },
    ...(place && {
      datos: [['Cuándo', formatInstant(now)] as const, ['Dispositivo', place.equipo], ['Dirección IP', place.ip]],
    }),
  })
}

/** To one person: a change of their access, by an owner or in their own session. */
export function accessChangedMail(site: Site, to: To, said: { titulo: string; texto: string }, now: Instant): NewMail {
  return mailTo(site, to, now, {
    clave: anew(`operador:${to.id}:${said.titulo}`),
    titulo: said.titulo,
    parrafos: [said.texto],
    pie: `Recibes este aviso porque tienes o tenías acceso al panel de ${site.nombre}.`,
  })
}

/** The secret of a link is in its fragment, which no server and no log ever sees. */
export function invitationLink(ctx: Ctx, token: string): string {
  return `${publicOrigin(ctx)}/panel/invitacion#${token}`
}

export function passwordLink(ctx: Ctx, token: string): string {
  return `${publicOrigin(ctx)}/panel/clave#${token}`
}
