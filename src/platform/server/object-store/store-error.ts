/** Problems with a store of objects. */
const SENTENCES = {
  key: 'El almacén S3 no acepta la clave: revisa S3_ACCESS_KEY_ID y S3_SECRET_ACCESS_KEY.',
  bucket: 'El almacén S3 no tiene ese contenedor: créalo, privado, o corrige S3_BUCKET.',
  forbidden:
    'La clave del almacén S3 no puede hacer lo que hace falta: dale permiso de leer, escribir, listar y borrar en el contenedor.',
  region: 'El contenedor está en otra región del almacén S3: corrige S3_REGION o S3_ENDPOINT.',
  clock: 'El reloj de este servidor no coincide con el del almacén S3: ponlo en hora (por ejemplo con chrony).',
  unreachable: 'El almacén S3 no responde: revisa S3_ENDPOINT y la red.',
  full: 'El almacén S3 no tiene espacio o llegó a su cuota.',
  altered: 'Un archivo del almacén S3 no es el que se guardó: su código de control no coincide.',
  public: 'El contenedor S3 está abierto a cualquiera. Guarda comprobantes de personas: ciérralo antes de usarlo.',
  failed: 'El almacén S3 respondió con un error.',
}
export type StoreTrouble = keyof typeof SENTENCES

/** A request to a store of objects failed; the message is for people. */
export class StoreError extends Error {
  readonly trouble: StoreTrouble
  /** The store's code, such as `NoSuchBucket`, or the system's, such as `ECONNREFUSED`. */
  readonly code: string

  /** Whether it may pass by itself. */
  get passing(): boolean {
    return this.trouble === 'unreachable' || this.trouble === 'failed'
  }

  constructor(trouble: StoreTrouble, code = '', options?: ErrorOptions) {
    super(`${SENTENCES[trouble]}${code === '' ? '' : ` (${code})`}`, options)
    this.trouble = trouble
    this.code = code
  }
}

const BY_CODE: Record<string, StoreTrouble> = {
  InvalidAccessKeyId: 'key',
  SignatureDoesNotMatch: 'key',
  InvalidToken: 'key',
  NoSuchBucket: 'bucket',
  InvalidBucketName: 'bucket',
  AccessDenied: 'forbidden',
  AllAccessDisabled: 'forbidden',
  PermanentRedirect: 'region',
  AuthorizationHeaderMalformed: 'region',
  RequestTimeTooSkewed: 'clock',
  QuotaExceeded: 'full',
  InsufficientStorage: 'full',
  XMinioStorageFull: 'full',
  XMinioAdminBucketQuotaExceeded: 'full',
}

const BY_STATUS: Record<number, StoreTrouble> = { 301: 'region', 401: 'key', 403: 'forbidden', 507: 'full' }

/** @param code of the answer's body; empty if it has none. */
export function troubleOf(status: number, code: string): StoreTrouble {
  return BY_CODE[code] ?? BY_STATUS[status] ?? 'failed'
}

/** Codes of answers that another try may change, in addition to every 5xx. */
export const PASSING = ['RequestTimeout', 'SlowDown', 'IncompleteBody', 'BadDigest', 'XAmzContentSHA256Mismatch']
