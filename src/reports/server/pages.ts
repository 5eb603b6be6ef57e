/**
 * Rows of an export, page by page: each is read when the one before was taken, and others are served in between.
 * @param read the rows after a place, and the place to go on from; null at the end.
 */
export async function* pagesOf<Row, Place>(
  first: Place,
  read: (after: Place) => Promise<{ rows: Row[]; next: Place | null }>,
): AsyncGenerator<Row[]> {
  for (let after: Place = first; ; ) {
    const { rows, next } = await read(after)
    if (rows.length > 0) yield rows
    if (next === null) return
    after = next
    await new Promise(setImmediate)
  }
}

/** Rows that are all here. */
export async function* onePage<Row>(rows: Row[]): AsyncGenerator<Row[]> {
  yield rows
}
