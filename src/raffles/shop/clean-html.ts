const ALLOWED = new Set(['P', 'BR', 'B', 'STRONG', 'I', 'EM', 'U', 'UL', 'OL', 'LI', 'H3', 'H4', 'A'])
const ADDRESS = /^(https?:|mailto:|tel:)/i

/**
 * The short list of HTML that a description may have, as server/raffle-columns.ts does for our own raffles. The parsed document never was part of the
 * page: nothing in it runs or loads.
 */
export function cleanHtml(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const element of body.querySelectorAll('script,style,template,noscript,iframe,object,svg,math')) element.remove()
  for (const element of [...body.querySelectorAll('*')]) {
    const address = element.getAttribute('href') ?? ''
    for (const { name } of [...element.attributes]) element.removeAttribute(name)
    if (!ALLOWED.has(element.tagName)) element.replaceWith(...element.childNodes)
    else if (element.tagName === 'A' && ADDRESS.test(address)) {
      element.setAttribute('href', address)
      element.setAttribute('rel', 'noopener nofollow')
      element.setAttribute('target', '_blank')
    }
  }
  return body.innerHTML
}
