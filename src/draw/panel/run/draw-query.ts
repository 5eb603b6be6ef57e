import { asking } from '#access/panel/asking.ts'
import type { PANEL_DRAW_CALLS } from '../../calls.ts'

export const askServer = asking<typeof PANEL_DRAW_CALLS>()

export function drawQuery(id: number) {
  return {
    queryKey: ['sorteo', id],
    queryFn: () => askServer('GET /api/panel/rifas/:id/sorteo', { params: { id }, query: {} }),
  }
}
