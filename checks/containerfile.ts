/** Files and folders of the repository that a container file copies, as it names them. */
export function copiedFromHere(text: string): string[] {
  const copies = [...text.matchAll(/^COPY (?!--from)(.+)$/gm)].map(([, words = '']) => words.trim().split(/\s+/))
  return copies.flatMap((words) => words.slice(0, -1))
}
