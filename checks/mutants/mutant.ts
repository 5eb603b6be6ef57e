/** A dangerous change that some test must notice. */
export interface Mutant {
  /** The file that it changes, from the root of the project. */
  file: string
  /** The text that it takes out: exactly once in the file. */
  from: string
  /** What stands there instead. */
  to: string
  /** What a buyer or an operator would suffer. */
  danger: string
  /** Test files that stand nearest: the change must make one of them fail. */
  tests: readonly string[]
  /** Why no test can notice it, where none can. */
  survives?: string
}
