import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { uploadFile } from '#platform/panel/upload.ts'
import { raffleQuery } from '#raffles/panel/raffles-query.ts'
import type { DrawPicture, PanelDraw } from '../../draw-contract.ts'
import { askServer, drawQuery } from './draw-query.ts'

export type AskDraw = typeof askServer

/** By what a draw is led: the server, or in a rehearsal something that leaves nothing behind. */
export interface DrawRun {
  ask: AskDraw
  /** Sends a picture of a result or of a delivery, which is named by who uses it. @throws PanelFailure */
  upload: (id: number, file: File) => Promise<DrawPicture>
  /** Nothing of it is real: what it shows leads nowhere, and keeps itself. */
  sample: boolean
}

const BY_SERVER: DrawRun = {
  ask: askServer,
  upload: (id, file) => uploadFile(`/rifas/${id}/sorteo/imagenes`, 'imagen', file),
  sample: false,
}
export const DrawRunContext = createContext(BY_SERVER)
export const useDrawRun = () => useContext(DrawRunContext)

/** A draw goes on while somebody looks: a round comes, another person confirms. */
const EVERY = 10_000

export function useDraw(id: number) {
  return useQuery({ ...drawQuery(id), refetchInterval: EVERY })
}

/** Does something of the draw, `mutate((ask) => ask('POST …', …))`: what it answers is how the draw stands then. */
export function useDrawDeed(id: number) {
  const client = useQueryClient()
  const run = useDrawRun()
  return useMutation({
    mutationFn: (deed: (ask: AskDraw) => Promise<PanelDraw>) => deed(run.ask),
    onSuccess: (draw) => {
      if (run.sample) return
      client.setQueryData(drawQuery(id).queryKey, draw)
      void client.invalidateQueries({ queryKey: raffleQuery(id).queryKey })
    },
    // What somebody else did meanwhile is shown at once.
    onError: () => void client.invalidateQueries({ queryKey: drawQuery(id).queryKey }),
  })
}
