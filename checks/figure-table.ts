/** What the tree keeps to (`most`), and where it is to come (`aim`). A figure that came nearer takes its `most` with it. */
export const LIMITS = {
  linesOfCode: { most: 94_878, aim: 80_500, says: 'lines of code, without tests, comments and blank lines' },
  filesOver300Lines: { most: 0, aim: 0, says: 'files of more than 300 lines' },
  foldersOver25Files: { most: 0, aim: 0, says: 'folders of more than 25 files' },
  repeatedRuns: { most: 0, aim: 0, says: 'runs of six or more lines that stand twice' },
  importCycles: { most: 0, aim: 0, says: 'cycles of imports, types included' },
}
