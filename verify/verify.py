#!/usr/bin/env python3
"""Does a draw again from what is published of it: `python3 verify/verify.py https://shop.example/rifa/7/verificar`, or a folder with sorteo.json
and lista.csv. Written from docs/draw.md with the standard library alone, and shares nothing with the shop or verify.ts. It believes the signature
of a round, and says so. `--regla`, `--lista` and `--pasos` take the hashes that a mail told."""

import argparse
import hashlib
import json
import re
import sys
import time
import urllib.request
from datetime import datetime, timedelta, timezone
from pathlib import Path

CARACAS = timezone(timedelta(hours=-4))
HOUR = 3600
QUICKNET = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
LATE = "La lista se congeló tarde"
DOCUMENT = "formato rifa regla regla_sha256 cierre lista_sha256 lista_cuenta pasos pasos_sha256 premios"
RULE = "formato rifa numeros cifras cierre revision_horas espera_minutos uno_por_persona faro premios"
FIELDS = {
    "aplazado": ["tipo que de a motivo en"],
    "loteria": ["tipo premio dia resultados enlace manos", "tipo premio dia resultados enlace manos en"],
    "sin sorteo": ["tipo premio dia motivo enlace manos", "tipo premio dia motivo enlace manos en"],
    "faro": ["tipo premio ronda firma"],
    "vencido": ["tipo premio en"],
    "corregido": ["tipo premio paso motivo mano en"],
}

SHAPES = {
    RULE,
    RULE.replace("persona ", "persona aplazar "),
    *(one for step in FIELDS.values() for one in step),
    *("tipo", "tipo en", "tipo limite", "tipo porcentaje limite", "veces dias", "cadena clave_publica genesis periodo"),
    *("titulo por reclamo_horas", "titulo por reclamo_horas imagen", "loteria toma cifras al_reves"),
    *("tipo hora partes suma intentos", "tipo hora partes suma intentos pagina objecion_minutos"),
}
KINDS = {
    int: "rifa numeros cifras porcentaje revision_horas espera_minutos veces dias genesis periodo suma intentos "
    "objecion_minutos reclamo_horas premio ronda paso",
    bool: "uno_por_persona al_reves",
    list: "partes premios resultados manos",
    dict: "cierre aplazar faro por",
}


class Wrong(Exception):
    """The first thing that is not as the rule says."""


def must(holds, text):
    if not holds:
        raise Wrong(text)


def sha(data):
    return hashlib.sha256(data.encode() if isinstance(data, str) else data).hexdigest()


def not_whole(text):
    raise Wrong(f"{text} no es un número entero")


def checked(pairs):
    for name, value in pairs:
        must(not isinstance(value, bool) or name not in DOCUMENT.split(), f"{name} no es un sí o un no")
    return dict(pairs)


def read(text, hook=checked):
    return json.loads(text, parse_float=not_whole, parse_constant=not_whole, object_pairs_hook=hook)


def exact(pairs):
    """An object of a rule or a step: its fields in their order, each of its kind."""
    must(" ".join(name for name, _ in pairs) in SHAPES, "una regla o un paso con otros campos")
    for name, value in pairs:
        kind = next((kind for kind, names in KINDS.items() if name in names.split()), str)
        must(type(value) is kind or (name == "limite" and value is None), f"{name} está mal escrito")
        must(kind is not int or value >= 0, f"{name} es menos que cero")
        must(name != "toma" or value in ("primeras", "ultimas"), "no toma ni las primeras ni las últimas")
    return dict(pairs)


def compact(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def instant(text):
    """Seconds since 1970 of an instant as it is written in Caracas."""
    must(isinstance(text, str) and re.fullmatch(r"[0-9-]{10}T(?!24)[0-9:]{8}-04:00", text), "una hora mal escrita")
    try:
        return int(datetime.fromisoformat(text).timestamp())
    except ValueError as error:
        raise Wrong("una hora que no existe") from error


def day_at(day, hour):
    must(isinstance(day, str) and re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", day), "un día mal escrito")
    return instant(f"{day}T{hour}:00-04:00")


def day_of(seconds):
    return datetime.fromtimestamp(seconds, CARACAS).strftime("%Y-%m-%d")


def first_day(start, hour):
    """The first day whose draw is not before that."""
    day = day_of(start)
    return day if day_at(day, hour) >= start else day_of(day_at(day, "00:00") + 24 * HOUR)


def host_of(link):
    found = re.match(r"https://[a-z0-9.-]+(?=[/?#]|\Z)", link or "")
    return found and found.group(0)


def account(hand):
    """The number of the account of `M. R. (1)`."""
    found = re.fullmatch(r".{1,40} \(([1-9][0-9]{0,9})\)", hand if isinstance(hand, str) else "")
    must(found, "una mano sin su cuenta")
    return found.group(1)


def place_of(listed, randomness, prize, count):
    attempt = 0
    while True:
        head = b"tombola-sorteo-v1\0" + bytes.fromhex(listed + randomness)
        digest = int(sha(head + prize.to_bytes(4, "big") + attempt.to_bytes(4, "big")), 16)
        if digest < 2**256 // count * count:
            return digest % count
        attempt += 1


def number_of(way, results, digits):
    must(isinstance(results, list) and len(results) == len(way["partes"]), "no son los resultados de sus partes")
    taken = ""
    for part, result in zip(way["partes"], results):
        must(isinstance(result, str) and re.fullmatch("[0-9]{1,8}", result), "un resultado mal escrito")
        must(0 < part["cifras"] <= len(result), "un resultado sin las cifras que se toman")
        own = result[: part["cifras"]] if part["toma"] == "primeras" else result[-part["cifras"] :]
        taken += own[::-1] if part["al_reves"] else own
    return str((int(taken) + way["suma"]) % 10**digits).zfill(digits)


def is_late(step):
    soon = instant(step["a"]) <= instant(step["en"]) + 2 * HOUR
    return step["que"] == "sorteo" and step["motivo"] == LATE and soon


def moved(start, step):
    before, to, said = instant(step["de"]), instant(step["a"]), instant(step["en"])
    early = said < before or (is_late(step) and to >= said + HOUR)
    must(before == start and to > before and early and step["motivo"].strip(), "algo mal aplazado")
    return to


def read_list(text, said, rule):
    must(text.endswith("\n"), "la lista no termina")
    head, *lines = text[:-1].split("\n")
    first = f"tombola-lista-1,{rule['rifa']},{said['regla_sha256']},{said['cierre']},{said['lista_cuenta']}"
    must(head == first and len(lines) == said["lista_cuenta"], "la lista es otra")
    shape = re.compile(rf"[0-9]{{{rule['cifras']}}},[2-9B-DF-HJ-NP-TV-Z]{{12}}")
    must(all(shape.fullmatch(line) for line in lines), "la lista está mal escrita")
    tickets = [tuple(line.split(",")) for line in lines]
    numbers = [int(number) for number, _ in tickets]
    must(all(one < other for one, other in zip(numbers, numbers[1:])), "la lista está desordenada")
    must(not numbers or numbers[-1] < rule["numeros"], "un número que la rifa no tiene")
    return tickets


class Draw:
    def __init__(self, rule, listed, tickets, start):
        self.rule, self.listed, self.tickets = rule, listed, tickets
        self.out = {}  # place in the list: the step by which it cannot win any more
        self.before = {}  # step of a lottery: how its prize stood
        self.whose = {}  # step: its prize
        self.prizes = []
        for prize in rule["premios"]:
            by_lottery = prize["por"]["tipo"] == "loteria"
            day = first_day(start, prize["por"]["hora"]) if by_lottery else None
            self.prizes.append(
                {"won": None, "decided": False, "tries": 0, "since": start, "firm": 0, "day": day, "beacon": None if by_lottery else start}
            )

    def due(self, place):
        """When its next draw is; None where it waits for none."""
        prize = self.prizes[place]
        if prize["won"] or not all(one["decided"] for one in self.prizes[:place]):
            return None
        if prize["beacon"] is not None:
            return prize["beacon"]
        return day_at(prize["day"], self.rule["premios"][place]["por"]["hora"])

    def turn(self):
        waiting = [(self.due(place), place) for place in range(len(self.prizes)) if self.due(place) is not None]
        return min(waiting)[1] if waiting else None

    def left(self):
        return [place for place in range(len(self.tickets)) if place not in self.out]

    def win(self, nth, prize, place):
        prize.update(won=self.tickets[place], decided=True)
        owner = self.tickets[place][1]
        every = range(len(self.tickets)) if self.rule["uno_por_persona"] else []
        for one in [place, *(own for own in every if self.tickets[own][1] == owner)]:
            self.out.setdefault(one, nth)

    def take(self, nth, step):
        must(type(step["premio"]) is int and 0 <= step["premio"] < len(self.prizes), "un premio que no hay")
        place, kind = step["premio"], step["tipo"]
        prize, said = self.prizes[place], self.rule["premios"][place]
        self.whose[nth] = place
        if kind == "corregido":
            return self.correct(nth, step, said["por"])
        if kind == "vencido":
            since = max(prize["since"], prize["firm"]) + said["reclamo_horas"] * HOUR
            must(prize["won"] and instant(step["en"]) >= since, "se venció lo que no había vencido")
            evening = first_day(instant(step["en"]) + 12 * HOUR, "20:00")
            return prize.update(won=None, beacon=day_at(evening, "20:00"))
        must(self.turn() == place, "no era el turno de ese premio")
        due = self.due(place)
        if kind == "faro":
            chain = self.rule["faro"]
            number = max(1, -((chain["genesis"] - prize["beacon"]) // chain["periodo"]) + 1) if prize["beacon"] else None
            must(number == step["ronda"], "no es la ronda que toca")
            must(re.fullmatch("[0-9a-f]{96}", step["firma"]), "una firma mal escrita")
            left = self.left()
            must(left, "no queda ningún número")
            prize["since"] = max(prize["since"], due)
            return self.win(nth, prize, left[place_of(self.listed, sha(bytes.fromhex(step["firma"])), place, len(left))])
        must(prize["beacon"] is None and step["dia"] == prize["day"], "no es el sorteo que toca")
        must(isinstance(step["manos"], list) and len(step["manos"]) == 2, "no son dos manos")
        must(account(step["manos"][0]) != account(step["manos"][1]), "son las manos de una persona")
        self.before[nth] = dict(prize)
        page = said["por"].get("pagina")
        if page is not None:
            must("en" in step and instant(step["en"]) >= due, "se escribió antes de salir, o no dice cuándo")
            must(step["enlace"] == "" or host_of(step["enlace"]) == host_of(page), "el enlace es de otra página")
            prize["firm"] = instant(step["en"]) + said["por"]["objecion_minutos"] * 60
        prize["day"] = day_of(day_at(step["dia"], "00:00") + 24 * HOUR)
        if kind == "sin sorteo":
            return None
        number = number_of(said["por"], step["resultados"], self.rule["cifras"])
        found = [one for one in self.left() if self.tickets[one][0] == number]
        if found:
            prize["since"] = max(prize["since"], due)
            return self.win(nth, prize, found[0])
        prize["tries"] += 1
        if prize["tries"] >= said["por"]["intentos"]:
            prize["beacon"] = due + HOUR
        return None

    def correct(self, nth, step, way):
        place, wrong = step["premio"], step["paso"]
        stood = self.before.get(wrong)
        must(stood is not None and self.whose[wrong] == place, "se corrigió lo que no hay")
        must(way.get("pagina") is not None and step["motivo"].strip() and account(step["mano"]), "se corrigió sin decir por qué")
        gone = [one for one in self.whose if wrong <= one < nth and self.whose[one] == place]
        self.prizes[place] = {**stood, "since": instant(step["en"])}
        self.out = {one: by for one, by in self.out.items() if by not in gone}
        for one in gone:
            self.before.pop(one, None)


def verify(text, load_list, known=None, now=None):
    """What was found right, a line each. Raises Wrong for the first thing that is not."""
    known = known or {}
    said = read(text)
    must(isinstance(said, dict) and all(name in said for name in DOCUMENT.split()), "faltan campos")
    must(sha(said["regla"]) == said["regla_sha256"] == known.get("regla", said["regla_sha256"]), "la regla es otra")
    rule = read(said["regla"], exact)
    must(compact(rule) == said["regla"], "la regla está mal escrita")
    must(said["formato"] == "tombola-sorteo-1" and rule.get("formato") == "tombola-regla-1", "otro formato")
    must(rule["rifa"] == said["rifa"], "la regla es de otra rifa")
    right = [f"regla {said['regla_sha256']}"]
    if rule["faro"]["cadena"] != QUICKNET:
        right.append("AVISO: faro de muestra, no vale")
    steps = [read(one, exact) for one in said["pasos"]]
    for one, step in zip(said["pasos"], steps):
        must(compact(step) == one and " ".join(step) in FIELDS.get(step.get("tipo"), []), "un paso mal escrito")
    hashes = [sha("".join(f"{one}\n" for one in said["pasos"][:many])) for many in range(len(steps) + 1)]
    must(hashes[-1] == said["pasos_sha256"] and known.get("pasos", hashes[0]) in hashes, "los pasos son otros")

    moves = [step for step in steps if step["tipo"] == "aplazado"]
    must(all(step["tipo"] == "aplazado" for step in steps[: len(moves)]), "se aplazó después de sortear")
    allowed = rule.get("aplazar")
    own = next((step for step in moves if is_late(step)), None)
    by_hand = [step for step in moves if step is not own]
    if allowed:
        spent = sum(instant(step["a"]) - instant(step["de"]) for step in by_hand)
        must(len(by_hand) <= allowed["veces"] and spent <= allowed["dias"] * 24 * HOUR, "se aplazó de más")
    close = rule["cierre"]
    limit = close["en"] if close["tipo"] == "instante" else close["limite"]
    limit = None if limit is None and close["tipo"] != "instante" else instant(limit)
    for step in moves:
        if step["que"] == "cierre":
            limit = moved(limit, step)
    closed = None if said["cierre"] is None else instant(said["cierre"])
    if closed is not None and limit is not None:
        must(closed == limit if close["tipo"] == "instante" else closed <= limit, "cerró a otra hora")

    def come(*instants):
        must(now is None or all(one <= now + 600 for one in instants), "dice lo que no ha pasado")

    def in_time(due):
        must(now is None or now <= due + 48 * HOUR, "no se publicó lo que tocaba")

    come(*([] if closed is None else [closed]), *(instant(step["en"]) for step in steps if "en" in step))
    if said["lista_sha256"] is None:
        early = all(step["tipo"] == "aplazado" and step["que"] == "cierre" for step in steps)
        must("lista" not in known and early and not any(said["premios"]), "falta la lista")
        end = limit if closed is None else closed
        if end is not None:
            in_time(end + rule["espera_minutos"] * 60)
        return [*right, "todavía no se sortea"]

    listed = load_list()
    must(closed is not None and sha(listed) == said["lista_sha256"] == known.get("lista", said["lista_sha256"]), "la lista es otra")
    tickets = read_list(listed, said, rule)
    right.append(f"lista {said['lista_sha256']}, {len(tickets)} números")
    goal = {"instante": 0, "agotarse": 100}.get(close["tipo"], close.get("porcentaje"))
    if len(tickets) * 100 < rule["numeros"] * goal and (limit is None or closed < limit):
        right.append("AVISO: cerró con menos vendidos")
    start = closed + rule["espera_minutos"] * 60
    for step in moves:
        if step["que"] == "sorteo":
            start = moved(start, step)
            if is_late(step):
                right.append("AVISO: la lista se congeló tarde, y por eso se aplazó")
    draw = Draw(rule, said["lista_sha256"], tickets, start)
    fixed = {}
    for nth, step in enumerate(steps):
        if step["tipo"] == "aplazado":
            continue
        waited = draw.due(step["premio"]) if step["tipo"] in ("loteria", "sin sorteo", "faro") and step["premio"] < len(draw.prizes) else None
        come(*([] if waited is None else [waited]))
        draw.take(nth, step)
        if step["tipo"] == "corregido":
            fixed[step["premio"]] = instant(step["en"])
            right.append(f"AVISO: el paso {step['paso'] + 1} se corrigió: {step['motivo']}")
    turn = draw.turn()
    if turn is not None and draw.left():
        in_time(max(draw.due(turn), fixed.get(turn, 0)))
    won = [prize["won"] and {"numero": prize["won"][0], "codigo": prize["won"][1]} for prize in draw.prizes]
    must(won == said["premios"], "los ganadores publicados no son los que da la regla")
    for place, prize in enumerate(draw.prizes):
        if now is not None and prize["firm"] > now:
            right.append(f"AVISO: el premio {place + 1} es provisional")
        right.append(f"premio {place + 1}: {prize['won'][0] if prize['won'] else 'todavía nadie'}")
    if any(step["tipo"] == "faro" for step in steps):
        right.append("SIN COMPROBAR: la firma de las rondas, que este programa cree")
    if any(step["tipo"] == "loteria" for step in steps):
        right.append("SIN COMPROBAR: los resultados de la lotería, que este programa cree; compáralos con los que ella publicó")
    return right


def tell(text, load_list, known=None, now=None):
    """What was found, a line each, and whether it is right. What cannot be read at all is not."""
    try:
        return verify(text, load_list, known, now), True
    except Wrong as wrong:
        return [f"MAL: {wrong}"], False
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, ArithmeticError, RecursionError):
        return ["MAL: no se entiende lo publicado"], False


def main():
    asked = argparse.ArgumentParser(description="Repite un sorteo con lo que se publicó de él.")
    asked.add_argument("de", nargs="?", default=".", help="la página de verificar, o una carpeta con sorteo.json y lista.csv")
    for name in ("regla", "lista", "pasos"):
        asked.add_argument(f"--{name}", default=argparse.SUPPRESS, help="el código de control que guardaste, como lo dice el correo o el enlace de tu compra")
    known = vars(asked.parse_args())
    source = re.sub(r"/rifa/([0-9]+).*$", r"/api/rifas/\1/sorteo", known.pop("de"))

    def load(name):
        if not re.match("https?:", source):
            return Path(source, name).read_bytes().decode()
        with urllib.request.urlopen(f"{source}/lista" if name == "lista.csv" else source, timeout=60) as answer:
            return answer.read().decode()

    try:
        lines, right = tell(load("sorteo.json"), lambda: load("lista.csv"), known, time.time())
    except (OSError, ValueError):
        lines, right = [f"MAL: no se lee ningún sorteo en {source}"], False
    print("\n".join(lines))
    sys.exit(0 if right else 1)


if __name__ == "__main__":
    main()
