import sanitizeHtml from 'sanitize-html'

const ALLOWED: sanitizeHtml.IOptions = {
  allowedTags: ['p', 'br', 'b', 'strong', 'i', 'em', 'u', 'ul', 'ol', 'li', 'h3', 'h4', 'a'],
  allowedAttributes: { a: ['href', 'rel', 'target'] },
  allowedSchemes: ['https', 'http', 'mailto', 'tel'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  transformTags: { a: sanitizeHtml.simpleTransform('a', { rel: 'noopener nofollow', target: '_blank' }) },
}

/** The operator's description as the short list of HTML that the page shows; line breaks of plain text become `<br>`. */
export function sanitiseDescription(text: string): string {
  const plain = !/<(p|br|ul|ol|li|h3|h4)\b/i.test(text)
  return sanitizeHtml(plain ? text.trim().replace(/\r\n?|\n/g, '<br>') : text, ALLOWED)
}
