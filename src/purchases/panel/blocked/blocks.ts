import { PURCHASE_SHOWN } from '../purchase-list.ts'

/** Calls whose answers say whether somebody is blocked. */
export const BLOCKS = [...PURCHASE_SHOWN, 'GET /api/panel/bloqueados', 'GET /api/panel/revision'] as const
