import { openStore } from '#platform/server/object-store/open-store.ts'
import { StoreError } from '#platform/server/object-store/store-error.ts'
import { type Check, well } from '../check.ts'

/** Asks for one name and writes nothing: it is looked at every few seconds. What a start tries is more. */
export const store: Check = {
  clave: 'almacen',
  nombre: 'El almacén de archivos',
  async look({ config }) {
    if (config.s3 === null) return well('Los comprobantes y las imágenes están en la carpeta de datos.')
    const place = `S3: ${config.s3.endpoint}/${config.s3.bucket}/${config.s3.prefix}`
    try {
      const opened = await openStore(config.s3)
      for await (const _ of opened.list('instalacion', 1)) return well('El almacén de archivos responde.', place)
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
