import type { PanelWinner } from './draw-contract.ts'

/**
 * Whether somebody has to tell him that he won: he left no mail, or his did not arrive. As long as it is on its way nobody has to, and as long
 * as nothing told him, his time to claim does not run.
 */
export function isUntold({ estado, aviso, reclama_hasta }: Pick<PanelWinner, 'estado' | 'aviso' | 'reclama_hasta'>) {
  return estado === 'por_avisar' || (estado === 'avisado' && reclama_hasta === null && aviso !== 'pendiente')
}
