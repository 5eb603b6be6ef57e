/** Notice for a raffle without a rule, wherever its number is shown. */
export const UNRULED =
  'Esta rifa se vendió sin regla: la casa escribió el número ganador, y nadie puede comprobar cómo salió.'
