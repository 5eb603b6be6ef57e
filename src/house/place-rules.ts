import type { SettingValue } from '#platform/settings.ts'
import { isWebLink } from '#platform/web-link.ts'

export type BackupSettings = SettingValue<'respaldos'>

const BUCKET = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([A-Za-z0-9\-_./]*))?$/

export const isBucket = (destino: string) => destino.startsWith('s3://')

/** Bucket and prefix of `s3://bucket/prefix`; null if it names nothing, or if an address would read it as another bucket. */
export function readBucket(destino: string): { bucket: string; prefix: string } | null {
  const [, bucket, path = ''] = BUCKET.exec(destino) ?? []
  if (bucket === undefined || path.split('/').some((part) => part === '.' || part === '..')) return null
  return { bucket, prefix: path === '' || path.endsWith('/') ? path : `${path}/` }
}

/** A stored secret is used only for its own server and key: for others the owner types it. */
export function keepsSecret(
  before: Pick<BackupSettings, 's3_servidor' | 's3_clave'> | null,
  now: Pick<BackupSettings, 's3_servidor' | 's3_clave'>,
): boolean {
  return before !== null && before.s3_servidor === now.s3_servidor && before.s3_clave === now.s3_clave
}

/** Contradictions between the fields of a place, by field. */
export function placeProblems({ destino, s3_servidor, s3_clave, s3_secreto }: BackupSettings) {
  const problems: Record<string, string> = {}
  if (!isBucket(destino)) {
    const whole = destino === '' || (destino.startsWith('/') && !destino.split('/').includes('..'))
    if (!whole) problems['destino'] = 'Escribe la ruta entera, como /mnt/disco/respaldos.'
    return problems
  }
  if (readBucket(destino) === null)
    problems['destino'] = 'Escribe el contenedor en minúsculas, y si quieres una carpeta: mis-copias/tienda.'
  // One inside of the house is named by the environment: here nobody sends the server where only it can go.
  if (!isWebLink(s3_servidor) || /[?#]/.test(s3_servidor))
    problems['s3_servidor'] = 'Escribe una dirección pública que empiece por https://'
  if (s3_clave === '') problems['s3_clave'] = 'Escribe la clave de acceso.'
  if (s3_secreto === '') problems['s3_secreto'] = 'Escribe el secreto de esa clave.'
  return problems
}
