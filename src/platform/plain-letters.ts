/** As texts are compared and searched: without accents and capitals, each letter in its place. */
export const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Letters and digits of other alphabets and fonts, each behind the Latin one that it is drawn as. */
const TWINS =
  'OОoоOΟoοOØoøOΘIІiіIӀIΙSЅsѕBВBΒBßAАaаAΑAΛEЕeеEΕ3З3зZΖTТTтTΤ4Ч4ч6б0〇0零1一2二3三4四5五6六7七8八9九bвdԁhһjјkкmмhнpрyуxхvѵwԝaαeεzζiιkκmμvνpρtτuυxχaᴀbʙcᴄdᴅeᴇfꜰgɢhʜiɪjᴊkᴋlʟmᴍnɴoᴏpᴘrʀsꜱtᴛuᴜvᴠwᴡyʏzᴢ1❶2❷3❸4❹5❺6❻7❼8❽9❾1➀2➁3➂4➃5➄6➅7➆8➇9➈1➊2➋3➌4➍5➎6➏7➐8➑9➒0⓿lӏZƵzƶlł'

/** Without accents, every digit and every letter that is drawn as a Latin one as such. */
export function plainLetters(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}]/gu, (sign) =>
      String.fromCodePoint(65 + (((sign.codePointAt(0) ?? 0) - 0x1f150) % 32)),
    )
    .replace(/\p{Nd}/gu, decimal)
    .replace(/[^\0-\x7f]/g, (sign) => TWINS.charAt(TWINS.indexOf(sign) - 1) || sign)
}

/** The digits of every script are in rows of ten, the zero first. */
function decimal(character: string): string {
  const code = character.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /^\p{Nd}$/u.test(String.fromCodePoint(code - value - 1))) value += 1
  return String(value)
}
