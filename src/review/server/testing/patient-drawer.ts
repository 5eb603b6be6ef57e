import { createDrawer } from '../drawing/drawer.ts'
import { LOOK_LIMITS } from '../drawing/limits.ts'

/** Draws as soon as the machine has time for it, which is no property of the file: for tests of the drawings. */
export const patientDrawer = createDrawer({ ...LOOK_LIMITS, niceness: 0 })
