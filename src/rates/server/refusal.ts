/** A reading that is not believed. Its message is for the operator. */
export class RateRefusal extends Error {
  /** Stable, for the log. */
  readonly code: string

  constructor(code: string, message: string) {
    super(message)
    this.name = 'RateRefusal'
    this.code = code
  }
}
