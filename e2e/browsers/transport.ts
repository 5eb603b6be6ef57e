/** The part of any browser that a journey needs: one window of one visitor, with nothing kept from another. */
export interface Transport {
  open(url: string): Promise<void>
  /**
   * Runs a function in the page. Arguments and result are JSON.
   * @param source of a function, as `(a, b) => a + b`.
   */
  run(source: string, args: unknown[]): Promise<unknown>
  /** A tap at that place of what is shown, in CSS pixels. */
  tap(x: number, y: number): Promise<void>
  /** The keys of a text, into what has the focus. */
  type(text: string): Promise<void>
  /** Chooses the file of that path in the field of a selector. */
  attach(selector: string, path: string): Promise<void>
  /** The screen as PNG. */
  picture(): Promise<Buffer>
  close(): Promise<void>
}

/** The width of the journeys: a small phone. */
export const WINDOW = { width: 360, height: 740 }

/** A browser that was started. */
export interface Driven {
  openWindow(): Promise<Transport>
  close(): Promise<void>
}
