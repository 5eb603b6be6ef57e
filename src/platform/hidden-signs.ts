/** A sign that other signs make up, which may be joined by one that nobody sees, and a sign that nobody sees. */
const JOINED_OR_HIDDEN =
  /(\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?(?:\u200d\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)*|[\d#*]\ufe0f\u20e3)|[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/**
 * The text as everybody sees it: letters with their accents composed, and without invisible or direction-changing characters, which chats
 * paste around names and numbers and which make one text look like another. Those inside an emoji stay.
 */
export function withoutHidden(text: string): string {
  return text
    .normalize('NFC')
    .replace(JOINED_OR_HIDDEN, (_, emoji: string | undefined) => emoji ?? '')
    .replace(/\p{Zl}|\p{Zp}/gu, '\n')
}
