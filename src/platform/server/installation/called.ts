/** A command of ours as its reader must type it: a release has a name of its own for it (bin/tombola). @param command its words */
export function called(command: string): string {
  return `${process.env['TOMBOLA_COMMAND'] ?? 'npm run tombola --'} ${command}`
}
