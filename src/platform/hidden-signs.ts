/** A sign that other signs make up, which may be joined by one that nobody sees, and a sign that nobody sees. */
const JOINED_OR_HIDDEN =
  /(\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?(?:\u200d\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)*|[\d#*]\ufe0f\u20e3)|[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/**
 * The text as everybody sees it: a letter with its accent as one sign, and without signs that turn what follows round or show nothing, which chats paste in around names and numbers and with
 * which one text passes for another. Those inside of an emoji stay.
 */
export function withoutHidden(text: string): string {
  return text
    .normalize('NFC')
    .replace(JOINED_OR_HIDDEN, (_, emoji: string | undefined) => emoji ?? '')
    .replace(/\p{Zl}|\p{Zp}/gu, '\n')
}
