import type { Mark, Node } from 'prosemirror-model'

const MARK_TAGS: Record<string, string> = { strong: 'strong', em: 'em', underline: 'u', link: 'a' }

/**
 * A description as the HTML that the server would keep of it, to the letter: what is saved comes back as it was sent. Empty
 * paragraphs hold nothing to read and are left out.
 */
export function writeHtml(doc: Node): string {
  return writeBlocks(doc)
}

function writeBlocks(parent: Node): string {
  return parent.children.map(writeBlock).join('')
}

function writeBlock(block: Node): string {
  switch (block.type.name) {
    case 'heading':
      return wrap(`h${block.attrs['level']}`, writeInline(block))
    case 'bullet_list':
      return wrap('ul', block.children.map(writeItem).join(''))
    case 'ordered_list':
      return wrap('ol', block.children.map(writeItem).join(''))
    default:
      return wrap('p', writeInline(block))
  }
}

/** A line of a list needs no paragraph around its own text. */
function writeItem(item: Node): string {
  const [first, ...more] = item.children
  return `<li>${first ? writeInline(first) : ''}${more.map(writeBlock).join('')}</li>`
}

function wrap(tag: string, inside: string): string {
  return inside === '' ? '' : `<${tag}>${inside}</${tag}>`
}

function writeInline(block: Node): string {
  let html = ''
  let open: readonly Mark[] = []
  for (const node of block.children) {
    const kept = sharedStart(open, node.marks)
    html += close(open.slice(kept)) + node.marks.slice(kept).map(openingTag).join('')
    html += node.isText ? escapeText(node.text ?? '') : '<br />'
    open = node.marks
  }
  return html + close(open)
}

function sharedStart(open: readonly Mark[], wanted: readonly Mark[]): number {
  const parted = open.findIndex((mark, depth) => !wanted[depth]?.eq(mark))
  return parted === -1 ? open.length : parted
}

function openingTag(mark: Mark): string {
  if (mark.type.name !== 'link') return `<${MARK_TAGS[mark.type.name]}>`
  return `<a href="${escapeText(String(mark.attrs['href'])).replaceAll('"', '&quot;')}" rel="noopener nofollow" target="_blank">`
}

function close(marks: readonly Mark[]): string {
  return [...marks]
    .reverse()
    .map((mark) => `</${MARK_TAGS[mark.type.name]}>`)
    .join('')
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}
