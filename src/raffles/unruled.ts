/** Of a raffle without a rule that is drawn: said wherever its number is read. */
export const UNRULED =
  'Esta rifa se vendió sin regla: la casa escribió el número ganador, y nadie puede comprobar cómo salió.'
