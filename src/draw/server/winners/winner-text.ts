/** An operator's message to a winner, as a draft. */
export function winnerText(about: {
  nombre: string
  numero: string
  premio: string
  rifa: string
  sitio: string
  /** End of the time to claim, `20 de noviembre, 10:41 a. m.`; null before the winner was told. */
  hasta: string | null
  /** Null without a rule, which has no term. */
  horas: number | null
}): string {
  const { nombre, numero, premio, rifa, sitio, hasta, horas } = about
  const [first = ''] = nombre.split(' ')
  const term = hasta === null ? `Tienes ${horas} horas` : `Tienes hasta el ${hasta}`
  const answer = horas === null ? 'Respóndenos' : `${term} para reclamarlo: respóndenos`
  return `Hola ${first}, te escribimos de ${sitio}. ¡Tu número ${numero} ganó «${premio}» de «${rifa}»! ${answer} por aquí. Nadie te va a pedir dinero para entregarte el premio.`
}
