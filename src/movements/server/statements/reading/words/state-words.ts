import { plainWord } from './plain-word.ts'

/** A movement that is not final, was undone or never was, whatever the column is called. */
const UNDONE = /rechazad|rejected|pendiente|pending|revers(ad|ed)|anulad|fallid|failed|declin|denied|denegad|cancel/
const OPEN =
  /rechaz|reject|pend|rever|anul|fall|fail|declin|dene|deni|cancel|devol|devuel|return|refund|reembols|proceso|procesando|processing|hold|reten|transit|difer|expir|venc|error|incompl|invalid|void|bloque|disput|contracarg|chargeback|parcial|partial|\bun(paid|settled|cleared|successful|posted)|\b(no|not|sin|por|en|in)\b/
const FINAL =
  /^(exito|aprobad|approved|complet(ad|ed|[oae]s?$)|procesad|processed|efectuad|confirmad|confirmed|liquidad|success|posted|settled|cleared|acreditad|abonad|ok$|aplicad|finalizad|conciliad|realizad|ejecutad|pagad|paid|done|contabilizad|validad)/

/** Whether a state says that the money is there to stay; null of one that is not known. */
export function isFinal(text: string): boolean | null {
  const plain = plainWord(text)
  if (OPEN.test(plain)) return false
  return FINAL.test(plain) ? true : null
}

export const isUndone = (text: string) => UNDONE.test(plainWord(text))
