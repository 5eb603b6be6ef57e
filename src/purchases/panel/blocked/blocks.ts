import { PURCHASE_SHOWN } from '../purchase-list.ts'

/** What says of somebody whether he is blocked. */
export const BLOCKS = [...PURCHASE_SHOWN, 'GET /api/panel/bloqueados', 'GET /api/panel/revision'] as const
