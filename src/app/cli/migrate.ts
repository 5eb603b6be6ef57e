import { schema } from '../server/schema.ts'
import type { Command } from './command.ts'

/** Opening the database has brought it up to date already, as every start does; this says so. */
export const migrateCommand: Command = {
  name: 'migrate',
  begins: true,
  usage: '',
  summary: 'pone la base de datos al día, como cada inicio del servidor',
  async run() {
    const last =
      schema
        .map((step) => step.name)
        .sort()
        .at(-1) ?? ''
    return { data: { esquema: last }, text: `La base de datos está al día (${last}).` }
  },
}
