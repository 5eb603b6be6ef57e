/** `/rifas-anteriores`, or a later page of it. */
export function previousPath(pagina: number): string {
  return pagina === 1 ? '/rifas-anteriores' : `/rifas-anteriores?pagina=${pagina}`
}
