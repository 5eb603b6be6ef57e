/** The bank that renumbers payments among its own customers. */
const RENUMBERS = '0102'

/**
 * Whether the reference in this bank's list may have nothing to do with the receipt's (Banco de Venezuela, between its own
 * customers): then other data tell which payment it is.
 * @param origen four digits of the payer's bank, or empty
 * @param house those of the account's
 */
export function isRenumbered(origen: string, house: string): boolean {
  return house === RENUMBERS && (origen === RENUMBERS || origen === '')
}
