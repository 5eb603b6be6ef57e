import type { QueryClient } from '@tanstack/react-query'
import { anyOf, queryOf, useDeed } from '#access/panel/ask.ts'
import { uploadFile } from '#platform/panel/upload.ts'
import type { NamedPicture, PanelRule } from '../../contract.ts'

/** Sends a picture of a prize or of the permit: it is shown once the one or the other is saved with it. */
export async function sendPicture(client: QueryClient, id: number, file: File): Promise<NamedPicture> {
  const sent = await uploadFile<NamedPicture>(`/rifas/${id}/fotos`, 'imagen', file)
  for (const call of ['GET /api/panel/rifas/:id/regla', 'GET /api/panel/rifas/:id/papeles'] as const) {
    client.setQueryData<{ fotos: NamedPicture[] }>(queryOf(call, { params: { id } }).queryKey, (kept) => {
      const others = kept?.fotos.filter(({ sha256 }) => sha256 !== sent.sha256) ?? []
      return kept && { ...kept, fotos: [...others, sent] }
    })
  }
  return sent
}

/** Changes of a raffle's rule, `mutate(() => ask('PUT …', …))`; the raffle's form shows the fields that it locks. */
export function useRuleDeed(id: number) {
  return useDeed(anyOf<PanelRule>, {
    shows: queryOf('GET /api/panel/rifas/:id/regla', { params: { id } }),
    refreshes: ['GET /api/panel/rifas/:id', 'GET /api/panel/rifas'],
  })
}
