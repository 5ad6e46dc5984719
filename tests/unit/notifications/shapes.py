"""Replies as people's mail programs write them: the same wish in many shapes."""

from collections.abc import Iterator
from dataclasses import dataclass
from email.message import EmailMessage

TABLE = "tideapi"
PLAY = "play+abcdefghijklmnopqrstuvwxyz@tide.example"
QUOTED = ["Your turn in Turn the Tide", "Write one of these: play 3, play 12", "Until Friday 20:00"]


@dataclass(frozen=True)
class Shape:
    """One way to write a reply; `html` where there is no text beside it."""

    name: str
    body: str
    html: bool = False

    def mail(self, charset: str = "utf-8") -> bytes:
        message = EmailMessage()
        message["From"] = "Ann <ann@post.example>"
        message["To"] = PLAY
        message["Subject"] = "Re: Your turn"
        message.set_content(self.body, subtype="html" if self.html else "plain", charset=charset)
        return message.as_bytes()


GMAIL = {
    "en": f"On Mon, May 5, 2025 at 10:11 AM {TABLE} <{PLAY}> wrote:",
    "de": f"Am Mo., 5. Mai 2025 um 10:11 Uhr schrieb {TABLE} <{PLAY}>:",
    "fr": f"Le lun. 5 mai 2025 à 10:11, {TABLE} <{PLAY}> a écrit :",
    "es": f"El lun, 5 may 2025 a las 10:11, {TABLE} (<{PLAY}>) escribió:",
    "it": f"Il giorno lun 5 mag 2025 alle ore 10:11 {TABLE} <{PLAY}> ha scritto:",
    "nl": f"Op ma 5 mei 2025 om 10:11 schreef {TABLE} <{PLAY}>:",
    "pl": f"pon., 5 maj 2025 o 10:11 {TABLE} <{PLAY}> napisał(a):",
    "pt": f"Em seg., 5 de mai. de 2025 às 10:11, {TABLE} <{PLAY}> escreveu:",
}
APPLE = {
    "en": f"> On 5 May 2025, at 10:11, {TABLE} <{PLAY}> wrote:",
    "de": f"> Am 05.05.2025 um 10:11 schrieb {TABLE} <{PLAY}>:",
    "fr": f"> Le 5 mai 2025 à 10:11, {TABLE} <{PLAY}> a écrit :",
    "es": f"> El 5 may 2025, a las 10:11, {TABLE} <{PLAY}> escribió:",
    "it": f"> Il giorno 5 mag 2025, alle ore 10:11, {TABLE} <{PLAY}> ha scritto:",
    "nl": f"> Op 5 mei 2025, om 10:11 heeft {TABLE} <{PLAY}> het volgende geschreven:",
    "pl": f"> Wiadomość napisana przez {TABLE} <{PLAY}> w dniu 05.05.2025, o godz. 10:11:",
    "pt": f"> Em 5 de mai. de 2025, à(s) 10:11, {TABLE} <{PLAY}> escreveu:",
}
OUTLOOK = {
    "en": ("From", "Sent", "To", "Subject"),
    "de": ("Von", "Gesendet", "An", "Betreff"),
    "fr": ("De", "Envoyé", "À", "Objet"),
    "es": ("De", "Enviado", "Para", "Asunto"),
    "it": ("Da", "Inviato", "A", "Oggetto"),
    "nl": ("Van", "Verzonden", "Aan", "Onderwerp"),
    "pl": ("Od", "Wysłane", "Do", "Temat"),
    "pt": ("De", "Enviado", "Para", "Assunto"),
}
YAHOO = {
    "en": f"On Monday, May 5, 2025 at 10:11:12 AM GMT+2, {TABLE} <{PLAY}> wrote:",
    "de": f"Am Montag, 5. Mai 2025 um 10:11:12 MESZ hat {TABLE} <{PLAY}> Folgendes geschrieben:",
    "fr": f"Le lundi 5 mai 2025 à 10:11:12 UTC+2, {TABLE} <{PLAY}> a écrit :",
    "es": f"El lunes, 5 de mayo de 2025, 10:11:12 CEST, {TABLE} <{PLAY}> escribió:",
    "it": f"Il lunedì 5 maggio 2025 alle ore 10:11:12 CEST, {TABLE} <{PLAY}> ha scritto:",
    "nl": f"Op maandag 5 mei 2025 om 10:11:12 CEST schreef {TABLE} <{PLAY}>:",
    "pl": f"W dniu poniedziałek, 5 maja 2025 10:11:12 CEST {TABLE} <{PLAY}> napisał(a):",
    "pt": f"Em segunda-feira, 5 de maio de 2025 10:11:12 GMT+2, {TABLE} <{PLAY}> escreveu:",
}
PROTON = {
    "en": f"On Monday, May 5th, 2025 at 10:11 AM, {TABLE} <{PLAY}> wrote:",
    "de": f"{TABLE} <{PLAY}> schrieb am Montag, 5. Mai 2025 um 10:11:",
    "fr": f"Le lundi 5 mai 2025 à 10:11, {TABLE} <{PLAY}> a écrit :",
    "es": f"El lunes, 5 de mayo de 2025 a las 10:11, {TABLE} <{PLAY}> escribió:",
    "it": f"Il lunedì 5 maggio 2025 10:11, {TABLE} <{PLAY}> ha scritto:",
    "nl": f"{TABLE} <{PLAY}> schreef op maandag 5 mei 2025 om 10:11:",
    "pl": f"{TABLE} <{PLAY}> w poniedziałek, 5 maja 2025 10:11 napisał(a):",
    "pt": f"Em segunda-feira, 5 de maio de 2025 às 10:11, {TABLE} <{PLAY}> escreveu:",
}
PROTON_SIGNATURE, RULE = "Sent with Proton Mail secure email.", "_" * 32
SEPARATORS = {
    "en": "-----Original Message-----",
    "de": "-----Ursprüngliche Nachricht-----",
    "fr": "-----Message d'origine-----",
}


def quoted(prefix: str = "> ") -> str:
    return "\n".join(prefix + line for line in QUOTED)


def wrapped(line: str, width: int = 60) -> str:
    """As programs break the line above a quote that has grown too long."""
    at = line.rfind(" ", 0, width)
    return line if len(line) <= width or at < 0 else f"{line[:at]}\n{line[at + 1 :]}"


def header_block(language: str, prefix: str = "") -> str:
    """The headers of the mail that is answered, and its text below them behind a prefix."""
    sender, sent, to, subject = OUTLOOK[language]
    return (
        f"{sender}: {TABLE} <{PLAY}>\n{sent}: Monday, May 5, 2025 10:11\n"
        f"{to}: Ann <ann@post.example>\n{subject}: Your turn in Turn the Tide\n\n{quoted(prefix)}"
    )


def escaped(text: str) -> str:
    return text.replace("<", "&lt;").replace(">", "&gt;")


def shapes(wish: str) -> Iterator[Shape]:
    """This wish as the first line of each of them."""
    for name, body in plain_bodies(wish).items():
        yield Shape(name, body)
    for name, body in html_bodies(wish).items():
        yield Shape(name, body, html=True)


def plain_bodies(wish: str) -> dict[str, str]:
    says, quote = GMAIL["en"], quoted()
    found = {
        "nothing else": wish,
        "with a signature": f"{wish}\n\n-- \nAnn Example\nPhone 12 34 56\n",
        "with a signature without a space": f"{wish}\n--\nAnn, +49 30 44\n",
        "with a greeting below": f"{wish}\n\nSee you,\nAnn\n\n{says}\n{quote}\n",
        "with a legal notice": f"{wish}\n\n{RULE}\nThis e-mail is for 1 reader.\n",
        "below the quote, signed": f"{wrapped(says)}\n{quote}\n\n{wish}\n\n-- \nAnn\n",
        "below a quote without a line above it": f"{quote}\n\n{wish}\n",
        "with a space at its end": f"{wish} \nAnn\n",
        "with a space at its end, below": f"{wrapped(says)}\n\n{quote}\n{wish} \n-- \nAnn\n",
        "below a quote of a quote": f"{says}\n{quoted('> > ')}\n{quote}\n\n{wish}\n",
        "after empty lines": f"\n\n \n\t\n{wish}\n",
        "with hard spaces": f"\u00a0{wish.replace(' ', chr(0xA0))}\u200b\n\n{says}\n{quote}\n",
        "without a blank line": f"{wish}\n{says}\n{quote}\n",
        "quoted without a space": f"{wish}\n\n{says}\n{quoted('>')}\n",
    }
    for verb in ("wrote:", "schrieb:", "a écrit :"):
        found[f"below {verb}"] = f"{TABLE} {verb}\n{quote}\n\n{wish}\n"
    for language, says in GMAIL.items():
        found[f"Gmail, {language}, above"] = f"{wish}\n\n{wrapped(says)}\n\n{quote}\n"
        found[f"Gmail, {language}, below"] = f"{wrapped(says)}\n\n{quote}\n\n{wish}\n"
        apple = f"{APPLE[language]}\n> \n{quote}"
        found[f"Apple Mail, {language}"] = f"{wish}\n\n{apple}\n"
        found[f"iPhone, {language}"] = f"{wish}\n\nSent from my iPhone\n\n{apple}\n"
        yahoo = wrapped(YAHOO[language])
        found[f"Yahoo, {language}"] = f"  {wish}\n\n    {yahoo}  \n \n {quote}\n  "
        proton = f"{PROTON_SIGNATURE}\n\n{PROTON[language]}"
        found[f"Proton, {language}"] = f"{wish}\n\n{proton}\n\n{quote}\n"
        headers, above = header_block(language), header_block(language, "> ")
        found[f"Outlook, {language}"] = f"{wish}\n\n{RULE}\n{headers}\n"
        found[f"Outlook for desks, {language}"] = f"{wish}\n\n{headers}\n"
        found[f"below headers, {language}"] = f"{above}\n\n{wish}\n"
        found[f"below headers, {language}, ruled"] = f"{RULE}\n{above}\n\n{wish}\n"
        if line := SEPARATORS.get(language):
            found[f"an old program, {language}"] = f"{wish}\n\n{line}\n{headers}\n"
            found[f"an old program, below, {language}"] = f"{line}\n{above}\n\n{wish}\n"
    return found


def html_bodies(wish: str) -> dict[str, str]:
    says, quote = escaped(GMAIL["en"]), "<br>".join(QUOTED)
    cite = '<blockquote type="cite">'
    found = {
        "HTML without paragraphs": f"{wish}<br><br>-- <br>Ann",
        "HTML with a quote above": f"<blockquote>{quote}</blockquote><p>{wish}</p>",
        "HTML of Apple Mail": f"<html><body>{wish}<br><div><br>{cite}"
        "<div>On 5 May 2025, at 10:11:</div></blockquote></div></body></html>",
        "HTML with a hidden style": "<style>.x{color:red}</style><!-- play 3 -->"
        f"<p><b>{wish}</b></p>",
        "HTML of Yahoo": f'<div class="ydp1"><div>{wish}</div></div><div id="ydp2yahoo_quoted_1" '
        f'class="yahoo_quoted">{says}<br>play 3</div>',
        "HTML of Thunderbird": '<html><body><div class="moz-cite-prefix">On 05.05.25 10:11, '
        f"{TABLE} wrote:<br></div>{cite}play 3</blockquote><p>{wish}</p></body></html>",
        "HTML in a table": f"<table><tr><td>{wish}</td></tr>"
        "<tr><td>Ann, 12 Sea Road</td></tr></table>",
        "HTML that is never closed": f"<div><p>{wish}<div><blockquote><p>play 3",
    }
    for language, says in GMAIL.items():
        found[f"Gmail, {language}, HTML alone"] = (
            f'<div dir="ltr">{wish}</div><br><div class="gmail_quote"><div dir="ltr" '
            f'class="gmail_attr">{escaped(says)}</div><blockquote class="gmail_quote">{quote}'
            "</blockquote></div>"
        )
        headers = escaped(header_block(language)).replace("\n", "<br>")
        found[f"Outlook, {language}, HTML alone"] = (
            "<html><head><style>p {margin:0}</style></head><body>"
            f'<p class="MsoNormal">{wish}</p><p class="MsoNormal">&nbsp;</p>'
            f'<div id="appendonsend"></div><hr><div id="divRplyFwdMsg">{headers}</div></body></html>'
        )
        found[f"Proton, {language}, HTML alone"] = (
            f'<div style="font-family: Arial">{wish}<br></div>'
            f'<div class="protonmail_signature_block">{PROTON_SIGNATURE}</div>'
            f'<div class="protonmail_quote">{escaped(PROTON[language])}'
            f"<blockquote>{quote}</blockquote></div>"
        )
    return found
