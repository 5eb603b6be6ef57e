/** Between the freeze of the list and the first draw, in minutes. */
export const LEAST_MINUTES = 60
/** For so long at the least a typed result can be objected to: the value of new rules. */
export const OBJECTION_MINUTES = 30
export const MOST_PRIZES = 20
