import { ask } from '#access/panel/ask.ts'

export function drawQuery(id: number) {
  return {
    queryKey: ['sorteo', id],
    queryFn: () => ask('GET /api/panel/rifas/:id/sorteo', { params: { id }, query: {} }),
  }
}
