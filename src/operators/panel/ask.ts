import { asking } from '#access/panel/asking.ts'
import type { ACCOUNT_CALLS, ENTRY_CALLS, TEAM_CALLS } from '../calls.ts'

export const ask = asking<typeof ENTRY_CALLS & typeof ACCOUNT_CALLS & typeof TEAM_CALLS>()
