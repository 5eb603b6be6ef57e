import { anyOf, queryOf, useAsk, useDeed } from '#access/panel/ask.ts'
import { uploadFile } from '#platform/panel/upload.ts'
import type { DrawPicture, PanelDraw } from '../../draw-contract.ts'

/** Sends a picture of a result or of a delivery; the caller stores its name. @throws PanelFailure */
export const upload = (id: number, file: File): Promise<DrawPicture> =>
  uploadFile(`/rifas/${id}/sorteo/imagenes`, 'imagen', file)

/** A draw moves while somebody looks: a round arrives, another person confirms. */
const EVERY = 10_000

export function useDraw(id: number) {
  return useAsk('GET /api/panel/rifas/:id/sorteo', { params: { id }, refetchInterval: EVERY })
}

/** Does something of the draw, `mutate(() => ask('POST …', …))`: the answer is the new state of the draw. */
export function useDrawDeed(id: number) {
  return useDeed(anyOf<PanelDraw>, {
    shows: queryOf('GET /api/panel/rifas/:id/sorteo', { params: { id } }),
    refreshes: ['GET /api/panel/rifas/:id'],
  })
}
