/**
 * All tables, by name. Each room adds its own next to its SQL:
 *
 *     declare module './tables.ts' { interface Tables extends Declared<typeof tables> {} }
 *
 * Only the owning room writes a table.
 */
// biome-ignore lint/suspicious/noEmptyInterface: the rooms fill it by declaration merging
export interface Tables {}
