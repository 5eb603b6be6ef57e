import { PATIENCE, type StoreSettings } from '#platform/server/object-store/requests.ts'
import { StoreError } from '#platform/server/object-store/store-error.ts'
import { type Check, OUTSIDE, well } from '../check.ts'

/** Asks for one name and writes nothing: it is looked at every few seconds. What a start tries is more. */
export const store: Check = {
  clave: 'almacen',
  nombre: 'El almacén de archivos',
  async look({ config }) {
    if (config.s3 === null) return well('Los comprobantes y las imágenes están en la carpeta de datos.')
    const place = `S3: ${config.s3.endpoint}/${config.s3.bucket}/${config.s3.prefix}`
    try {
      if (await hasOurs(config.s3)) return well('El almacén de archivos responde.', place)
      throw new StoreError('bucket')
    } catch (error) {
      return {
        nivel: 'grave',
        texto: 'El almacén de comprobantes e imágenes no sirve ahora: nadie puede reportar un pago.',
        que_hacer: 'Pide a quien cuida el servidor que lo revise.',
        detalle: `${error instanceof StoreError ? error.message : 'Error inesperado.'} ${place}`,
      }
    }
  },
}

/** Whoever looks is told in time: one that is silent, at once or in the middle of its answer, is given up long before a buyer's proof is. */
async function hasOurs(settings: StoreSettings): Promise<boolean> {
  const { openObjectStore } = await import('#platform/server/object-store/object-store.ts')
  const late = new AbortController()
  const timer = setTimeout(() => late.abort(new StoreError('unreachable', 'ETIMEDOUT')), OUTSIDE)
  const inTime: typeof fetch = (input, init) =>
    fetch(input, { ...init, signal: AbortSignal.any([late.signal, ...(init?.signal ? [init.signal] : [])]) })
  try {
    const store = await openObjectStore(settings, inTime, { ...PATIENCE, tries: 2 })
    for await (const _ of store.list('instalacion', 1)) return true
    return false
  } finally {
    clearTimeout(timer)
  }
}
