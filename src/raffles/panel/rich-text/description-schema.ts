import { type MarkSpec, type NodeSpec, Schema, type TagParseRule } from 'prosemirror-model'

/** What the server keeps of an address (server/raffle-columns.ts); any other is no link. */
const ADDRESS = /^(https?:|mailto:|tel:)/i

const heading = (level: 3 | 4, tags: readonly string[]): TagParseRule[] =>
  tags.map((tag) => ({ tag, attrs: { level } }))

const nodes = {
  doc: { content: 'block+' },
  paragraph: { group: 'block', content: 'inline*', parseDOM: [{ tag: 'p' }], toDOM: () => ['p', 0] },
  heading: {
    group: 'block',
    content: 'inline*',
    attrs: { level: { default: 3, validate: 'number' } },
    defining: true,
    // What is pasted from elsewhere has larger headings: the page's own title stands above them.
    parseDOM: [...heading(3, ['h1', 'h2', 'h3']), ...heading(4, ['h4', 'h5', 'h6'])],
    toDOM: ({ attrs }) => [`h${attrs['level']}`, 0],
  },
  bullet_list: { group: 'block list', content: 'list_item+', parseDOM: [{ tag: 'ul' }], toDOM: () => ['ul', 0] },
  ordered_list: { group: 'block list', content: 'list_item+', parseDOM: [{ tag: 'ol' }], toDOM: () => ['ol', 0] },
  list_item: {
    content: 'paragraph (paragraph | list)*',
    defining: true,
    parseDOM: [{ tag: 'li' }],
    toDOM: () => ['li', 0],
  },
  hard_break: {
    group: 'inline',
    inline: true,
    selectable: false,
    linebreakReplacement: true,
    parseDOM: [{ tag: 'br' }],
    toDOM: () => ['br'],
    leafText: () => '\n',
  },
  text: { group: 'inline' },
} satisfies Record<string, NodeSpec>

const marks = {
  link: {
    attrs: { href: { validate: 'string' } },
    inclusive: false,
    parseDOM: [
      {
        tag: 'a[href]',
        getAttrs: (element) => {
          const href = element.getAttribute('href') ?? ''
          return ADDRESS.test(href) ? { href } : false
        },
      },
    ],
    // Where the text is only shown, a link opens beside the panel.
    toDOM: ({ attrs: { href } }) => ['a', { href, title: href, target: '_blank', rel: 'noopener' }, 0],
  },
  strong: {
    parseDOM: [
      { tag: 'strong' },
      // Google Docs wraps all that is copied in a <b> that is not bold.
      { tag: 'b', getAttrs: (element) => element.style.fontWeight !== 'normal' && null },
      { style: 'font-weight=400', clearMark: ({ type }) => type.name === 'strong' },
      { style: 'font-weight', getAttrs: (weight) => /^(bold(er)?|[6-9]00)$/.test(weight) && null },
    ],
    toDOM: () => ['strong', 0],
  },
  em: { parseDOM: [{ tag: 'em' }, { tag: 'i' }, { style: 'font-style=italic' }], toDOM: () => ['em', 0] },
  underline: { parseDOM: [{ tag: 'u' }], toDOM: () => ['u', 0] },
} satisfies Record<string, MarkSpec>

/** What a description may be made of: exactly what the server's sanitiser lets pass. */
export const descriptionSchema = new Schema({ nodes, marks })
