import { expect, test } from 'vitest'
import { findHabits, proseOfCode, proseOfMarkdown } from './english.ts'

const GOOD = 'The server refuses a second report. It names the reason, and the buyer may correct the first.'
const LONG = `${'The server refuses it and '.repeat(7)}says why.`

test.each([
  [
    'a beginning',
    'Who guards writes its line. What is left goes.',
    /^begin Who\/What: 50.* of 100 sentences, at most 1$/,
  ],
  [
    'a preposition',
    'The link is for who pays. The mark is of who sent it.',
    /^of\/for\/by who: .* of 1000 words, at most 0\.1$/,
  ],
  ['a person', 'The buyer opens his page. The owner sees it on his phone.', /^he\/his: .*, at most 0\.2$/],
  ['length', `${LONG} ${LONG}`, /^over 30 words: 50.*, at most 8$/],
])('control: %s as a habit is named with its sentences, a single one is not', (_, bad, named) => {
  const [first, ...sentences] = findHabits(`${GOOD}\n\n${bad}`)
  expect(first).toMatch(named)
  expect(sentences).toHaveLength(2)
  expect(findHabits(`${GOOD}\n\n${bad.slice(0, bad.indexOf('.') + 1)}`)).toEqual([])
})

test('questions, tables and code do not count', () => {
  expect(findHabits('What is left to do? Who pays for the tickets?')).toEqual([])
  const table = '| What he pays | Who he is |\n| For who pays his | By who sells his |\n'
  expect(findHabits(proseOfMarkdown(`# Rules\n\n${table}\n\`\`\`sh\nwho is his\n\`\`\`\n\n${GOOD}`))).toEqual([])
})

test('comments are read sentence by sentence, tags and links apart', () => {
  const source = [
    '/**',
    ' * Finds it.',
    ' * @param sum paid so far, see {@link buyer}.',
    ' *' + '/',
    "const link = 'https:/' + '/host' /" + '/ The address of `host`.',
  ].join('\n')
  expect(proseOfCode(source).split(/\s*\n\n\s*/)).toEqual(['Finds it.', 'paid so far, see X.', 'The address of X.'])
})
