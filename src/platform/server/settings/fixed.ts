import type { SettingName, SettingValue } from '../../settings.ts'
import type { Config } from '../config.ts'

/** How the environment fixes a setting as a whole. */
interface Fixed<Name extends SettingName> {
  /** The variable, as docs/configuration.md names it. */
  variable: string
  /** The environment's value; null if it has none and the panel decides. */
  read(config: Config): SettingValue<Name> | null
}

/** Values that override the panel: they come from the machine's administrator. */
export const FIXED: { [Name in SettingName]: Fixed<Name> } = {
  correo: {
    variable: 'SMTP_URL',
    read: ({ mail }) => (mail.smtpUrl === null ? null : readSmtpUrl(mail.smtpUrl, mail.from)),
  },
  tasa: {
    variable: 'RATE_SOURCE_URL',
    read: ({ rateSourceUrl }) => (rateSourceUrl === null ? null : { fuente: rateSourceUrl }),
  },
  direccion: {
    variable: 'PUBLIC_URL',
    read: ({ publicUrl }) => (publicUrl === null ? null : { publica: publicUrl }),
  },
  respaldos: {
    variable: 'BACKUP_TO o BACKUP_PASSPHRASE',
    read: ({ backup, s3: shop }) => {
      const { to, hour, keep, passphrase } = backup
      if (to === null && passphrase === null) return null
      const s3 = backup.s3 ?? shop
      return {
        destino: to ?? '',
        hora: hour,
        quedan: keep,
        frase: passphrase ?? '',
        s3_servidor: s3?.endpoint ?? '',
        s3_region: s3?.region ?? '',
        s3_clave: s3?.keyId ?? '',
        s3_secreto: s3?.secret ?? '',
      }
    },
  },
}

/** The displayed part of the address. The mail library gets the address as it is, which may carry more (docs of nodemailer). */
function readSmtpUrl(smtpUrl: string, from: string): SettingValue<'correo'> {
  const url = new URL(smtpUrl)
  const tls = url.protocol === 'smtps:'
  const [, nombre = '', remitente = from] = /^(.*?)\s*<([^>]*)>$/.exec(from) ?? []
  return {
    servidor: url.hostname,
    puerto: Number(url.port) || (tls ? 465 : 587),
    seguridad: tls ? 'tls' : 'starttls',
    usuario: readPart(url.username),
    clave: readPart(url.password),
    remitente,
    nombre: nombre.replace(/^"(.*)"$/, '$1'),
  }
}

function readPart(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
