import type { MailServer } from '#platform/settings.ts'

/** Where the mail of a common service leaves, and how one signs in there. */
export interface MailPreset {
  clave: string
  nombre: string
  servidor: string
  puerto: number
  seguridad: MailServer['seguridad']
  /** User and password of that provider, in a sentence. */
  dice: string
}

export const MAIL_PRESETS: readonly MailPreset[] = [
  {
    clave: 'gmail',
    nombre: 'Gmail',
    servidor: 'smtp.gmail.com',
    puerto: 465,
    seguridad: 'tls',
    dice: 'El usuario es tu correo. La clave es una de aplicación: en tu cuenta de Google, Seguridad, verificación en dos pasos, Contraseñas de aplicaciones. Envía unos 500 al día.',
  },
  {
    clave: 'outlook',
    nombre: 'Microsoft 365',
    servidor: 'smtp.office365.com',
    puerto: 587,
    seguridad: 'starttls',
    dice: 'El usuario es tu correo de la empresa, y su administrador enciende «SMTP autenticado». Un Outlook o Hotmail personal ya no sirve para esto.',
  },
  {
    clave: 'zoho',
    nombre: 'Zoho Mail',
    servidor: 'smtp.zoho.com',
    puerto: 465,
    seguridad: 'tls',
    dice: 'El usuario es tu correo. Con la verificación en dos pasos, la clave es una de aplicación. Si tu cuenta es de otra región, cambia .com por .eu o .in.',
  },
  {
    clave: 'brevo',
    nombre: 'Brevo',
    servidor: 'smtp-relay.brevo.com',
    puerto: 587,
    seguridad: 'starttls',
    dice: 'Usuario y clave están en Brevo, en «SMTP y API». El remitente tiene que estar verificado ahí. Envía 300 al día sin pagar.',
  },
  {
    clave: 'ses',
    nombre: 'Amazon SES',
    servidor: 'email-smtp.us-east-1.amazonaws.com',
    puerto: 587,
    seguridad: 'starttls',
    dice: 'Crea las credenciales SMTP en SES, que no son tus llaves de AWS. Cambia us-east-1 por tu región, y verifica el dominio.',
  },
  {
    clave: 'hostinger',
    nombre: 'Hostinger',
    servidor: 'smtp.hostinger.com',
    puerto: 465,
    seguridad: 'tls',
    dice: 'El usuario es tu correo y la clave es la de ese buzón.',
  },
]
