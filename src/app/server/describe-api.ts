const PANEL = '/api/panel'

/** The OpenAPI document for who asks: that there is a panel, and what it can do, is for those who may enter it. */
export function describeApi<Document extends { paths?: object }>(document: Document, operator: boolean): Document {
  if (operator) return document
  const paths = Object.entries(document.paths ?? {}).filter(([path]) => !path.startsWith(PANEL))
  return { ...document, paths: Object.fromEntries(paths) }
}
