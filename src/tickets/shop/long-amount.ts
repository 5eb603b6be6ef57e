/** From `Bs. 9.999.999,99` on, a total is printed smaller (`data-long`), so that it stays in one line beside 'Comprar'. */
export function isLong(amount: string): true | undefined {
  return amount.length > 16 || undefined
}
