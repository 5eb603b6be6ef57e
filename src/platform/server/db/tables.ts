/**
 * All tables, by name: those that the rooms declare (app/server/schema.ts). Only the owning room writes a table.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging
export interface Tables {}
