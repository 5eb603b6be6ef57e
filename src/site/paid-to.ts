const torn = (word: string) => word.replaceAll(' ', '[^a-z\\d\\s]?')
/** What money is sent by where a name alone says to whom. */
const BRAND = `(?:${torn('z [e3] [l1i|]+ [ey3]')}|sell?e(?=\\s*[:=(])|${torn('p a y')}\\s?${torn(' p a l')}|${torn('b [i1] n a n (?:c e|s)')}|zinli|wally|reserve|air\\s?tm|usd[tc]|cash\\s?app|western\\s?union|moneygram|bybit|kucoin|okx|venmo|skrill|payoneer|nequi|yape|daviplata|wallet|billetera|[tb](?:rc|ep)-?20|bitcoin|btc|pay\\s?id)(?![a-z])`
const SENDING = 'pago\\s?movil|transferencias?|depositos?'
const WAY = `(?:${BRAND}|${SENDING}|cuentas?|banesco|mercantil|provincial|bancamiga)`
const PAY = `(?:pag(?:a|ue|uen|ar|as|a?l[eoa]s?)|transfier[ae](?:n|s|le)?|transferir(?:le)?|(?:deposit|abon|cancel|consign)(?:a|e|en|as|ar)(?:l[eoa]s?)?|(?:envi|mand|pas|hag|haz|hac|d)(?:a|e|en|an|as|ar|er)?(?:l[eoa]s?)?\\s+(?:el|tu|su|un|la|los|las)?\\s?(?:pagos?|dinero|plata|reales|monto|bolivares|dolares|pm|xx|${SENDING}|${BRAND}))(?![a-z])`
/** Words between it and a name. */
const FILLING =
  'a|al|de|del|la|el|los|las|mi|para|es|con|solo|unicamente|directo|ya|por|favor|personal|titular|p2p|correo|email|n|nro|usuario|ahora|como|me|cuenta|pregunta|amigos y|familiares'
/** Words that go on with a sentence and are nobody's name. */
const COMMON =
  '\\d{1,4}(?!\\d)|[a-z](?![a-z])|xx|no|ni|si|sin|en|que|se|te|tu|tus|su|sus|un|una|lo|le|nos|me|hay|han|ha|son|solamente|exact[oa]s?|tambien|como|cuando|cuanto|donde|desde|hasta|segun|entre|antes|despues|siempre|hoy|ahora|aqui|cada|tod[oa]s?|otr[oa]s?|algun[oa]?|ningun[oa]?|cualquiera?|propi[oa]s?|mism[oa]s?|nuestr[oa]s?|quien(?:es)?|ti|usted|mas|menos|muy|bien|pronto|gratis|disponibles?|rapid[oa]|facil|segur[oa]s?|personales|minim[oa]|maxim[oa]|instantane[oa]|red|mediante|metodos?|formas?|' +
  'pagos?|pag(?:a|as|ar|ue|uen|aste|ada|ado)|pay|movil|transfer[a-z]*|deposit[a-z]*|efectivo|tarjetas?|divisas?|dolares|bolivares|bancos?|bancari[oa]s?|bcv|bdv|bnc|venezuela|colombia|exterior|tesoro|facebank|eeuu|telefono|datos|nombre|monto|comision(?:es)?|tasa|cambio|precio|valor|total|referencia|comprobante|capture|recibo|concepto|nota|cobro|comprador(?:es)?|person[ae]s?|empresas?|terceros|amig[oa]s?|casa|pagina|web|sitio|rifa|sorteos?|premios?|boletos?|tickets?|numeros?|compras?|ganador(?:a|es)?|recib[a-z]*|confirm[a-z]*|verific[a-z]*|report[a-z]*|envi[a-z]*|devol[a-z]*|devuelt[oa]|rechaz[a-z]*|pendiente|acept[a-z]*|lleg(?:a|o|an|ue|aron)|vin[oe]|viene|sal(?:en?|io|ga)|est[ae]n?|estaba|fue|era|tien[a-z]*|tard[ao]n?|deb(?:en?|es)|pued[a-z]*|qued[a-z]*|aparec[a-z]*|rebot[a-z]*|sirv[a-z]*|cuest[ae]n?|todavia|aun|recargo|descuento|suma|cobra|incluye|pide|sigue[a-z]*|transmi[a-z]*|mira|vivo|internacional|dueno|' +
  'tiempo|traves|partir|dias?|fecha|horas?|momento|lunes|martes|miercoles|jueves|viernes|sabados?|domingos?|enero|diciembre|contado|credito|cuotas|final|menores|mayores|ahorros?|gana[a-z]*|juega|participa[a-z]*|compra[a-z]*|aparta|lleva[a-z]*|elige|escrib[a-z]*|pregunt[a-z]*|revis[a-z]*|esper(?:a|e|ar|amos)|toca|usa|loteria|promo[a-z]*|oferta|bono|info[a-z]*|dudas|gracias|suerte|entregas?|reglas|instagram|whatsapp|telegram'
const SOMEBODY = `(?:(?:${FILLING})[\\s.]+){0,4}(?!(?:${COMMON}|${WAY}|${FILLING})(?![a-z]))[a-z\\d_]{2,}`
const APART = '[^a-z\\d.!?]{1,8}'

/** Where a text says that money goes to somebody by a mere name, or elsewhere than until now. What is the house's was taken away before. */
export const PAID_TO = [
  `${BRAND}(?:\\s+pay)?${APART}${SOMEBODY}`,
  `${BRAND}[^.!?\\n:=]{0,30}[:=→]\\s*${SOMEBODY}`,
  // As a line of its own.
  `${BRAND}[^a-z\\d]{1,8}${SOMEBODY}(?:\\s+[a-z]+){0,3}\\s*(?:$|\\n)`,
  `(?<![^\\n.!? ] *)${SOMEBODY}(?:\\s+[a-z]+){0,2}\\s*(?:(?:[-(|/>]|por)\\s*${BRAND}|${BRAND}\\s*(?:$|\\n)|en (?:telegram|instagram|facebook|tik\\s?tok)[\\s.!]*(?:$|\\n))`,
  `(?:titular(?:es)?|beneficiari[oa]|destinatari[oa]|usuari[oa]|nick|alias)(?![a-z])(?:(?: del pago| de la cuenta)?(?:\\s*[:=]|\\s+es)| del pago| de la cuenta)${APART}${SOMEBODY}`,
  `(?:${PAY}|${WAY}|pagos?)[^!?]{0,60}(?:a nombre|a favor|la cuenta|usuario|ahora es)${APART}${SOMEBODY}`,
  `(?<![^\\n.!? ] *)a (?:nombre|favor)${APART}${SOMEBODY}`,
  `(?:${SENDING})\\s+(?:de|al?|para)\\s+${SOMEBODY}`,
  `${PAY}(?:(?!\\sy\\s)[^.!?;:\\n]){0,40}?\\s(?:al?|en (?:la cuenta|el local|el negocio|casa|el banco|(?:el )?(?:banesco|mercantil|provincial|bancamiga|venezuela|bnc))|para mi)\\s+${SOMEBODY}`,
  `(?:${BRAND}|id(?![a-z]))(?:(?!\\.\\s)[^\\d!?;\\n]){0,20}\\d(?:(?:[^a-z\\d\\n]{0,3}|\\s(?:y|luego|despues|\\s){1,4})\\d){4,}|\\d(?:[^a-z\\d\\n]{0,3}\\d){4,} (?:por |en |de |con )?${BRAND}`,
  `nuev[oa]s?\\s+(?:${WAY}|datos|whatsapp)|(?:${WAY}|datos)(?: de pago)?\\s+(?:nuev[oa]s?|cambi(?:o|aron))|(?:cambiamos|cambio|actualizamos)(?: de| la| el| los| nuestr[oa]s?)* (?:${WAY}|datos|banco)|ahora[^.!?\\n]{0,30} otra (?:pagina|web|cuenta)|(?:numero|datos|cuenta)[^.!?\\n]{0,30} (?:pagina|web)[^.!?\\n]{0,20} (?:mal[oa]s?|equivocad|bloquead|no (?:sirven?|funcionan?))`,
  `no (?:pagues?|paguen|transfieras|uses|deposites)[^.!?\\n]{0,20}(?:al?|en|datos|cuenta)(?![a-z])`,
  `(?<!nunca[^.!?\\n]{0,20})(?:pago|datos|${WAY}|otra)(?![a-z])[^.!?\\n]{0,30}(?:al?|por|en el) (?:privado|interno|dm|grupo)(?![a-z])`,
].map((pattern) => new RegExp(`(?<![a-z])(?:${pattern})`, 'g'))
