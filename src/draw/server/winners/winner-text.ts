/** What an operator writes to a winner, for him to change. */
export function winnerText(about: {
  nombre: string
  numero: string
  premio: string
  rifa: string
  sitio: string
  /** Until when he may claim, `20 de noviembre, 10:41 a. m.`; null before he was told. */
  hasta: string | null
  horas: number
}): string {
  const { nombre, numero, premio, rifa, sitio, hasta, horas } = about
  const [first = ''] = nombre.split(' ')
  const time = hasta === null ? `Tienes ${horas} horas para reclamarlo` : `Tienes hasta el ${hasta} para reclamarlo`
  return `Hola ${first}, te escribimos de ${sitio}. ¡Tu número ${numero} ganó «${premio}» de «${rifa}»! ${time}: respóndenos por aquí. Nadie te va a pedir dinero para entregarte el premio.`
}
