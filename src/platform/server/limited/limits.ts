/** Limits of the work on one stranger's file. The child gets them when it starts; no request can raise them later. */
export interface WorkLimits {
  /** Memory in use by the child, bytes: a watcher ends it beyond. */
  memory: number
  /** Address space, bytes: the kernel refuses more. Node reserves 1.4 GB of it and uses 90 MB. */
  addressSpace: number
  /** Of the engine, megabytes. */
  heap: number
  /** In which Node starts, milliseconds: 150 on an idle machine. */
  start: number
  /** From asking to answering, milliseconds. */
  time: number
  /** Seconds of processor time in a child's whole life. */
  processor: number
  /** Bytes of one answer. */
  output: number
  /** Files that one child works on before another takes its place. */
  files: number
  /** Milliseconds that a child waits for work before it goes and gives its memory back. */
  idle: number
  /** How much the child gives way to others, 0 to 19 as systems count it. */
  niceness: number
  /** Works that may wait for their turn, and how many milliseconds. */
  waiting: number
  patience: number
}

/** A program that runs in a limited child. */
export interface LimitedProgram {
  /** The file that Node runs; it may read the folder of it. */
  file: string
  /** Other folders that it may read: its packages, and its imports of ours if nothing was built. */
  reads: readonly string[]
  /** Further arguments of Node. */
  node: readonly string[]
  /** Passed as JSON in its own arguments. */
  given: unknown
}
