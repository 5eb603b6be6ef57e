import { insertRows } from '#platform/server/db/many.ts'
import { movementSightings, movements } from './schema.ts'

export const addMovements = insertRows(movements)
export const addSightings = insertRows(movementSightings)
