"""Given names: which are forms of one another, and which words are given names at all.

Small tables of common names, to join "Bill" with "William" and to guess that "Frank Oz" names a person.
"""

from __future__ import annotations

from graphprobe.text.normalize import entity_key
from graphprobe.text.tokens import word_set

_NICKNAMES = """
abigail abby gail | abraham abe | alexander alex alec sandy | alexandra alex sandra | alfred alf fred
alfie | andrew andy drew | anthony tony | arthur art | barbara barb | benjamin ben benny | catherine
cathy kate katherine kathy katie kathryn | charles charlie chuck chas | christina chris tina |
christopher chris kit | daniel dan danny | david dave davy | deborah debbie deb | donald don donnie |
dorothy dot dolly | edward ed eddie ned ted teddy | eleanor ellie nell nora | elizabeth liz beth betty
lizzie eliza bess elisabeth | eugene gene | frances fran fanny | francis frank | frederick fred freddie
| gerald gerry jerry | gregory greg | harold harry hal | helen nell | henry harry hank hal | isabella
bella | jacob jake | james jim jimmy jamie jas | jeffrey jeff geoffrey geoff | jennifer jenny jen | john
jack johnny jon | jonathan jon | joseph joe joey jos | joshua josh | judith judy | kenneth ken kenny |
lawrence larry laurence | leonard len lenny leo | louis lou | margaret maggie meg peggy madge | martin
marty | matthew matt | michael mike mickey mick | nathaniel nat nate | nicholas nick | pamela pam |
patricia pat patty tricia | patrick pat paddy | peter pete | philip phil phillip | rachel rae | raymond
ray | rebecca becky | richard dick rick richie rich | robert bob bobby rob robbie bert | ronald ron
ronnie | rose rosie | samuel sam sammy | sarah sally | stanley stan | stephen steve steven | susan sue
susie | terence terry | theodore ted teddy theo | theresa teresa tess | thomas tom tommy thos | timothy
tim | victoria vicky | vincent vince vinny | walter walt wally | william bill billy will willie wm |
zachary zach
"""
_OTHERS = word_set(
    """
    aaron adam adrian ahmed aisha akira alan albert alberto aleksandr alessandro alexei alfredo ali alice
    alicia alison amanda amelia amit amy ana anastasia anders andrea andreas andrei andrés angela angelo
    anita ann anna anne annie antoine anton antonio antonín ashley audrey augustus beatrice bernard bernardo
    björn boris brandon brenda brian bruce bruno bryan camille carl carla carlo carlos carmen carol caroline
    cecilia cesar chad charlotte chiara christian christine claire clara claude claudia claudio clive colin
    connor craig cristina curtis cynthia dale damian daniela dean denis dennis derek diana diane diego
    dieter dmitri dmitry domenico dominic doris douglas duncan dylan edgar edith eduardo edwin elena eli
    elias elijah ella ellen elsa elton elvis emil emilia emily emma emmanuel enrico enrique eric erica erik
    ernest ernst esther ethan eva evelyn faith fatima felipe felix fernando florence franco franz frida
    friedrich gabriel gabriela gareth garth gary gavin geoff george georges gerard gianni gilbert giorgio
    giovanni giuseppe gloria gordon grace graham grant guido guillaume gustav guy hannah hans harvey hassan
    heather hector heinrich henri herbert herman hermann hilda hiroshi howard hugh hugo ian ibrahim ida igor
    ingrid irene iris isaac isabel ivan jack jacqueline jacques jan jane janet jason javier jean jerome
    jesse jessica jesús joan joanna johan johann johannes jordan jorge josef josé juan julia julian julie
    julius justin kai karen karin karl katarina keith kelly kevin khalid klaus kurt kyle lars laura lauren
    leila leonardo leslie lewis liam linda lisa lorenzo luca lucas lucia luigi luis luisa luke manuel marc
    marcel marco marcus maria marie marina mario mark marta martha martina mary mateo maurice mauro max
    maximilian mehmet melissa mia miguel mikhail milan miriam mohamed mohammed monica muhammad mustafa
    mykola nadia nancy naomi natalia natalie neil nicola nicole nigel nikolai nina noah noel nora norman
    olga oliver olivia omar oscar oskar otto pablo paolo pascal paul paula paulo pavel pedro per philippe
    pierre pietro priya quentin rafael rahul raj rajesh ralph ramon raúl renata ricardo riccardo rita
    roberto robin rodrigo roger roland roman rosa ross roy rudolf russell ruth ryan salvador sandra sara
    scott sean sebastian sergei sergio sharon sheila shirley simon sofia sonia sophia sophie stefan stefano
    stuart sven svetlana sylvia takashi tamara tania tanya taylor teresa tiffany todd tomás tracy trevor uma
    umberto ursula valentina valeria vera vernon viktor vincenzo virginia vittorio vladimir walter wanda
    warren wayne wendy wilhelm wolfgang xavier yasmin yoko yuri yusuf yves yvonne zoe
    """
)


def _groups() -> dict[str, frozenset[str]]:
    table: dict[str, set[str]] = {}
    for group in _NICKNAMES.split("|"):
        for name in group.split():
            table.setdefault(name, set()).add(group.split()[0])
    return {name: frozenset(groups) for name, groups in table.items()}


NICKNAME_GROUPS = _groups()
"""For each given name of the table, the names that it's a form of."""


def is_given_name(word: str) -> bool:
    """Whether a word is one of the common given names of the tables."""
    key = entity_key(word)
    return key in NICKNAME_GROUPS or key in _OTHERS
