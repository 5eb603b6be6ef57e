import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ask } from '#access/panel/ask.ts'
import { uploadFile } from '#platform/panel/upload.ts'
import { raffleQuery } from '#raffles/panel/raffles-query.ts'
import type { DrawPicture, PanelDraw } from '../../draw-contract.ts'
import { drawQuery } from './draw-query.ts'

export type AskDraw = typeof ask

/** Sends a picture of a result or of a delivery, which is named by who uses it. @throws PanelFailure */
export const upload = (id: number, file: File): Promise<DrawPicture> =>
  uploadFile(`/rifas/${id}/sorteo/imagenes`, 'imagen', file)

/** A draw goes on while somebody looks: a round comes, another person confirms. */
const EVERY = 10_000

export function useDraw(id: number) {
  return useQuery({ ...drawQuery(id), refetchInterval: EVERY })
}

/** Does something of the draw, `mutate((ask) => ask('POST …', …))`: what it answers is how the draw stands then. */
export function useDrawDeed(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (deed: (ask: AskDraw) => Promise<PanelDraw>) => deed(ask),
    onSuccess: (draw) => {
      client.setQueryData(drawQuery(id).queryKey, draw)
      void client.invalidateQueries({ queryKey: raffleQuery(id).queryKey })
    },
    // What somebody else did meanwhile is shown at once.
    onError: () => void client.invalidateQueries({ queryKey: drawQuery(id).queryKey }),
  })
}
