import { DOMParser as DescriptionParser, type Node } from 'prosemirror-model'
import { descriptionSchema } from './description-schema.ts'

const BLOCKS = /<(p|br|ul|ol|li|h3|h4)\b/i
const parser = DescriptionParser.fromSchema(descriptionSchema)

/**
 * A stored description, or the plain text of an older one, whose lines end where it broke them. It is parsed apart from the
 * page: nothing in it runs or loads.
 */
export function readHtml(html: string): Node {
  const text = BLOCKS.test(html) ? html : html.trim().replace(/\r\n?|\n/g, '<br>')
  const { body } = new DOMParser().parseFromString(text, 'text/html')
  return parser.parse(body)
}
