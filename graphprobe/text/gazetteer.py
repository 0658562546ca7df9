"""A small gazetteer: countries with their other names, demonyms and largest cities, and some of their parts.

It's there to tell what kind of place a name is and to join "Sweden" with "Swedish", not to know the world;
whatever isn't in it is simply unknown. Facts of common knowledge, a line a country:
``name = other names | demonyms | cities``.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from graphprobe.text.normalize import entity_key, strip_marks

_COUNTRIES = """
Afghanistan = Islamic Emirate of Afghanistan | Afghan | Kabul, Kandahar, Herat
Albania = | Albanian | Tirana
Algeria = | Algerian | Algiers, Oran
Angola = | Angolan | Luanda
Argentina = Argentine Republic | Argentine, Argentinian | Buenos Aires, Rosario
Armenia = | Armenian | Yerevan
Australia = Commonwealth of Australia | Australian | Canberra, Sydney, Melbourne, Brisbane, Adelaide
Austria = | Austrian | Vienna, Graz, Salzburg, Innsbruck
Azerbaijan = | Azerbaijani, Azeri | Baku
Bahamas = The Bahamas | Bahamian | Nassau
Bahrain = | Bahraini | Manama
Bangladesh = | Bangladeshi | Dhaka, Chittagong
Barbados = | Barbadian | Bridgetown
Belarus = Belorussia, Byelorussia | Belarusian, Belarussian | Minsk
Belgium = | Belgian | Brussels, Antwerp, Ghent, Bruges
Belize = British Honduras | Belizean | Belmopan
Benin = Dahomey | Beninese | Porto-Novo, Cotonou
Bhutan = | Bhutanese | Thimphu
Bolivia = | Bolivian | Sucre, La Paz
Bosnia and Herzegovina = Bosnia, Bosnia-Herzegovina | Bosnian | Sarajevo
Botswana = | Botswanan | Gaborone
Brazil = Brasil | Brazilian | Brasília, Rio de Janeiro, São Paulo
Brunei = | Bruneian | Bandar Seri Begawan
Bulgaria = | Bulgarian | Sofia, Plovdiv
Burkina Faso = Upper Volta | Burkinabé | Ouagadougou
Burundi = | Burundian | Gitega, Bujumbura
Cambodia = Kampuchea | Cambodian | Phnom Penh
Cameroon = | Cameroonian | Yaoundé, Douala
Canada = | Canadian | Ottawa, Toronto, Montreal, Vancouver, Calgary
Cape Verde = Cabo Verde | Cape Verdean | Praia
Chad = | Chadian | N'Djamena
Chile = | Chilean | Santiago, Valparaíso
China = People's Republic of China, PRC, Mainland China | Chinese | Beijing, Shanghai, Nanjing, Wuhan
Colombia = | Colombian | Bogotá, Medellín, Cali
Costa Rica = | Costa Rican | San José
Croatia = | Croatian, Croat | Zagreb, Split
Cuba = | Cuban | Havana
Cyprus = | Cypriot | Nicosia
Czech Republic = Czechia | Czech | Prague, Brno
Democratic Republic of the Congo = DRC, DR Congo, Zaire | Congolese | Kinshasa
Denmark = | Danish, Dane | Copenhagen, Aarhus
Dominican Republic = | | Santo Domingo
Ecuador = | Ecuadorian | Quito, Guayaquil
Egypt = | Egyptian | Cairo, Alexandria
El Salvador = | Salvadoran | San Salvador
Eritrea = | Eritrean | Asmara
Estonia = | Estonian | Tallinn
Eswatini = Swaziland | Swazi | Mbabane
Ethiopia = Abyssinia | Ethiopian | Addis Ababa
Fiji = | Fijian | Suva
Finland = | Finnish, Finn | Helsinki, Turku, Tampere
France = French Republic | French | Paris, Lyon, Marseille, Bordeaux, Toulouse, Strasbourg, Lille
Gabon = | Gabonese | Libreville
Gambia = The Gambia | Gambian | Banjul
Germany = Federal Republic of Germany | German | Berlin, Hamburg, Munich, Cologne, Frankfurt, Dresden, Leipzig
Ghana = Gold Coast | Ghanaian | Accra, Kumasi
Greece = Hellenic Republic | Greek | Athens, Thessaloniki
Guatemala = | Guatemalan | Guatemala City
Guinea = | Guinean | Conakry
Guyana = British Guiana | Guyanese | Georgetown
Haiti = | Haitian | Port-au-Prince
Honduras = Republic of Honduras | Honduran | Tegucigalpa
Hungary = | Hungarian | Budapest
Iceland = | Icelandic, Icelander | Reykjavík
India = Republic of India, Bharat | Indian | New Delhi, Mumbai, Kolkata, Chennai, Bangalore, Hyderabad
Indonesia = Dutch East Indies | Indonesian | Jakarta, Surabaya
Iran = Persia, Islamic Republic of Iran | Iranian, Persian | Tehran, Isfahan
Iraq = | Iraqi | Baghdad, Basra, Mosul
Ireland = Republic of Ireland, Éire | Irish | Dublin, Cork, Galway
Israel = | Israeli | Jerusalem, Tel Aviv, Haifa
Italy = Italian Republic | Italian | Rome, Milan, Naples, Turin, Venice, Florence, Bologna, Genoa, Palermo
Ivory Coast = Côte d'Ivoire | Ivorian | Yamoussoukro, Abidjan
Jamaica = | Jamaican | Kingston
Japan = | Japanese | Tokyo, Osaka, Kyoto, Nagoya, Hiroshima, Nagasaki
Jordan = | Jordanian | Amman
Kazakhstan = | Kazakh | Astana, Almaty
Kenya = | Kenyan | Nairobi, Mombasa
Kosovo = | Kosovar | Pristina
Kuwait = | Kuwaiti | Kuwait City
Kyrgyzstan = | Kyrgyz | Bishkek
Laos = | Laotian | Vientiane
Latvia = | Latvian | Riga
Lebanon = | Lebanese | Beirut
Liberia = | Liberian | Monrovia
Libya = | Libyan | Tripoli, Benghazi
Liechtenstein = | | Vaduz
Lithuania = | Lithuanian | Vilnius, Kaunas
Luxembourg = | Luxembourgish | Luxembourg City
Madagascar = | Malagasy | Antananarivo
Malawi = Nyasaland | Malawian | Lilongwe
Malaysia = | Malaysian | Kuala Lumpur
Maldives = | Maldivian | Malé
Mali = | Malian | Bamako
Malta = | Maltese | Valletta
Mauritania = | Mauritanian | Nouakchott
Mauritius = | Mauritian | Port Louis
Mexico = | Mexican | Mexico City, Guadalajara, Monterrey
Moldova = | Moldovan | Chișinău
Monaco = | Monégasque, Monacan | Monte Carlo
Mongolia = | Mongolian | Ulaanbaatar
Montenegro = | Montenegrin | Podgorica
Morocco = | Moroccan | Rabat, Casablanca, Marrakesh
Mozambique = | Mozambican | Maputo
Myanmar = Burma | Burmese | Naypyidaw, Yangon
Namibia = South West Africa | Namibian | Windhoek
Nepal = | Nepalese, Nepali | Kathmandu, Pokhara
Netherlands = The Netherlands, Holland | Dutch | Amsterdam, Rotterdam, The Hague, Utrecht
New Zealand = Aotearoa | New Zealander | Wellington, Auckland, Christchurch
Nicaragua = | Nicaraguan | Managua
Niger = | Nigerien | Niamey
Nigeria = | Nigerian | Abuja, Lagos, Ibadan
North Korea = DPRK | North Korean | Pyongyang
North Macedonia = Republic of Macedonia, FYROM | Macedonian | Skopje
Norway = | Norwegian | Oslo, Bergen, Trondheim
Oman = | Omani | Muscat
Pakistan = | Pakistani | Islamabad, Karachi, Lahore
Palestine = | Palestinian | Ramallah, Gaza City
Panama = | Panamanian | Panama City
Papua New Guinea = | Papua New Guinean | Port Moresby
Paraguay = | Paraguayan | Asunción
Peru = | Peruvian | Lima, Cusco
Philippines = The Philippines | Filipino, Philippine | Manila, Quezon City
Poland = | Polish, Pole | Warsaw, Kraków, Gdańsk, Poznań, Wrocław
Portugal = | Portuguese | Lisbon, Porto
Qatar = | Qatari | Doha
Romania = Rumania | Romanian | Bucharest, Cluj-Napoca
Russia = Russian Federation | Russian | Moscow, Saint Petersburg, Novosibirsk, Kazan
Rwanda = | Rwandan | Kigali
Samoa = Western Samoa | Samoan | Apia
Saudi Arabia = | Saudi, Saudi Arabian | Riyadh, Jeddah, Mecca, Medina
Senegal = | Senegalese | Dakar
Serbia = | Serbian, Serb | Belgrade, Novi Sad
Sierra Leone = | Sierra Leonean | Freetown
Slovakia = Slovak Republic | Slovak, Slovakian | Bratislava
Slovenia = | Slovenian, Slovene | Ljubljana
Somalia = | Somali | Mogadishu
South Africa = | South African | Pretoria, Cape Town, Johannesburg, Durban
South Korea = Republic of Korea | South Korean | Seoul, Busan, Incheon
South Sudan = | South Sudanese | Juba
Soviet Union = USSR, Union of Soviet Socialist Republics | Soviet |
Spain = | Spanish, Spaniard | Madrid, Barcelona, Seville, Valencia, Bilbao
Sri Lanka = Ceylon | Sri Lankan | Colombo, Kandy
Sudan = | Sudanese | Khartoum
Suriname = | Surinamese | Paramaribo
Sweden = | Swedish, Swede | Stockholm, Gothenburg, Malmö, Uppsala
Switzerland = Swiss Confederation | Swiss | Bern, Zürich, Geneva, Basel, Lausanne
Syria = | Syrian | Damascus, Aleppo
Taiwan = | Taiwanese | Taipei, Kaohsiung
Tajikistan = | Tajik | Dushanbe
Tanzania = | Tanzanian | Dodoma, Dar es Salaam
Thailand = Siam | Thai | Bangkok, Chiang Mai
Togo = | Togolese | Lomé
Tonga = | Tongan | Nuku'alofa
Trinidad and Tobago = | Trinidadian | Port of Spain
Tunisia = | Tunisian | Tunis
Turkey = Türkiye | Turkish, Turk | Ankara, Istanbul, Izmir
Turkmenistan = | Turkmen | Ashgabat
Uganda = | Ugandan | Kampala
Ukraine = | Ukrainian | Kyiv, Lviv, Kharkiv, Odesa
United Arab Emirates = UAE | Emirati | Abu Dhabi, Dubai
United Kingdom = UK, U.K., Great Britain, Britain | British, Briton |
United States = USA, U.S., US, U.S.A., United States of America, America | American |
Uruguay = | Uruguayan | Montevideo
Uzbekistan = | Uzbek | Tashkent, Samarkand
Venezuela = | Venezuelan | Caracas, Maracaibo
Vietnam = Viet Nam | Vietnamese | Hanoi, Ho Chi Minh City
Yemen = | Yemeni | Sana'a, Aden
Yugoslavia = | Yugoslav |
Zambia = Northern Rhodesia | Zambian | Lusaka
Zimbabwe = Rhodesia | Zimbabwean | Harare
"""

_US_STATES = """
Alabama, Alaska, Arizona, Arkansas, California, Colorado, Connecticut, Delaware, Florida, Hawaii, Idaho,
Illinois, Indiana, Iowa, Kansas, Kentucky, Louisiana, Maine, Maryland, Massachusetts, Michigan,
Minnesota, Mississippi, Missouri, Montana, Nebraska, Nevada, New Hampshire, New Jersey, New Mexico, New
York, North Carolina, North Dakota, Ohio, Oklahoma, Oregon, Pennsylvania, Rhode Island, South Carolina,
South Dakota, Tennessee, Texas, Utah, Vermont, Virginia, West Virginia, Wisconsin, Wyoming
"""
_STATE_CODES = (
    "AL AK AZ AR CA CO CT DE FL HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH "
    "OK OR PA RI SC SD TN TX UT VT VA WV WI WY"
)
# Parts of other countries that stand after a comma as often as a country does.
_PARTS = {
    "United Kingdom": "England, Scotland, Wales, Northern Ireland",
    "Canada": "Ontario, Quebec, British Columbia, Alberta, Manitoba, Saskatchewan, Nova Scotia, "
    "New Brunswick, Newfoundland and Labrador, Prince Edward Island",
    "Australia": "New South Wales, Victoria, Queensland, South Australia, Western Australia, Tasmania",
    "Germany": "Bavaria, Saxony, Hesse, Lower Saxony, Brandenburg, Thuringia, Saarland, Baden-Württemberg",
}
_CITIES_OF_PARTS = {
    "England": "London, Leeds, Manchester, Liverpool, Birmingham, Sheffield, Bristol, "
    "Newcastle upon Tyne, Nottingham, Oxford, Cambridge, York",
    "Scotland": "Edinburgh, Glasgow, Aberdeen, Dundee",
    "Wales": "Cardiff, Swansea",
    "Northern Ireland": "Belfast",
    "New York": "New York City",
    "California": "Los Angeles, San Francisco, San Diego, Sacramento",
    "Illinois": "Chicago",
    "Texas": "Houston, Dallas, Austin, San Antonio",
    "Pennsylvania": "Philadelphia, Pittsburgh",
    "Massachusetts": "Boston",
    "Michigan": "Detroit",
    "Georgia": "Atlanta",
    "Washington": "Seattle",
    "Florida": "Miami, Orlando, Tampa",
    "Louisiana": "New Orleans",
    "Ohio": "Cleveland, Cincinnati",
    "Colorado": "Denver",
    "Nevada": "Las Vegas",
    "Minnesota": "Minneapolis",
    "Tennessee": "Nashville, Memphis",
    "Maryland": "Baltimore",
    "Arizona": "Phoenix",
    "Missouri": "St. Louis, Kansas City",
    "Oregon": "Portland",
}
# Countries that some count to one continent and some to another stand under both.
_CONTINENTS = {
    "Africa": "Algeria, Angola, Benin, Botswana, Burkina Faso, Burundi, Cameroon, Cape Verde, Chad, "
    "Democratic Republic of the Congo, Egypt, Eritrea, Eswatini, Ethiopia, Gabon, Gambia, Ghana, "
    "Guinea, Ivory Coast, Kenya, Liberia, Libya, Madagascar, Malawi, Mali, Mauritania, Mauritius, "
    "Morocco, Mozambique, Namibia, Niger, Nigeria, Rwanda, Senegal, Sierra Leone, Somalia, South "
    "Africa, South Sudan, Sudan, Tanzania, Togo, Tunisia, Uganda, Zambia, Zimbabwe",
    "Antarctica": "",
    "Asia": "Afghanistan, Armenia, Azerbaijan, Bahrain, Bangladesh, Bhutan, Brunei, Cambodia, China, "
    "Cyprus, Egypt, India, Indonesia, Iran, Iraq, Israel, Japan, Jordan, Kazakhstan, Kuwait, "
    "Kyrgyzstan, Laos, Lebanon, Malaysia, Maldives, Mongolia, Myanmar, Nepal, North Korea, Oman, "
    "Pakistan, Palestine, Philippines, Qatar, Russia, Saudi Arabia, South Korea, Soviet Union, "
    "Sri Lanka, Syria, Taiwan, Tajikistan, Thailand, Turkey, Turkmenistan, United Arab Emirates, "
    "Uzbekistan, Vietnam, Yemen",
    "Europe": "Albania, Armenia, Austria, Azerbaijan, Belarus, Belgium, Bosnia and Herzegovina, Bulgaria, "
    "Croatia, Cyprus, Czech Republic, Denmark, Estonia, Finland, France, Germany, Greece, "
    "Hungary, Iceland, Ireland, Italy, Kazakhstan, Kosovo, Latvia, Liechtenstein, Lithuania, "
    "Luxembourg, Malta, Moldova, Monaco, Montenegro, Netherlands, North Macedonia, Norway, "
    "Poland, Portugal, Romania, Russia, Serbia, Slovakia, Slovenia, Soviet Union, Spain, Sweden, "
    "Switzerland, Turkey, Ukraine, United Kingdom, Yugoslavia",
    "North America": "Bahamas, Barbados, Belize, Canada, Costa Rica, Cuba, Dominican Republic, El Salvador, "
    "Guatemala, Haiti, Honduras, Jamaica, Mexico, Nicaragua, Panama, Trinidad and Tobago, "
    "United States",
    "South America": "Argentina, Bolivia, Brazil, Chile, Colombia, Ecuador, Guyana, Paraguay, Peru, "
    "Suriname, Trinidad and Tobago, Uruguay, Venezuela",
    "Oceania": "Australia, Fiji, Indonesia, New Zealand, Papua New Guinea, Samoa, Tonga, United States",
}
# Both a state and a country or a city; they keep their place after a comma but never decide alone.
_DOUBTFUL_PARTS = ("Georgia", "Washington")
_OLDER_NAMES = """
Bombay = Mumbai, Calcutta = Kolkata, Madras = Chennai, Bengaluru = Bangalore, Kiev = Kyiv, Odessa = Odesa,
Lvov = Lviv, Lemberg = Lviv, Peking = Beijing, Constantinople = Istanbul, Leningrad = Saint Petersburg,
Petrograd = Saint Petersburg, St. Petersburg = Saint Petersburg, Saigon = Ho Chi Minh City, Rangoon = Yangon,
Danzig = Gdańsk, Breslau = Wrocław, Cracow = Kraków, Kristiania = Oslo, Christiania = Oslo, Edo = Tokyo,
NYC = New York City, LA = Los Angeles
"""


class Place(NamedTuple):
    """A known place.

    Attributes:
        name: its main name.
        level: ``city``, ``region``, ``country`` or ``continent``.
        within: the known regions, countries and continents that hold it, the nearest first.
        country: the country that holds it, or that it is; None for a continent.
    """

    name: str
    level: str
    within: tuple[str, ...]
    country: str | None


def _key(name: str) -> str:
    return strip_marks(entity_key(name))


def _split(names: str) -> list[str]:
    return [name.strip() for name in names.replace("\n", " ").split(",") if name.strip()]


def _continents() -> dict[str, tuple[str, ...]]:
    """The continents of each country."""
    found: dict[str, tuple[str, ...]] = {}
    for continent, countries in _CONTINENTS.items():
        for country in _split(countries):
            found[country] = (*found.get(country, ()), continent)
    return found


def _countries() -> Iterator[tuple[str, list[str], list[str], list[str]]]:
    """A country, its other names, its demonyms and its cities."""
    for line in _COUNTRIES.strip().splitlines():
        country, rest = (side.strip() for side in line.split(" =", 1))
        others, people, cities = (_split(column) for column in rest.split("|"))
        yield country, others, people, cities


def _build_places() -> dict[str, Place]:
    continents = _continents()
    places = {_key(name): Place(name, "continent", (), None) for name in _CONTINENTS}
    for country, others, _, cities in _countries():
        for name in (country, *others):
            places[_key(name)] = Place(country, "country", continents[country], country)
        for name in cities:
            places[_key(name)] = Place(name, "city", (country, *continents[country]), country)
    for country, parts in {"United States": _US_STATES, **_PARTS}.items():
        for name in _split(parts):
            places[_key(name)] = Place(name, "region", (country, *continents[country]), country)
    for name, code in zip(_split(_US_STATES), _STATE_CODES.split(), strict=True):
        places.setdefault(f"state code {code.lower()}", places[_key(name)])
    for region, cities_of in _CITIES_OF_PARTS.items():
        known = places.get(_key(region))
        country = known.country if known and known.country else "United States"
        for name in _split(cities_of):
            places[_key(name)] = Place(name, "city", (region, country, *continents[country]), country)
    for pair in _split(_OLDER_NAMES):
        alias, name = pair.split(" = ")
        places[_key(alias)] = places[_key(name)]
    return places


_PLACES = _build_places()
_DEMONYMS = {_key(name): country for country, _, people, _ in _countries() for name in people}


def place_of(name: str, *, after_comma: bool = False) -> Place | None:
    """The known place of a name; None if there's none. State codes ("TX") count only after a comma."""
    key = _key(name)
    if after_comma:
        if name.strip().isupper() and f"state code {key}" in _PLACES:
            return _PLACES[f"state code {key}"]
        for doubtful in _DOUBTFUL_PARTS:
            if key == _key(doubtful):
                return None
    return _PLACES.get(key)


def country_of_demonym(word: str) -> str | None:
    """The country that a demonym names ("Swedish", "the Dutch"); None for another word."""
    return _DEMONYMS.get(_key(word))
