import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { folderBelongs } from '#platform/server/installation/installation.ts'
import { PROCESSES_FOLDER } from '../beat-file.ts'
import { type Check, well } from '../check.ts'
import { readProcesses } from '../processes.ts'

/** Proofs and pictures are in the folder: a process that sees another one answers 404 for what the others have taken. */
export const folder: Check = {
  clave: 'carpeta',
  nombre: 'La carpeta de datos',
  async look(ctx) {
    const { dataDir, s3 } = ctx.config
    // With a bucket each machine has a folder of its own.
    const elsewhere = (s3 ? [] : await readProcesses(ctx)).filter(
      ({ id, este }) => !este && !existsSync(join(dataDir, PROCESSES_FOLDER, id)),
    )
    if (await folderBelongs(ctx.config, ctx.db)) {
      if (elsewhere.length === 0) return well('Los comprobantes y las imágenes están donde deben.', dataDir)
    }
    return {
      nivel: 'grave',
      texto: 'Los servidores no comparten la carpeta de los comprobantes: unos no ven lo que guardan los otros.',
      que_hacer: 'Pide hoy a quien cuida el servidor que todos usen la misma carpeta.',
      detalle:
        elsewhere.length > 0
          ? `En ${dataDir} no escribe: ${elsewhere.map(({ nombre }) => nombre).join(', ')}. ¿Está montada la misma en cada máquina (DATA_DIR)?`
          : `${dataDir} no es la de esta instalación: ¿se desmontó el disco?`,
    }
  },
}
