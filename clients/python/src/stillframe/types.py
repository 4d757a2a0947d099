"""The options and results of all operations."""

# Generated from lib/schema by scripts/generate/python-client.ts. `npm run generate` rewrites it.

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, TypedDict, Union, final

if TYPE_CHECKING:
    from typing_extensions import NotRequired


DeviceId = Literal[
    "blackberry_playbook", "blackberry_playbook_landscape", "blackberry_z30",
    "blackberry_z30_landscape", "galaxy_note_3", "galaxy_note_3_landscape", "galaxy_note_ii",
    "galaxy_note_ii_landscape", "galaxy_s_iii", "galaxy_s_iii_landscape", "galaxy_s5",
    "galaxy_s5_landscape", "galaxy_s8", "galaxy_s8_landscape", "galaxy_s9plus",
    "galaxy_s9plus_landscape", "galaxy_tab_s4", "galaxy_tab_s4_landscape", "ipad",
    "ipad_landscape", "ipad_gen_6", "ipad_gen_6_landscape", "ipad_gen_7", "ipad_gen_7_landscape",
    "ipad_mini", "ipad_mini_landscape", "ipad_pro", "ipad_pro_landscape", "ipad_pro_11",
    "ipad_pro_11_landscape", "iphone_4", "iphone_4_landscape", "iphone_5", "iphone_5_landscape",
    "iphone_6", "iphone_6_landscape", "iphone_6_plus", "iphone_6_plus_landscape", "iphone_7",
    "iphone_7_landscape", "iphone_7_plus", "iphone_7_plus_landscape", "iphone_8",
    "iphone_8_landscape", "iphone_8_plus", "iphone_8_plus_landscape", "iphone_se",
    "iphone_se_landscape", "iphone_se_3rd_gen", "iphone_se_3rd_gen_landscape", "iphone_x",
    "iphone_x_landscape", "iphone_xr", "iphone_xr_landscape", "iphone_11", "iphone_11_landscape",
    "iphone_11_pro", "iphone_11_pro_landscape", "iphone_11_pro_max", "iphone_11_pro_max_landscape",
    "iphone_12", "iphone_12_landscape", "iphone_12_pro", "iphone_12_pro_landscape",
    "iphone_12_pro_max", "iphone_12_pro_max_landscape", "iphone_12_mini",
    "iphone_12_mini_landscape", "iphone_13", "iphone_13_landscape", "iphone_13_pro",
    "iphone_13_pro_landscape", "iphone_13_pro_max", "iphone_13_pro_max_landscape",
    "iphone_13_mini", "iphone_13_mini_landscape", "iphone_14", "iphone_14_landscape",
    "iphone_14_plus", "iphone_14_plus_landscape", "iphone_14_pro", "iphone_14_pro_landscape",
    "iphone_14_pro_max", "iphone_14_pro_max_landscape", "iphone_15", "iphone_15_landscape",
    "iphone_15_plus", "iphone_15_plus_landscape", "iphone_15_pro", "iphone_15_pro_landscape",
    "iphone_15_pro_max", "iphone_15_pro_max_landscape", "iphone_16", "iphone_16_landscape",
    "iphone_16_plus", "iphone_16_plus_landscape", "iphone_16_pro", "iphone_16_pro_landscape",
    "iphone_16_pro_max", "iphone_16_pro_max_landscape", "iphone_16e", "iphone_16e_landscape",
    "iphone_17", "iphone_17_landscape", "iphone_air", "iphone_air_landscape", "iphone_17_pro",
    "iphone_17_pro_landscape", "iphone_17_pro_max", "iphone_17_pro_max_landscape", "iphone_17e",
    "iphone_17e_landscape", "jiophone_2", "jiophone_2_landscape", "kindle_fire_hdx",
    "kindle_fire_hdx_landscape", "lg_optimus_l70", "lg_optimus_l70_landscape",
    "microsoft_lumia_550", "microsoft_lumia_950", "microsoft_lumia_950_landscape", "nexus_10",
    "nexus_10_landscape", "nexus_4", "nexus_4_landscape", "nexus_5", "nexus_5_landscape",
    "nexus_5x", "nexus_5x_landscape", "nexus_6", "nexus_6_landscape", "nexus_6p",
    "nexus_6p_landscape", "nexus_7", "nexus_7_landscape", "nokia_lumia_520",
    "nokia_lumia_520_landscape", "nokia_n9", "nokia_n9_landscape", "pixel_2", "pixel_2_landscape",
    "pixel_2_xl", "pixel_2_xl_landscape", "pixel_3", "pixel_3_landscape", "pixel_4",
    "pixel_4_landscape", "pixel_4a_5g", "pixel_4a_5g_landscape", "pixel_5", "pixel_5_landscape",
    "moto_g4", "moto_g4_landscape",
]


TimeZone = Literal[
    "Africa/Abidjan", "Africa/Accra", "Africa/Addis_Ababa", "Africa/Algiers", "Africa/Asmara",
    "Africa/Asmera", "Africa/Bamako", "Africa/Bangui", "Africa/Banjul", "Africa/Bissau",
    "Africa/Blantyre", "Africa/Brazzaville", "Africa/Bujumbura", "Africa/Cairo",
    "Africa/Casablanca", "Africa/Ceuta", "Africa/Conakry", "Africa/Dakar", "Africa/Dar_es_Salaam",
    "Africa/Djibouti", "Africa/Douala", "Africa/El_Aaiun", "Africa/Freetown", "Africa/Gaborone",
    "Africa/Harare", "Africa/Johannesburg", "Africa/Juba", "Africa/Kampala", "Africa/Khartoum",
    "Africa/Kigali", "Africa/Kinshasa", "Africa/Lagos", "Africa/Libreville", "Africa/Lome",
    "Africa/Luanda", "Africa/Lubumbashi", "Africa/Lusaka", "Africa/Malabo", "Africa/Maputo",
    "Africa/Maseru", "Africa/Mbabane", "Africa/Mogadishu", "Africa/Monrovia", "Africa/Nairobi",
    "Africa/Ndjamena", "Africa/Niamey", "Africa/Nouakchott", "Africa/Ouagadougou",
    "Africa/Porto-Novo", "Africa/Sao_Tome", "Africa/Timbuktu", "Africa/Tripoli", "Africa/Tunis",
    "Africa/Windhoek", "America/Adak", "America/Anchorage", "America/Anguilla", "America/Antigua",
    "America/Araguaina", "America/Argentina/Buenos_Aires", "America/Argentina/Catamarca",
    "America/Argentina/ComodRivadavia", "America/Argentina/Cordoba", "America/Argentina/Jujuy",
    "America/Argentina/La_Rioja", "America/Argentina/Mendoza", "America/Argentina/Rio_Gallegos",
    "America/Argentina/Salta", "America/Argentina/San_Juan", "America/Argentina/San_Luis",
    "America/Argentina/Tucuman", "America/Argentina/Ushuaia", "America/Aruba", "America/Asuncion",
    "America/Atikokan", "America/Atka", "America/Bahia", "America/Bahia_Banderas",
    "America/Barbados", "America/Belem", "America/Belize", "America/Blanc-Sablon",
    "America/Boa_Vista", "America/Bogota", "America/Boise", "America/Buenos_Aires",
    "America/Cambridge_Bay", "America/Campo_Grande", "America/Cancun", "America/Caracas",
    "America/Catamarca", "America/Cayenne", "America/Cayman", "America/Chicago",
    "America/Chihuahua", "America/Ciudad_Juarez", "America/Coral_Harbour", "America/Cordoba",
    "America/Costa_Rica", "America/Coyhaique", "America/Creston", "America/Cuiaba",
    "America/Curacao", "America/Danmarkshavn", "America/Dawson", "America/Dawson_Creek",
    "America/Denver", "America/Detroit", "America/Dominica", "America/Edmonton",
    "America/Eirunepe", "America/El_Salvador", "America/Ensenada", "America/Fort_Nelson",
    "America/Fort_Wayne", "America/Fortaleza", "America/Glace_Bay", "America/Godthab",
    "America/Goose_Bay", "America/Grand_Turk", "America/Grenada", "America/Guadeloupe",
    "America/Guatemala", "America/Guayaquil", "America/Guyana", "America/Halifax",
    "America/Havana", "America/Hermosillo", "America/Indiana/Indianapolis", "America/Indiana/Knox",
    "America/Indiana/Marengo", "America/Indiana/Petersburg", "America/Indiana/Tell_City",
    "America/Indiana/Vevay", "America/Indiana/Vincennes", "America/Indiana/Winamac",
    "America/Indianapolis", "America/Inuvik", "America/Iqaluit", "America/Jamaica",
    "America/Jujuy", "America/Juneau", "America/Kentucky/Louisville",
    "America/Kentucky/Monticello", "America/Knox_IN", "America/Kralendijk", "America/La_Paz",
    "America/Lima", "America/Los_Angeles", "America/Louisville", "America/Lower_Princes",
    "America/Maceio", "America/Managua", "America/Manaus", "America/Marigot", "America/Martinique",
    "America/Matamoros", "America/Mazatlan", "America/Mendoza", "America/Menominee",
    "America/Merida", "America/Metlakatla", "America/Mexico_City", "America/Miquelon",
    "America/Moncton", "America/Monterrey", "America/Montevideo", "America/Montreal",
    "America/Montserrat", "America/Nassau", "America/New_York", "America/Nipigon", "America/Nome",
    "America/Noronha", "America/North_Dakota/Beulah", "America/North_Dakota/Center",
    "America/North_Dakota/New_Salem", "America/Nuuk", "America/Ojinaga", "America/Panama",
    "America/Pangnirtung", "America/Paramaribo", "America/Phoenix", "America/Port-au-Prince",
    "America/Port_of_Spain", "America/Porto_Acre", "America/Porto_Velho", "America/Puerto_Rico",
    "America/Punta_Arenas", "America/Rainy_River", "America/Rankin_Inlet", "America/Recife",
    "America/Regina", "America/Resolute", "America/Rio_Branco", "America/Rosario",
    "America/Santa_Isabel", "America/Santarem", "America/Santiago", "America/Santo_Domingo",
    "America/Sao_Paulo", "America/Scoresbysund", "America/Shiprock", "America/Sitka",
    "America/St_Barthelemy", "America/St_Johns", "America/St_Kitts", "America/St_Lucia",
    "America/St_Thomas", "America/St_Vincent", "America/Swift_Current", "America/Tegucigalpa",
    "America/Thule", "America/Thunder_Bay", "America/Tijuana", "America/Toronto",
    "America/Tortola", "America/Vancouver", "America/Virgin", "America/Whitehorse",
    "America/Winnipeg", "America/Yakutat", "America/Yellowknife", "Antarctica/Casey",
    "Antarctica/Davis", "Antarctica/DumontDUrville", "Antarctica/Macquarie", "Antarctica/Mawson",
    "Antarctica/McMurdo", "Antarctica/Palmer", "Antarctica/Rothera", "Antarctica/South_Pole",
    "Antarctica/Syowa", "Antarctica/Troll", "Antarctica/Vostok", "Arctic/Longyearbyen",
    "Asia/Aden", "Asia/Almaty", "Asia/Amman", "Asia/Anadyr", "Asia/Aqtau", "Asia/Aqtobe",
    "Asia/Ashgabat", "Asia/Ashkhabad", "Asia/Atyrau", "Asia/Baghdad", "Asia/Bahrain", "Asia/Baku",
    "Asia/Bangkok", "Asia/Barnaul", "Asia/Beirut", "Asia/Bishkek", "Asia/Brunei", "Asia/Calcutta",
    "Asia/Chita", "Asia/Choibalsan", "Asia/Chongqing", "Asia/Chungking", "Asia/Colombo",
    "Asia/Dacca", "Asia/Damascus", "Asia/Dhaka", "Asia/Dili", "Asia/Dubai", "Asia/Dushanbe",
    "Asia/Famagusta", "Asia/Gaza", "Asia/Harbin", "Asia/Hebron", "Asia/Ho_Chi_Minh",
    "Asia/Hong_Kong", "Asia/Hovd", "Asia/Irkutsk", "Asia/Istanbul", "Asia/Jakarta",
    "Asia/Jayapura", "Asia/Jerusalem", "Asia/Kabul", "Asia/Kamchatka", "Asia/Karachi",
    "Asia/Kashgar", "Asia/Kathmandu", "Asia/Katmandu", "Asia/Khandyga", "Asia/Kolkata",
    "Asia/Krasnoyarsk", "Asia/Kuala_Lumpur", "Asia/Kuching", "Asia/Kuwait", "Asia/Macao",
    "Asia/Macau", "Asia/Magadan", "Asia/Makassar", "Asia/Manila", "Asia/Muscat", "Asia/Nicosia",
    "Asia/Novokuznetsk", "Asia/Novosibirsk", "Asia/Omsk", "Asia/Oral", "Asia/Phnom_Penh",
    "Asia/Pontianak", "Asia/Pyongyang", "Asia/Qatar", "Asia/Qostanay", "Asia/Qyzylorda",
    "Asia/Rangoon", "Asia/Riyadh", "Asia/Saigon", "Asia/Sakhalin", "Asia/Samarkand", "Asia/Seoul",
    "Asia/Shanghai", "Asia/Singapore", "Asia/Srednekolymsk", "Asia/Taipei", "Asia/Tashkent",
    "Asia/Tbilisi", "Asia/Tehran", "Asia/Tel_Aviv", "Asia/Thimbu", "Asia/Thimphu", "Asia/Tokyo",
    "Asia/Tomsk", "Asia/Ujung_Pandang", "Asia/Ulaanbaatar", "Asia/Ulan_Bator", "Asia/Urumqi",
    "Asia/Ust-Nera", "Asia/Vientiane", "Asia/Vladivostok", "Asia/Yakutsk", "Asia/Yangon",
    "Asia/Yekaterinburg", "Asia/Yerevan", "Atlantic/Azores", "Atlantic/Bermuda", "Atlantic/Canary",
    "Atlantic/Cape_Verde", "Atlantic/Faeroe", "Atlantic/Faroe", "Atlantic/Jan_Mayen",
    "Atlantic/Madeira", "Atlantic/Reykjavik", "Atlantic/South_Georgia", "Atlantic/St_Helena",
    "Atlantic/Stanley", "Australia/ACT", "Australia/Adelaide", "Australia/Brisbane",
    "Australia/Broken_Hill", "Australia/Canberra", "Australia/Currie", "Australia/Darwin",
    "Australia/Eucla", "Australia/Hobart", "Australia/LHI", "Australia/Lindeman",
    "Australia/Lord_Howe", "Australia/Melbourne", "Australia/NSW", "Australia/North",
    "Australia/Perth", "Australia/Queensland", "Australia/South", "Australia/Sydney",
    "Australia/Tasmania", "Australia/Victoria", "Australia/West", "Australia/Yancowinna",
    "Brazil/Acre", "Brazil/DeNoronha", "Brazil/East", "Brazil/West", "CET", "CST6CDT",
    "Canada/Atlantic", "Canada/Central", "Canada/Eastern", "Canada/Mountain",
    "Canada/Newfoundland", "Canada/Pacific", "Canada/Saskatchewan", "Canada/Yukon",
    "Chile/Continental", "Chile/EasterIsland", "Cuba", "EET", "EST", "EST5EDT", "Egypt", "Eire",
    "Etc/GMT", "Etc/GMT+0", "Etc/GMT+1", "Etc/GMT+10", "Etc/GMT+11", "Etc/GMT+12", "Etc/GMT+2",
    "Etc/GMT+3", "Etc/GMT+4", "Etc/GMT+5", "Etc/GMT+6", "Etc/GMT+7", "Etc/GMT+8", "Etc/GMT+9",
    "Etc/GMT-0", "Etc/GMT-1", "Etc/GMT-10", "Etc/GMT-11", "Etc/GMT-12", "Etc/GMT-13", "Etc/GMT-14",
    "Etc/GMT-2", "Etc/GMT-3", "Etc/GMT-4", "Etc/GMT-5", "Etc/GMT-6", "Etc/GMT-7", "Etc/GMT-8",
    "Etc/GMT-9", "Etc/GMT0", "Etc/Greenwich", "Etc/UCT", "Etc/UTC", "Etc/Universal", "Etc/Zulu",
    "Europe/Amsterdam", "Europe/Andorra", "Europe/Astrakhan", "Europe/Athens", "Europe/Belfast",
    "Europe/Belgrade", "Europe/Berlin", "Europe/Bratislava", "Europe/Brussels", "Europe/Bucharest",
    "Europe/Budapest", "Europe/Busingen", "Europe/Chisinau", "Europe/Copenhagen", "Europe/Dublin",
    "Europe/Gibraltar", "Europe/Guernsey", "Europe/Helsinki", "Europe/Isle_of_Man",
    "Europe/Istanbul", "Europe/Jersey", "Europe/Kaliningrad", "Europe/Kiev", "Europe/Kirov",
    "Europe/Kyiv", "Europe/Lisbon", "Europe/Ljubljana", "Europe/London", "Europe/Luxembourg",
    "Europe/Madrid", "Europe/Malta", "Europe/Mariehamn", "Europe/Minsk", "Europe/Monaco",
    "Europe/Moscow", "Europe/Nicosia", "Europe/Oslo", "Europe/Paris", "Europe/Podgorica",
    "Europe/Prague", "Europe/Riga", "Europe/Rome", "Europe/Samara", "Europe/San_Marino",
    "Europe/Sarajevo", "Europe/Saratov", "Europe/Simferopol", "Europe/Skopje", "Europe/Sofia",
    "Europe/Stockholm", "Europe/Tallinn", "Europe/Tirane", "Europe/Tiraspol", "Europe/Ulyanovsk",
    "Europe/Uzhgorod", "Europe/Vaduz", "Europe/Vatican", "Europe/Vienna", "Europe/Vilnius",
    "Europe/Volgograd", "Europe/Warsaw", "Europe/Zagreb", "Europe/Zaporozhye", "Europe/Zurich",
    "GB", "GB-Eire", "GMT", "GMT+0", "GMT-0", "GMT0", "Greenwich", "HST", "Hongkong", "Iceland",
    "Indian/Antananarivo", "Indian/Chagos", "Indian/Christmas", "Indian/Cocos", "Indian/Comoro",
    "Indian/Kerguelen", "Indian/Mahe", "Indian/Maldives", "Indian/Mauritius", "Indian/Mayotte",
    "Indian/Reunion", "Iran", "Israel", "Jamaica", "Japan", "Kwajalein", "Libya", "MET", "MST",
    "MST7MDT", "Mexico/BajaNorte", "Mexico/BajaSur", "Mexico/General", "NZ", "NZ-CHAT", "Navajo",
    "PRC", "PST8PDT", "Pacific/Apia", "Pacific/Auckland", "Pacific/Bougainville",
    "Pacific/Chatham", "Pacific/Chuuk", "Pacific/Easter", "Pacific/Efate", "Pacific/Enderbury",
    "Pacific/Fakaofo", "Pacific/Fiji", "Pacific/Funafuti", "Pacific/Galapagos", "Pacific/Gambier",
    "Pacific/Guadalcanal", "Pacific/Guam", "Pacific/Honolulu", "Pacific/Johnston",
    "Pacific/Kanton", "Pacific/Kiritimati", "Pacific/Kosrae", "Pacific/Kwajalein",
    "Pacific/Majuro", "Pacific/Marquesas", "Pacific/Midway", "Pacific/Nauru", "Pacific/Niue",
    "Pacific/Norfolk", "Pacific/Noumea", "Pacific/Pago_Pago", "Pacific/Palau", "Pacific/Pitcairn",
    "Pacific/Pohnpei", "Pacific/Ponape", "Pacific/Port_Moresby", "Pacific/Rarotonga",
    "Pacific/Saipan", "Pacific/Samoa", "Pacific/Tahiti", "Pacific/Tarawa", "Pacific/Tongatapu",
    "Pacific/Truk", "Pacific/Wake", "Pacific/Wallis", "Pacific/Yap", "Poland", "Portugal", "ROC",
    "ROK", "Singapore", "Turkey", "UCT", "US/Alaska", "US/Aleutian", "US/Arizona", "US/Central",
    "US/East-Indiana", "US/Eastern", "US/Hawaii", "US/Indiana-Starke", "US/Michigan",
    "US/Mountain", "US/Pacific", "US/Samoa", "UTC", "Universal", "W-SU", "WET", "Zulu",
]


class QuotaData(TypedDict):
    percent: int
    """The share of the quota that is used, in percent."""
    quota: int
    """Renders per month (UTC)."""
    month: str
    """The month (UTC)."""


class TaskFailedData(TypedDict):
    task_id: int
    """Id of the task."""
    task_name: str | None
    """Name of the task, or null if it was deleted."""
    request_id: str
    """Id of the request."""
    url: str | None
    """URL of the page, or null."""
    failures: int
    """How many runs have failed in a row."""
    error: TaskFailedDataError
    """Why the latest run failed."""


class TaskFailedDataError(TypedDict):
    code: str
    message: str


class TaskChangedData(TypedDict):
    task_id: int
    """Id of the task."""
    task_name: str | None
    """Name of the task, or null if it was deleted."""
    request_id: str
    """Id of the request."""
    url: str | None
    """URL of the page, or null."""
    title: str | None
    """Title of the page, or null."""
    file: str
    """URL of the file after the change."""
    content_type: str
    """Content type of the file."""
    expires: int
    """When the file expires, in Unix seconds."""
    change: ChangeView
    """As in `GET /v1/requests/{id}`."""


class DeliveryFailedData(TypedDict):
    request_id: str | None
    """Id of the request, or null."""
    batch_id: str | None
    """Id of the batch, or null."""
    delivery: Literal["webhook", "upload"]
    """What was given up."""
    url: str
    """Host of the webhook, or URL of the upload without its query."""
    attempts: int
    """Number of attempts."""
    error: str
    """Why the last attempt failed."""


class KeyExpiringData(TypedDict):
    key_id: str
    """Id of the access key."""
    name: str
    """Name of the access key."""
    valid_until: int
    """Unix time in seconds from which it is invalid."""


class BatchEndedData(TypedDict):
    batch_id: str
    """Id of the batch."""
    total: int
    done: int
    failed: int
    codes: Mapping[str, int]


class TestData(TypedDict):
    message: str
    """What this event is for."""


class AccountReport(TypedDict):
    id: str
    plan: AccountReportPlan
    created: int
    signed_requests: bool
    signature_version: Literal[1, 2]
    invoice: Literal["paid", "unpaid"]
    access_key_start: str
    key_generation: int


class AccountReportPlan(TypedDict):
    name: Literal["free", "starter", "growth", "scale"]
    quota: int
    requests_per_minute: int
    concurrency: int
    free_failures: int
    features: Sequence[Literal["tasks", "gpu_rendering", "ip_location"]]


class Acknowledgement(TypedDict):
    status: Literal["Accepted"]
    message: str
    created: int
    id: str
    url: str


class BaselineView(TypedDict):
    id: str
    file: str
    expires: int


class BatchList(TypedDict):
    batches: Sequence[BatchView]
    cursor: str | None


class BatchView(TypedDict):
    id: str
    operation: Literal["screenshot", "screencast", "pdf", "scrape", "snapshot"]
    status: Literal["running", "ended"]
    created: int
    finished: int | None
    total: int
    queued: int
    done: int
    failed: int
    codes: Mapping[str, int]
    progress: float
    estimated_end: int | None
    max_concurrency: int
    sitemap: str | None
    key_id: str | None
    webhook: WebhookView | None


class ChangeView(TypedDict):
    changed: bool
    ratio: float
    regions: Sequence[ChangeViewRegion]
    before: BaselineView | None
    difference: ChangeViewDifference | None
    text_difference: ChangeViewTextDifference | None


class ChangeViewRegion(TypedDict):
    x: int
    y: int
    width: int
    height: int


class ChangeViewDifference(TypedDict):
    file: str
    expires: int


class ChangeViewTextDifference(TypedDict):
    file: str
    expires: int


class Device(TypedDict):
    id: str
    name: str
    userAgent: str
    screen: DeviceScreen
    viewport: DeviceViewport


class DeviceScreen(TypedDict):
    width: int
    height: int


class DeviceViewport(TypedDict):
    width: int
    height: int
    deviceScaleFactor: float
    isMobile: bool
    hasTouch: bool
    isLandscape: bool


class DeviceList(TypedDict):
    devices: Sequence[Device]


class EventList(TypedDict):
    events: Sequence[EventView]
    cursor: str | None


@final
class Quota50EventPayload(TypedDict):
    type: Literal["quota.50"]
    """What has happened."""
    timestamp: str
    """When it happened."""
    data: QuotaData
    """What the event says."""


@final
class Quota90EventPayload(TypedDict):
    type: Literal["quota.90"]
    """What has happened."""
    timestamp: str
    """When it happened."""
    data: QuotaData
    """What the event says."""


@final
class Quota100EventPayload(TypedDict):
    type: Literal["quota.100"]
    """What has happened."""
    timestamp: str
    """When it happened."""
    data: QuotaData
    """What the event says."""


@final
class TaskFailedEventPayload(TypedDict):
    type: Literal["task.failed"]
    """What has happened."""
    timestamp: str
    """When it happened."""
    data: TaskFailedData
    """What the event says."""


@final
class TaskChangedEventPayload(TypedDict):
    type: Literal["task.changed"]
    """What has happened."""
    timestamp: str
    """When it happened."""
    data: TaskChangedData
    """What the event says."""


@final
class DeliveryFailedEventPayload(TypedDict):
    type: Literal["delivery.failed"]
    """What has happened."""
    timestamp: str
    """When it happened."""
    data: DeliveryFailedData
    """What the event says."""


@final
class KeyExpiringEventPayload(TypedDict):
    type: Literal["key.expiring"]
    """What has happened."""
    timestamp: str
    """When it happened."""
    data: KeyExpiringData
    """What the event says."""


@final
class BatchEndedEventPayload(TypedDict):
    type: Literal["batch.ended"]
    """What has happened."""
    timestamp: str
    """When it happened."""
    data: BatchEndedData
    """What the event says."""


@final
class TestEventPayload(TypedDict):
    type: Literal["test"]
    """What has happened."""
    timestamp: str
    """When it happened."""
    data: TestData
    """What the event says."""


class Quota50EventView(TypedDict):
    id: str
    type: Literal["quota.50"]
    """What has happened."""
    created: int
    data: QuotaData
    """What the event says."""
    subscription_id: str
    webhook: WebhookView


class Quota90EventView(TypedDict):
    id: str
    type: Literal["quota.90"]
    """What has happened."""
    created: int
    data: QuotaData
    """What the event says."""
    subscription_id: str
    webhook: WebhookView


class Quota100EventView(TypedDict):
    id: str
    type: Literal["quota.100"]
    """What has happened."""
    created: int
    data: QuotaData
    """What the event says."""
    subscription_id: str
    webhook: WebhookView


class TaskFailedEventView(TypedDict):
    id: str
    type: Literal["task.failed"]
    """What has happened."""
    created: int
    data: TaskFailedData
    """What the event says."""
    subscription_id: str
    webhook: WebhookView


class TaskChangedEventView(TypedDict):
    id: str
    type: Literal["task.changed"]
    """What has happened."""
    created: int
    data: TaskChangedData
    """What the event says."""
    subscription_id: str
    webhook: WebhookView


class DeliveryFailedEventView(TypedDict):
    id: str
    type: Literal["delivery.failed"]
    """What has happened."""
    created: int
    data: DeliveryFailedData
    """What the event says."""
    subscription_id: str
    webhook: WebhookView


class KeyExpiringEventView(TypedDict):
    id: str
    type: Literal["key.expiring"]
    """What has happened."""
    created: int
    data: KeyExpiringData
    """What the event says."""
    subscription_id: str
    webhook: WebhookView


class BatchEndedEventView(TypedDict):
    id: str
    type: Literal["batch.ended"]
    """What has happened."""
    created: int
    data: BatchEndedData
    """What the event says."""
    subscription_id: str
    webhook: WebhookView


class TestEventView(TypedDict):
    id: str
    type: Literal["test"]
    """What has happened."""
    created: int
    data: TestData
    """What the event says."""
    subscription_id: str
    webhook: WebhookView


class KeyList(TypedDict):
    keys: Sequence[KeyView]
    key_generation: int


class KeyView(TypedDict):
    id: str
    access_key: str | None
    name: str
    scope: Literal["full", "render", "read", "links"]
    created: int
    valid_until: int | None
    last_used: str | None


class NewKey(TypedDict):
    id: str | None
    access_key: str | None
    secret_key: str | None
    key_generation: int


class Overview(TypedDict):
    account: AccountReport
    usage: UsageReport
    history: UsageHistory
    requests: RequestList
    stored: RequestList
    failures: OverviewFailures
    tasks: Sequence[Task] | None


class OverviewFailures(TypedDict):
    codes: Sequence[OverviewFailuresCode]
    complete: bool


class OverviewFailuresCode(TypedDict):
    code: str
    count: int


class RenderResult(TypedDict):
    id: str
    url: str | None
    final_url: str | None
    status: int | None
    title: str | None
    file: str
    created: int
    expires: int
    upload: RenderResultUpload | None
    content_type: str
    bytes: int
    width: int | None
    height: int | None
    pages: int | None
    duration: float | None
    timeout: str | None
    incomplete: Sequence[RenderResultIncomplete]
    metadata: RenderResultMetadata
    report: Mapping[str, Any] | None


class RenderResultUpload(TypedDict):
    url: str
    bucket: str | None
    key: str | None


class RenderResultIncomplete(TypedDict):
    part: Literal["list", "frame", "section", "scroll"]
    reason: Literal["timeout", "endless", "moving", "limit", "not_drawn", "different"]


class RenderResultMetadata(TypedDict, total=False):
    icon: str
    title: str
    fonts: Sequence[str]
    hash: str
    status: int
    headers: Mapping[str, str]
    image_size: str
    truncated: Sequence[str]


class RequestList(TypedDict):
    requests: Sequence[RequestView]
    cursor: str | None


class RequestView(TypedDict):
    id: str
    operation: Literal["screenshot", "screencast", "pdf", "scrape", "snapshot"]
    status: Literal["queued", "done", "failed"]
    created: int
    finished: int | None
    file: str | None
    expires: int | None
    error: RequestViewError | None
    task_id: int | None
    batch_id: str | None
    external_id: str | None
    key_id: str | None
    url: str | None
    options: Mapping[str, Any]
    omitted_options: Sequence[str]
    duration_ms: float | None
    content_type: str | None
    bytes: int | None
    width: int | None
    height: int | None
    pages: int | None
    duration: float | None
    page_status: int | None
    page_title: str | None
    timeout: str | None
    incomplete: Sequence[RequestViewIncomplete] | None
    change: ChangeView | None
    outputs: Mapping[str, RequestViewOutput] | None
    upload: RequestViewUpload | None
    webhook: WebhookView | None


class RequestViewError(TypedDict):
    code: str
    message: str


class RequestViewIncomplete(TypedDict):
    part: Literal["list", "frame", "section", "scroll"]
    reason: Literal["timeout", "endless", "moving", "limit", "not_drawn", "different"]


class RequestViewOutput(TypedDict):
    file: str
    content_type: str
    bytes: int
    width: int | None
    height: int | None
    pages: int | None


class RequestViewUpload(TypedDict):
    url: str
    status: Literal["pending", "delivered", "failed"]
    attempts: Sequence[RequestViewUploadAttempt]
    next_attempt: int | None
    bucket: str | None
    key: str | None


class RequestViewUploadAttempt(TypedDict):
    time: int
    status: int | None
    duration_ms: float
    error: str | None


class SnapshotDocument(TypedDict):
    url: str | None
    final_url: str | None
    status: int | None
    title: str | None
    timeout: str | None
    incomplete: Sequence[SnapshotDocumentIncomplete]
    created: int
    expires: int
    outputs: Mapping[str, SnapshotDocumentOutput]
    metadata: SnapshotDocumentMetadata | None


class SnapshotDocumentIncomplete(TypedDict):
    part: Literal["list", "frame", "section", "scroll"]
    reason: Literal["timeout", "endless", "moving", "limit", "not_drawn", "different"]


class SnapshotDocumentOutput(TypedDict):
    file: str
    content_type: str
    bytes: int
    width: int | None
    height: int | None
    pages: int | None


class SnapshotDocumentMetadata(TypedDict):
    title: str
    description: str | None
    canonical: str | None
    language: str | None
    theme_color: str | None
    author: str | None
    open_graph: Mapping[str, Sequence[str]]
    twitter_card: Mapping[str, Sequence[str]]
    json_ld: Sequence[Any]
    icons: Sequence[SnapshotDocumentMetadataIcon]
    feeds: Sequence[SnapshotDocumentMetadataFeed]
    truncated: bool


class SnapshotDocumentMetadataIcon(TypedDict):
    url: str
    rel: str
    sizes: str | None
    type: str | None


class SnapshotDocumentMetadataFeed(TypedDict):
    url: str
    title: str | None
    type: str


class SubscriptionList(TypedDict):
    subscriptions: Sequence[SubscriptionView]


class SubscriptionView(TypedDict):
    id: str
    webhook_url: str
    format: Literal["json", "slack", "discord", "teams", "email"]
    topics: Sequence[Literal["quota.50", "quota.90", "quota.100", "task.failed", "task.changed", "delivery.failed", "key.expiring", "batch.ended"]]
    created: int


class Task(TypedDict):
    id: int
    name: str
    api: Literal["screenshot", "screencast", "pdf", "scrape", "snapshot"]
    query: str
    frequency: Literal["every_minute", "every_hour", "every_day", "every_month", "custom"]
    crontab: str
    timezone: str
    enabled: bool
    created: int
    last_run: int | None
    runs: int
    watch: TaskWatch | None
    keep_runs: int | None
    baseline: BaselineView | None


class TaskWatch(TypedDict):
    mode: Literal["visual", "text", "off"]
    """`visual` compares images, `text` compares Markdown line by line, `off` ends watching."""
    threshold: NotRequired[float]
    """A run has changed if a greater share than this of its pixels or lines differs. Default: `0`."""
    ignore_selectors: NotRequired[Sequence[str]]
    """CSS selectors of elements that do not count, wherever they are. The image still shows them.
    Only for `visual`. Default: `[]`."""
    ignore_links: NotRequired[bool]
    """Whether the URLs of links and images do not count, for example if they contain a session id.
    Their texts do. Only for `text`."""
    notify: NotRequired[Literal["change", "always"]]
    """When `webhook_url` of `query` is notified: `change` if a run has changed, `always` after
    every run that is done. Default: `"change"`."""


class TaskList(TypedDict):
    tasks: Sequence[Task]


class StorageReport(TypedDict):
    storage: StorageReportStorage | None
    external_id: str
    principal: str | None


class StorageReportStorage(TypedDict):
    endpoint: str | None
    region: str
    bucket: str
    bucket_owner: str | None
    prefix: str
    key_template: str
    role_arn: str | None
    tested: int


class UsageHistory(TypedDict):
    days: Sequence[UsageHistoryDay]
    keys: Sequence[UsageHistoryKey]


class UsageHistoryDay(TypedDict):
    date: str
    hits: UsageHistoryDayHits


class UsageHistoryDayHits(TypedDict):
    screenshot: int
    screencast: int
    pdf: int
    scrape: int
    snapshot: int


class UsageHistoryKey(TypedDict):
    month: str
    id: str
    hits: int


class UsageReport(TypedDict):
    hits: UsageReportHits
    concurrency: UsageReportConcurrency
    renders: UsageReportRenders


class UsageReportHits(TypedDict):
    quota: int
    used: int
    remaining: int


class UsageReportConcurrency(TypedDict):
    limit: int
    remaining: int
    reset: int


class UsageReportRenders(TypedDict):
    limit: int
    in_progress: int


@final
class WebhookBatchPayload(TypedDict):
    id: str
    """Id of the batch."""
    batch: WebhookBatchPayloadBatch
    """How the requests have ended, as in `GET /v1/batches/{id}`."""
    created: int
    """When the batch was created, in Unix seconds."""


class WebhookBatchPayloadBatch(TypedDict):
    total: int
    queued: int
    done: int
    failed: int
    codes: Mapping[str, int]


@final
class WebhookChangePayload(TypedDict):
    id: str
    """Id of the request."""
    file: str
    """URL of the result."""
    expires: int
    """When the file expires, in Unix seconds."""
    created: int
    """When the request was made, in Unix seconds."""
    upload: NotRequired[WebhookChangePayloadUpload]
    """The outcome of the upload. Absent without `upload_url` and a storage of the account."""
    task_id: int
    """Id of the task."""
    change: ChangeView
    """How the run differs from the baseline, as in `GET /v1/requests/{id}`."""


class WebhookChangePayloadUpload(TypedDict):
    url: str
    """URL of the object: the `upload_url` without its query, or in the storage of the account."""
    status: Literal["delivered", "failed"]
    """Whether the storage has accepted the file."""
    bucket: NotRequired[str]
    """The bucket of the storage of the account. Absent with `upload_url`."""
    key: NotRequired[str]
    """The key of the object in the bucket. Absent with `upload_url`."""


@final
class WebhookErrorPayload(TypedDict):
    id: str
    """Id of the request."""
    error: WebhookErrorPayloadError
    """Why the request failed."""
    created: int
    """When the request was made, in Unix seconds."""


class WebhookErrorPayloadError(TypedDict):
    code: str
    """A code of the error reference."""
    message: str
    """What went wrong."""


@final
class WebhookPayload(TypedDict):
    id: str
    """Id of the request."""
    file: str
    """URL of the result."""
    expires: int
    """When the file expires, in Unix seconds."""
    created: int
    """When the request was made, in Unix seconds."""
    upload: NotRequired[WebhookPayloadUpload]
    """The outcome of the upload. Absent without `upload_url` and a storage of the account."""


class WebhookPayloadUpload(TypedDict):
    url: str
    """URL of the object: the `upload_url` without its query, or in the storage of the account."""
    status: Literal["delivered", "failed"]
    """Whether the storage has accepted the file."""
    bucket: NotRequired[str]
    """The bucket of the storage of the account. Absent with `upload_url`."""
    key: NotRequired[str]
    """The key of the object in the bucket. Absent with `upload_url`."""


class WebhookView(TypedDict):
    url: str
    status: Literal["pending", "delivered", "failed"]
    attempts: Sequence[WebhookViewAttempt]
    next_attempt: int | None


class WebhookViewAttempt(TypedDict):
    time: int
    status: int | None
    duration_ms: float
    error: str | None


class ClickAction(TypedDict):
    action: Literal["click"]
    """The kind of action."""
    selector: str
    """CSS selector of the element, also inside open shadow roots and frames of the same origin."""


class DoubleClickAction(TypedDict):
    action: Literal["double_click"]
    """The kind of action."""
    selector: str
    """CSS selector of the element, also inside open shadow roots and frames of the same origin."""


class HoverAction(TypedDict):
    action: Literal["hover"]
    """The kind of action."""
    selector: str
    """CSS selector of the element, also inside open shadow roots and frames of the same origin."""


class TypeAction(TypedDict):
    action: Literal["type"]
    """The kind of action."""
    selector: str
    """CSS selector of the element, also inside open shadow roots and frames of the same origin."""
    text: str
    """Typed key by key after what the field contains. A line break presses Enter."""


class PressAction(TypedDict):
    action: Literal["press"]
    """The kind of action."""
    key: str
    """A character of a US keyboard or the name of a key. Modifiers come first: `Control+A`.
    `Shift+3` types `#`."""
    selector: NotRequired[str]
    """CSS selector of an element that gets the focus first."""


class SelectAction(TypedDict):
    action: Literal["select"]
    """The kind of action."""
    selector: str
    """CSS selector of the element, also inside open shadow roots and frames of the same origin."""
    value: str
    """Value or text of the option."""


class CheckAction(TypedDict):
    action: Literal["check"]
    """The kind of action."""
    selector: str
    """CSS selector of the element, also inside open shadow roots and frames of the same origin."""
    checked: NotRequired[bool]
    """False clears it. Default: `true`."""


class ScrollAction(TypedDict):
    action: Literal["scroll"]
    """The kind of action."""
    to: NotRequired[int | Literal["end"]]
    """Pixels from the top of the page, or of its inner scrolling area. `end` scrolls there by one
    screen at a time, so that content that appears on scroll is loaded."""
    by: NotRequired[int]
    """Pixels to scroll down. A negative number scrolls up."""
    selector: NotRequired[str]
    """CSS selector of an element to scroll into view."""


class WaitAction(TypedDict):
    action: Literal["wait"]
    """The kind of action."""
    milliseconds: NotRequired[int]
    """A fixed time."""
    selector: NotRequired[str]
    """CSS selector of an element that must become visible, or hidden."""
    state: NotRequired[Literal["visible", "hidden"]]
    """For `selector`. The default is `visible`. An element that does not exist is hidden."""
    expression: NotRequired[str]
    """JavaScript expression that must become true."""
    network: NotRequired[Literal["idle"]]
    """`idle`: no requests for 500 ms."""


class EvaluateAction(TypedDict):
    action: Literal["evaluate"]
    """The kind of action."""
    script: str
    """JavaScript, which may use `await`."""


class SnapshotScreenshotOptions(TypedDict, total=False):
    format: Literal["jpeg", "jpg", "png", "webp", "gif", "avif"]
    """Format of the image. `jpg` is the same as `jpeg` and only changes the file extension.
    Default: `"jpeg"`."""
    image_quality: int
    """Compression quality for `jpeg`, `jpg`, `webp` and `avif`. Ignored for other formats. Default:
    `80`."""
    image_width: int
    """Scales the image to the largest size that fits within `image_width` and `image_height` and
    keeps its aspect ratio, unless `image_fit` says otherwise. If only one of them is set, the
    other follows from the aspect ratio."""
    image_height: int
    """As `image_width`."""
    image_fit: Literal["contain", "cover", "fill", "pad"]
    """How the image fits `image_width` and `image_height`. `contain` scales it to the largest size
    that fits, so one side may be shorter. The others return exactly that size: `cover` fills it
    and cuts off the rest, `fill` changes the aspect ratio, `pad` adds a border. If only one of
    the two is set, the image keeps its aspect ratio and all four values return the same. Values
    other than `contain` require at least one of the two. Default: `"contain"`."""
    image_position: Literal["center", "top", "right", "bottom", "left", "top_left", "top_right", "bottom_left", "bottom_right"]
    """The part of the image that `image_fit=cover` keeps, or the place of the image with
    `image_fit=pad`. Ignored for other values of `image_fit`. Default: `"center"`."""
    image_padding_color: str
    """Color of the border that `image_fit=pad` adds. Encode `#` as `%23` in a query string, or
    leave it out. `png`, `webp` and `avif` can be transparent. Other formats show white behind a
    transparent color. Default: `"ffffff"`."""
    omit_background: bool
    """Makes the background transparent where the page defines no background color. For `png`,
    `webp` and `avif`. Ignored for other formats. Default: `false`."""
    clip_x: int
    """X of the top-left corner of the region in CSS pixels. Requires all four `clip_*` parameters."""
    clip_y: int
    """Y of the top-left corner of the region in CSS pixels. Requires all four `clip_*` parameters."""
    clip_width: int
    """Width of the region in CSS pixels. Requires all four `clip_*` parameters."""
    clip_height: int
    """Height of the region in CSS pixels. Requires all four `clip_*` parameters."""


class SnapshotFullPageOptions(TypedDict, total=False):
    format: Literal["jpeg", "jpg", "png", "webp", "gif", "avif"]
    """Format of the image. `jpg` is the same as `jpeg` and only changes the file extension.
    Default: `"jpeg"`."""
    image_quality: int
    """Compression quality for `jpeg`, `jpg`, `webp` and `avif`. Ignored for other formats. Default:
    `80`."""
    image_width: int
    """Scales the image to the largest size that fits within `image_width` and `image_height` and
    keeps its aspect ratio, unless `image_fit` says otherwise. If only one of them is set, the
    other follows from the aspect ratio."""
    image_height: int
    """As `image_width`."""
    image_fit: Literal["contain", "cover", "fill", "pad"]
    """How the image fits `image_width` and `image_height`. `contain` scales it to the largest size
    that fits, so one side may be shorter. The others return exactly that size: `cover` fills it
    and cuts off the rest, `fill` changes the aspect ratio, `pad` adds a border. If only one of
    the two is set, the image keeps its aspect ratio and all four values return the same. Values
    other than `contain` require at least one of the two. Default: `"contain"`."""
    image_position: Literal["center", "top", "right", "bottom", "left", "top_left", "top_right", "bottom_left", "bottom_right"]
    """The part of the image that `image_fit=cover` keeps, or the place of the image with
    `image_fit=pad`. Ignored for other values of `image_fit`. Default: `"center"`."""
    image_padding_color: str
    """Color of the border that `image_fit=pad` adds. Encode `#` as `%23` in a query string, or
    leave it out. `png`, `webp` and `avif` can be transparent. Other formats show white behind a
    transparent color. Default: `"ffffff"`."""
    omit_background: bool
    """Makes the background transparent where the page defines no background color. For `png`,
    `webp` and `avif`. Ignored for other formats. Default: `false`."""
    full_page_scroll: bool
    """Scrolls through the page before a full-page capture, to load content that appears on scroll.
    Default: `false`."""
    full_page_scroll_by_amount: int
    """CSS pixels per scroll step. Defaults to the height of the viewport."""
    full_page_scroll_by_duration: int
    """Milliseconds per scroll step. Default: `400`."""
    full_page_max_height: int
    """Maximum height of a full-page image in CSS pixels. The rest is cut off. Ignored without
    `full_page`."""


class SnapshotPdfOptions(TypedDict, total=False):
    pdf_paper_format: Literal["letter", "legal", "tabloid", "ledger", "a0", "a1", "a2", "a3", "a4", "a5", "a6"]
    """Paper size. Tabloid (portrait) and ledger (landscape) are the same paper. Default:
    `"letter"`."""
    pdf_landscape: bool
    """Landscape orientation. Swaps the width and height of the paper. Default: `false`."""
    pdf_width: str
    """Width of the pages as a CSS length from 0.1in to 200in. Requires `pdf_height`. Overrides
    `pdf_paper_format`."""
    pdf_height: str
    """Height of the pages as a CSS length from 0.1in to 200in. Requires `pdf_width`. Overrides
    `pdf_paper_format`."""
    pdf_one_page: bool
    """Prints a single page, as wide as the paper and as tall as the document, at most 200in.
    Default: `false`."""
    pdf_prefer_css_page_size: bool
    """Uses the size from the page's `@page` rules instead of the paper size. If false, pages of
    such a size are scaled to fit the paper, which is rotated for landscape pages. Default:
    `false`."""
    pdf_margin_top: str
    """Top margin as a CSS length. The template is printed in it. Default: 15mm with
    `pdf_header_template`, else 0."""
    pdf_margin_right: str
    """Right margin as a CSS length. Default: `"0"`."""
    pdf_margin_bottom: str
    """Bottom margin as a CSS length. The template is printed in it. Default: 15mm with
    `pdf_footer_template`, else 0."""
    pdf_margin_left: str
    """Left margin as a CSS length. Default: `"0"`."""
    pdf_scale: float
    """Scale of the content on the pages. Default: `1`."""
    pdf_print_background: bool
    """Prints background colors and images. Default: `false`."""
    pdf_page_ranges: str
    """Pages to print, for example `1-5, 8, 11-`. A range that begins after the last page is an
    error. A range that ends after it is shortened."""
    pdf_header_template: str
    """HTML that is printed in the margin of every page. The content of elements with the classes
    `date`, `title`, `url`, `pageNumber` and `totalPages` is filled in. The page's styles do not
    apply to it and it runs no scripts. Images and fonts must be `data:` URLs and style sheets
    must be in `<style>`. A template that loads anything else is rejected."""
    pdf_footer_template: str
    """HTML that is printed in the margin of every page. The content of elements with the classes
    `date`, `title`, `url`, `pageNumber` and `totalPages` is filled in. The page's styles do not
    apply to it and it runs no scripts. Images and fonts must be `data:` URLs and style sheets
    must be in `<style>`. A template that loads anything else is rejected."""
    pdf_tagged: bool
    """Adds the structure (tags) that screen readers use. Default: `true`."""
    pdf_outline: bool
    """Adds bookmarks generated from the headings. Default: `false`."""
    pdf_title: str
    """Title of the document. Defaults to the page's title."""
    pdf_author: str
    """Author of the document."""
    pdf_subject: str
    """Subject of the document."""
    pdf_keywords: str
    """Keywords of the document, separated by commas."""
    media_type: Literal["screen", "print"]
    """CSS media type that the page is rendered with. Default: `"print"`."""


class SnapshotMarkdownOptions(TypedDict, total=False):
    only_main_content: bool
    """Returns only the main article, without navigation, sidebars and footers. If the page has no
    article, returns all of its content. Cannot be combined with `include_selectors`. Default:
    `false`."""
    include_selectors: Sequence[str]
    """CSS selectors of the elements to return, in document order. Default: `[]`."""
    exclude_selectors: Sequence[str]
    """CSS selectors of the elements to exclude. Default: `[]`."""
    md_links: Literal["inline", "references", "none"]
    """Where the addresses of links are in Markdown: `inline` after each text, as numbered
    `references` at the end, or left out, so that only the texts stay. Default: `"inline"`."""
    md_images: Literal["inline", "references", "none"]
    """Where the addresses of images are in Markdown: `inline`, as numbered `references` at the end,
    or left out, so that only alternative texts stay. Default: `"inline"`."""
    md_front_matter: bool
    """Puts what the page states about itself above its Markdown, as YAML: `title`, `author`,
    `published`, `language`, `canonical` and `site`. Default: `false`."""


class SnapshotHtmlOptions(TypedDict, total=False):
    only_main_content: bool
    """Returns only the main article, without navigation, sidebars and footers. If the page has no
    article, returns all of its content. Cannot be combined with `include_selectors`. Default:
    `false`."""
    include_selectors: Sequence[str]
    """CSS selectors of the elements to return, in document order. Default: `[]`."""
    exclude_selectors: Sequence[str]
    """CSS selectors of the elements to exclude. Default: `[]`."""


class RenderOptions(TypedDict, total=False):
    """Options of every operation that renders."""
    url: str
    """Absolute `http:` or `https:` URL of the page. It must be reachable from the internet.
    URL-encode it in a query string. A user name and password in the URL are sent to that origin
    as basic authentication."""
    html: str
    """HTML document to render instead of a URL, 1 byte to 5 MB, or less if it has many quotation
    marks, backslashes and line breaks: the JSON body must not exceed 6 MB when it is encoded as
    a JSON string again. Exactly one of `url` and `html` is required."""
    viewport_device: DeviceId
    """Emulates a device: its viewport, scale factor, touch and user agent. Explicit `viewport_*`,
    `device_scale_factor` and `user_agent` override the device."""
    viewport_width: int
    """Width of the viewport in CSS pixels. Default: `1280`."""
    viewport_height: int
    """Height of the viewport in CSS pixels. Default: `1080`."""
    viewport_landscape: bool
    """Landscape orientation. `true` swaps width and height if the viewport would be taller than
    wide, even if they are explicit. `false` rotates a landscape `viewport_device` to portrait
    and leaves other viewports unchanged."""
    viewport_has_touch: bool
    """Emulates a touch screen: `hover: none` and `pointer: coarse` match. Otherwise, `hover: hover`
    and `pointer: fine` match."""
    viewport_mobile: bool
    """Emulates a mobile device, which applies the page's viewport meta tag."""
    device_scale_factor: float
    """Device pixels per CSS pixel. Use 2 for high-density (retina) images. Default: `1`."""
    capture_beyond_viewport: bool
    """Captures content beyond the viewport. Default: `false`."""
    block_annoyance: Sequence[Literal["none", "cookies_banner", "ads", "tracking"]]
    """Annoyances to remove from the page: cookie banners, advertisements and trackers. Accepts one
    or more values. `none` cannot be combined with other values. Default: `["cookies_banner"]`."""
    block_ressources: Sequence[Literal["document", "stylesheet", "image", "media", "font", "script", "texttrack", "xhr", "fetch", "eventsource", "websocket", "manifest", "other"]]
    """Resource types that are not loaded. `document` means the documents of frames. The page itself
    is always loaded. Default: `[]`."""
    block_requests: Sequence[str]
    """URL patterns that are not loaded. `*` matches any text, for example `*/analytics/*`. Default:
    `[]`."""
    vision_deficiency: Literal["reduced_contrast", "blurred_vision", "deuteranopia", "achromatopsia"]
    """Simulates how a person with this vision deficiency sees the page."""
    dark_mode: bool
    """Emulates a visitor who prefers a dark color scheme (`prefers-color-scheme: dark`). Default:
    `false`."""
    reduced_motion: bool
    """Emulates a visitor who prefers reduced motion (`prefers-reduced-motion: reduce`). Default:
    `false`."""
    forced_colors: Literal["none", "active"]
    """Emulates a visitor whose system replaces the colors of pages, such as the contrast themes of
    Windows (`forced-colors: active`). Default: `"none"`."""
    prefers_contrast: Literal["no-preference", "more", "less", "custom"]
    """Emulates a visitor who prefers more or less contrast (`prefers-contrast`). Default:
    `"no-preference"`."""
    gpu_rendering: bool
    """Renders WebGL and other GPU content. Rendering is slower, so this is off by default. Default:
    `false`."""
    geolocation_latitude: float
    """Latitude that the page sees, in degrees. Requires `geolocation_longitude`."""
    geolocation_longitude: float
    """Longitude that the page sees, in degrees. Requires `geolocation_latitude`."""
    geolocation_accuracy: float
    """Accuracy of the position in meters. Defaults to 0. Requires `geolocation_latitude` and
    `geolocation_longitude`."""
    timezone: TimeZone
    """IANA time zone that the page sees."""
    locale: str
    """Language of the visitor as a BCP 47 tag. Sets `Accept-Language`, `navigator.language`, and
    number and date formats."""
    user_agent: str
    """User agent of the browser, in the `User-Agent` header and in `navigator.userAgent`."""
    authorization: str
    """Credentials sent in the `Authorization` header to the origin of the page only. A Base64 value
    without a scheme, for example of `user:password`, is sent as `Basic ...`. A value with a
    scheme, such as `Bearer ...`, is sent unchanged. A request to which a script of the page adds
    an `Authorization` header keeps that one."""
    cookies: Sequence[str]
    """Cookies sent to the host of the page, as `name=value` pairs separated by semicolons. Control
    characters are rejected. Everything else is sent as a browser sends it. If `url` begins with
    https, they are sent only over https. Default: `[]`."""
    headers: Sequence[str]
    """Headers sent to the site of the page, as `name:value` pairs separated by semicolons. A value
    that contains a semicolon requires the array form (`headers[]=...` or a JSON array).
    Connection headers, such as `host` and `content-length`, are rejected. Default: `[]`."""
    local_storage: Mapping[str, str]
    """Items of `localStorage` for the origin of `url`, set before the page's own scripts run. An
    item that the page has changed is not set again."""
    session_storage: Mapping[str, str]
    """Items of `sessionStorage`, under the same rules as `local_storage`."""
    ip_location: Literal["us", "cn", "eu", "ca", "mx", "gb", "de", "fr", "ch", "in", "jp", "kr", "ru", "br", "au"]
    """Country that the page sees the visit come from. `eu` selects a random country of the European
    Union."""
    proxy: str
    """Your own HTTP proxy, as `http://user:password@host:port` or
    `https://user:password@host:port`. Percent-encode special characters in the user name and
    password."""
    bypass_csp: bool
    """Disables the Content-Security-Policy of the page. Default: `false`."""
    wait_until: Sequence[Literal["load", "domcontentloaded", "networkidle0", "networkidle2"]]
    """Event or events to wait for before rendering: `load`, `domcontentloaded`, `networkidle0` (no
    connections for at least 500 ms), `networkidle2` (no more than 2 connections for at least 500
    ms). Default: `["domcontentloaded"]`."""
    wait_for_selector: str
    """CSS selector of an element that must be visible before rendering, also inside open shadow
    roots. Fails after `timeout`."""
    wait_for_function: str
    """JavaScript expression that must become true before rendering, or a function that must return
    true. Fails after `timeout`."""
    delay: float
    """Seconds to wait before rendering, after the events of `wait_until`. Default: `0`."""
    timeout: float
    """Maximum number of seconds to wait for `wait_until`, `wait_for_selector`, `wait_for_function`
    and `actions`: at most 30, and with `async` at most 300. Default: `30`."""
    on_timeout: Literal["error", "capture"]
    """What happens when `wait_until`, `wait_for_selector`, `wait_for_function` or an action takes
    longer than `timeout`: `error` fails with 400, `capture` renders the page as it is and names
    the parameter in the header `X-Service-Timeout` and in JSON. This result is not cached. A
    page that has not shown its document fails in any case. Default: `"error"`."""
    fail_on_status: Sequence[str]
    """HTTP statuses of the page, or classes such as `4xx`, for which the request fails with 400
    instead of rendering the error page. Default: `[]`."""
    fail_on_request: Sequence[str]
    """HTTP statuses, or classes such as `5xx`, of the requests that the page makes before its
    capture: scripts, images, data. With one of them the request fails with 400. Default: `[]`."""
    fail_on_failed_request: bool
    """Fails with 400 if a request that the page makes before its capture fails or returns a status
    from 400 to 599: scripts, styles, images, data, frames. Requests that the page cancels and
    those that `block_*` blocks do not count, nor does the status of the page itself
    (`fail_on_status`). Default: `false`."""
    fail_on_console_error: bool
    """Fails with 400 if the page reports an error before its capture: an uncaught exception, an
    unhandled rejection, or a call of `console.error`, in the page, its frames or its dedicated
    workers. The message of the response has the first one. Default: `false`."""
    fail_if_text: str
    """Text with which the request fails with 400 if the page shows it, also in open shadow roots
    and frames of the same origin. Upper and lower case and white space make no difference."""
    fail_if_missing_text: str
    """Text without which the request fails with 400. Upper and lower case and white space make no
    difference."""
    styles: str
    """CSS to add to the page."""
    scripts: str
    """JavaScript to run in the page before rendering."""
    actions: Sequence[ClickAction | DoubleClickAction | HoverAction | TypeAction | PressAction | SelectAction | CheckAction | ScrollAction | WaitAction | EvaluateAction]
    """Actions in the page, in order, after `wait_until` and `wait_for_selector` and before `delay`.
    They use the mouse and the keyboard as a visitor does. Each waits for its element for up to 5
    seconds, and all of them end within `timeout`. An action that fails returns 400 with its
    index. In a video, they are shown. Default: `[]`."""
    init_scripts: str
    """JavaScript to run in every frame of the page before the page's own scripts, at every
    navigation, in the page's own world."""
    scroll_into_view: str
    """CSS selector of an element to scroll to the middle of the viewport before rendering."""
    metadata_icon: bool
    """Adds the response header `X-Service-Metadata-Icon`: URL of the icon that the page declares,
    or of `/favicon.ico` if the site has one, percent-encoded and truncated to 1,500 bytes.
    Omitted if the page has no icon, and for `html`. Default: `false`."""
    metadata_title: bool
    """Adds the response header `X-Service-Metadata-Title`: title of the page, percent-encoded and
    truncated to 1,500 bytes. Default: `false`."""
    metadata_fonts: bool
    """Adds the response header `X-Service-Metadata-Fonts`: JSON array of the font families that the
    text was actually rendered with, truncated to whole names within 1,500 bytes. Default:
    `false`."""
    metadata_status: bool
    """Adds the response header `X-Service-Metadata-Status`: HTTP status of the page. Omitted for
    `html`. Default: `false`."""
    metadata_headers: bool
    """Adds the response header `X-Service-Metadata-Headers`: JSON object of the page's response
    headers without `set-cookie`, truncated to whole entries within 4,000 bytes. Omitted for
    `html`. Default: `false`."""
    metadata_report: bool
    """Adds the response header `X-Service-Metadata-Report`: JSON object with the duration of each
    phase, the number of awaited and missing fonts and images, the number of requests, the waits
    that timed out, what the result lacks of the page (`incomplete`), how the consent dialog was
    handled, what `only_main_content` left out, and how the browser is isolated (`isolation`).
    Default: `false`."""
    attachment_name: str
    """File name without extension, 1 to 200 characters and at most 600 bytes in UTF-8. The response
    becomes a download. The extension depends on the format."""
    cache: bool
    """Stores the result and returns it for identical requests of the same account for `cache_ttl`
    seconds. The response header `X-Service-Cache` is `hit` or `miss`. A cache hit does not count
    against the quota. Default: `false`."""
    cache_ttl: int
    """Number of seconds to store the result, at most 30 days. The file of a request with `async`,
    `webhook_url`, `upload_url` or `response_type=json` is kept for at least 48 hours. Default:
    `604800`."""
    cache_key: str
    """Your own part of the cache key, 1 to 200 characters. Requests that differ only in this value
    are cached separately, for example one for each version of the page. Ignored without
    `cache=true`."""
    cache_refresh: bool
    """Renders the page again and replaces the cached result. Ignored without `cache=true`. Default:
    `false`."""
    external_id: str
    """Your own identifier for the request, 1 to 100 printable ASCII characters. It is part of the
    request's record and of its webhook. Ignored without `async`, `webhook_url` and `upload_url`."""
    webhook_url: str
    """HTTPS URL that receives a POST with the URL of the file when the result is ready, for
    synchronous requests too. Any response other than 2xx is retried."""
    upload_url: str
    """HTTPS URL to which the file is uploaded with PUT: a presigned URL of S3, R2 or Google Cloud
    Storage, or one of Azure Blob Storage with a signature (SAS). Failed uploads are retried over
    7 h 35 min, unless the storage redirects or refuses them. The webhook follows the upload and
    has its outcome, as does `GET /v1/requests/<id>`. Of a snapshot, the JSON document is
    uploaded."""
    storage: bool
    """Uploads the stored result to the storage of the account, if it has one (`PUT
    /v1/account/storage`). An `upload_url` takes its place. Ignored if the result is not stored.
    Default: `true`."""
    webhook_signed: bool
    """Signs the webhook request with the secret key of the account. Default: `true`."""
    webhook_errors: bool
    """Also sends the webhook if the request fails: a POST with `id`, `error` (`code` and `message`)
    and `created`. Ignored without `webhook_url`. Default: `false`."""


class ScreenshotOptions(RenderOptions, total=False):
    format: Literal["jpeg", "jpg", "png", "webp", "gif", "avif"]
    """Format of the image. `jpg` is the same as `jpeg` and only changes the file extension.
    Default: `"jpeg"`."""
    image_quality: int
    """Compression quality for `jpeg`, `jpg`, `webp` and `avif`. Ignored for other formats. Default:
    `80`."""
    image_width: int
    """Scales the image to the largest size that fits within `image_width` and `image_height` and
    keeps its aspect ratio, unless `image_fit` says otherwise. If only one of them is set, the
    other follows from the aspect ratio."""
    image_height: int
    """As `image_width`."""
    image_fit: Literal["contain", "cover", "fill", "pad"]
    """How the image fits `image_width` and `image_height`. `contain` scales it to the largest size
    that fits, so one side may be shorter. The others return exactly that size: `cover` fills it
    and cuts off the rest, `fill` changes the aspect ratio, `pad` adds a border. If only one of
    the two is set, the image keeps its aspect ratio and all four values return the same. Values
    other than `contain` require at least one of the two. Default: `"contain"`."""
    image_position: Literal["center", "top", "right", "bottom", "left", "top_left", "top_right", "bottom_left", "bottom_right"]
    """The part of the image that `image_fit=cover` keeps, or the place of the image with
    `image_fit=pad`. Ignored for other values of `image_fit`. Default: `"center"`."""
    image_padding_color: str
    """Color of the border that `image_fit=pad` adds. Encode `#` as `%23` in a query string, or
    leave it out. `png`, `webp` and `avif` can be transparent. Other formats show white behind a
    transparent color. Default: `"ffffff"`."""
    omit_background: bool
    """Makes the background transparent where the page defines no background color. For `png`,
    `webp` and `avif`. Ignored for other formats. Default: `false`."""
    full_page: bool
    """Captures the whole page instead of only the viewport. Default: `false`."""
    full_page_scroll: bool
    """Scrolls through the page before a full-page capture, to load content that appears on scroll.
    Default: `false`."""
    full_page_scroll_by_amount: int
    """CSS pixels per scroll step. Defaults to the height of the viewport."""
    full_page_scroll_by_duration: int
    """Milliseconds per scroll step. Default: `400`."""
    full_page_max_height: int
    """Maximum height of a full-page image in CSS pixels. The rest is cut off. Ignored without
    `full_page`."""
    clip_x: int
    """X of the top-left corner of the region in CSS pixels. Requires all four `clip_*` parameters."""
    clip_y: int
    """Y of the top-left corner of the region in CSS pixels. Requires all four `clip_*` parameters."""
    clip_width: int
    """Width of the region in CSS pixels. Requires all four `clip_*` parameters."""
    clip_height: int
    """Height of the region in CSS pixels. Requires all four `clip_*` parameters."""
    selector: str
    """CSS selector of the element to capture, also inside open shadow roots. Only the first match
    is captured. The service waits for up to 5 seconds until it appears. Cannot be combined with
    `full_page` or `clip_*`."""
    stable: bool
    """Repeats the capture until two captures in a row are equal, for at most 5 seconds, to avoid
    capturing a running animation. The text caret is hidden. If they never are, `waitsExpired` of
    `metadata_report` contains `stable`. Default: `false`."""
    hide_selectors: Sequence[str]
    """CSS selectors of elements to hide, separated by commas, also inside open shadow roots.
    Default: `[]`."""
    mask_selectors: Sequence[str]
    """CSS selectors of elements to cover with a solid color, separated by commas, also inside open
    shadow roots and frames. Nothing of them is visible, wherever they move. Default: `[]`."""
    mask_color: str
    """Color that covers the elements of `mask_selectors`. Encode `#` as `%23` in a query string, or
    leave it out. Default: `"ff00ff"`."""
    click_selector: str
    """CSS selector of an element to click before rendering. The service waits for up to 5 seconds
    until it appears."""
    animations: Literal["allow", "finish"]
    """With `finish`, CSS animations, transitions and Web Animations of the page and its frames do
    not run: finite ones jump to their end, endless ones to their initial state. Animations that
    follow the scroll position stay. Drawings of scripts, SVG (SMIL), videos and animated images
    are not affected. Default: `"allow"`."""
    fail_if_blank: bool
    """Fails with 400 if all pixels of the image have the same color. Default: `false`."""
    metadata_image_size: bool
    """Adds the response header `X-Service-Metadata-Image-Size`: size of the returned image in
    pixels, for example `1280x1080`. Default: `false`."""
    media_type: Literal["screen", "print"]
    """CSS media type that the page is rendered with. Default: `"screen"`."""
    js_enabled: bool
    """If false, no script of the page or its frames runs: the page is as its server sent it and
    shows the content of `noscript`. Actions and waits for elements still work. Parameters that
    run scripts require `js_enabled=true`. Default: `true`."""
    metadata_hash: bool
    """Adds the response header `X-Service-Metadata-Hash`: SHA-256 of the body in lowercase hex.
    Default: `false`."""


class ScrapeOptions(RenderOptions, total=False):
    format: Literal["html", "md"]
    """`html` returns the document. `md` returns the text that a visitor can read, as Markdown with
    tables. Default: `"html"`."""
    only_main_content: bool
    """Returns only the main article, without navigation, sidebars and footers. If the page has no
    article, returns all of its content. Cannot be combined with `include_selectors`. Default:
    `false`."""
    include_selectors: Sequence[str]
    """CSS selectors of the elements to return, separated by commas. Elements are returned in
    document order. Default: `[]`."""
    exclude_selectors: Sequence[str]
    """CSS selectors of the elements to exclude, separated by commas. Default: `[]`."""
    md_links: Literal["inline", "references", "none"]
    """Where the addresses of links are in Markdown: `inline` after each text, as numbered
    `references` at the end, or left out, so that only the texts stay. Default: `"inline"`."""
    md_images: Literal["inline", "references", "none"]
    """Where the addresses of images are in Markdown: `inline`, as numbered `references` at the end,
    or left out, so that only alternative texts stay. Default: `"inline"`."""
    md_front_matter: bool
    """Puts what the page states about itself above its Markdown, as YAML: `title`, `author`,
    `published`, `language`, `canonical` and `site`. Default: `false`."""
    media_type: Literal["screen", "print"]
    """CSS media type that the page is rendered with. Default: `"screen"`."""
    js_enabled: bool
    """If false, the page's scripts do not run and `html` returns the decoded document as its server
    sent it. Default: `true`."""
    metadata_hash: bool
    """Adds the response header `X-Service-Metadata-Hash`: SHA-256 of the body in lowercase hex.
    Default: `false`."""


class ScreencastOptions(RenderOptions, total=False):
    format: Literal["mp4", "mov", "webm", "avi", "gif"]
    """Format of the video: H.264 in `mp4`, `mov` and `avi`, VP9 in `webm`. Default: `"mp4"`."""
    duration: float
    """Length of the video in seconds, at most 30, and with `async` at most 120. The video has
    exactly `duration` times `fps` frames, rounded. Default: `5`."""
    fps: int
    """Frames per second. The default is 30, or 10 for `gif`."""
    record_from: Literal["ready", "load"]
    """Where the video begins. `ready`: after the waits, when consent is handled and the page has
    settled. `load`: with the first paint of the page, with its entrance animations and with what
    loads visible. `delay` then counts from the first paint. Default: `"ready"`."""
    scenario: Literal["video", "scroll"]
    """`video` records the page without scrolling. `scroll` scrolls down step by step. Default:
    `"video"`."""
    scroll_by_amount: int
    """CSS pixels per step. The last step covers the rest. For `scenario=scroll`. Default: `1000`."""
    scroll_by_delay: int
    """Milliseconds between steps. For `scenario=scroll`. Default: `500`."""
    scroll_by_duration: int
    """Total duration in milliseconds of all steps down, without the pauses. Each step takes a share
    proportional to its distance. Scrolling back takes as long, or the rest of the video if that
    is shorter. For `scenario=scroll`. Default: `1500`."""
    scroll_back: bool
    """Scrolls back to the top after reaching the bottom. For `scenario=scroll`. Default: `true`."""
    scroll_back_delay: int
    """Milliseconds before scrolling back. For `scenario=scroll`. Default: `800`."""
    scroll_easing: Literal["linear", "ease_in_quad", "ease_out_quad", "ease_in_out_quad", "ease_in_cubic", "ease_out_cubic", "ease_in_out_cubic", "ease_in_quart", "ease_out_quart", "ease_in_out_quart", "ease_in_quint", "ease_out_quint", "ease_in_out_quint"]
    """Easing function of each step. For `scenario=scroll`. Default: `"linear"`."""
    show_pointer: bool
    """Shows a mouse pointer that moves to the elements of `actions` and marks its clicks. Default:
    `false`."""
    clip_x: int
    """X of the top-left corner of the region in CSS pixels. Requires all four `clip_*` parameters."""
    clip_y: int
    """Y of the top-left corner of the region in CSS pixels. Requires all four `clip_*` parameters."""
    clip_width: int
    """Width of the region in CSS pixels. Requires all four `clip_*` parameters."""
    clip_height: int
    """Height of the region in CSS pixels. Requires all four `clip_*` parameters."""
    hide_selectors: Sequence[str]
    """CSS selectors of elements to hide, separated by commas, also inside open shadow roots.
    Default: `[]`."""
    mask_selectors: Sequence[str]
    """CSS selectors of elements to cover with a solid color, separated by commas, also inside open
    shadow roots and frames. Nothing of them is visible, wherever they move. Default: `[]`."""
    mask_color: str
    """Color that covers the elements of `mask_selectors`. Encode `#` as `%23` in a query string, or
    leave it out. Default: `"ff00ff"`."""
    click_selector: str
    """CSS selector of an element to click before rendering. The service waits for up to 5 seconds
    until it appears."""
    media_type: Literal["screen", "print"]
    """CSS media type that the page is rendered with. Default: `"screen"`."""
    js_enabled: bool
    """If false, no script of the page or its frames runs: the page is as its server sent it and
    shows the content of `noscript`. Actions and waits for elements still work. Parameters that
    run scripts require `js_enabled=true`. Default: `true`."""
    metadata_hash: bool
    """Adds the response header `X-Service-Metadata-Hash`: SHA-256 of the body in lowercase hex.
    Default: `false`."""


class PdfOptions(RenderOptions, total=False):
    pdf_paper_format: Literal["letter", "legal", "tabloid", "ledger", "a0", "a1", "a2", "a3", "a4", "a5", "a6"]
    """Paper size. Tabloid (portrait) and ledger (landscape) are the same paper. Default:
    `"letter"`."""
    pdf_landscape: bool
    """Landscape orientation. Swaps the width and height of the paper. Default: `false`."""
    pdf_width: str
    """Width of the pages as a CSS length from 0.1in to 200in. Requires `pdf_height`. Overrides
    `pdf_paper_format`."""
    pdf_height: str
    """Height of the pages as a CSS length from 0.1in to 200in. Requires `pdf_width`. Overrides
    `pdf_paper_format`."""
    pdf_one_page: bool
    """Prints a single page, as wide as the paper and as tall as the document, at most 200in.
    Default: `false`."""
    pdf_prefer_css_page_size: bool
    """Uses the size from the page's `@page` rules instead of the paper size. If false, pages of
    such a size are scaled to fit the paper, which is rotated for landscape pages. Default:
    `false`."""
    pdf_margin_top: str
    """Top margin as a CSS length. The template is printed in it. Default: 15mm with
    `pdf_header_template`, else 0."""
    pdf_margin_right: str
    """Right margin as a CSS length. Default: `"0"`."""
    pdf_margin_bottom: str
    """Bottom margin as a CSS length. The template is printed in it. Default: 15mm with
    `pdf_footer_template`, else 0."""
    pdf_margin_left: str
    """Left margin as a CSS length. Default: `"0"`."""
    pdf_scale: float
    """Scale of the content on the pages. Default: `1`."""
    pdf_print_background: bool
    """Prints background colors and images. Default: `false`."""
    pdf_page_ranges: str
    """Pages to print, for example `1-5, 8, 11-`. A range that begins after the last page is an
    error. A range that ends after it is shortened."""
    pdf_header_template: str
    """HTML that is printed in the margin of every page. The content of elements with the classes
    `date`, `title`, `url`, `pageNumber` and `totalPages` is filled in. The page's styles do not
    apply to it and it runs no scripts. Images and fonts must be `data:` URLs and style sheets
    must be in `<style>`. A template that loads anything else is rejected."""
    pdf_footer_template: str
    """HTML that is printed in the margin of every page. The content of elements with the classes
    `date`, `title`, `url`, `pageNumber` and `totalPages` is filled in. The page's styles do not
    apply to it and it runs no scripts. Images and fonts must be `data:` URLs and style sheets
    must be in `<style>`. A template that loads anything else is rejected."""
    pdf_tagged: bool
    """Adds the structure (tags) that screen readers use. Default: `true`."""
    pdf_outline: bool
    """Adds bookmarks generated from the headings. Default: `false`."""
    pdf_title: str
    """Title of the document. Defaults to the page's title."""
    pdf_author: str
    """Author of the document."""
    pdf_subject: str
    """Subject of the document."""
    pdf_keywords: str
    """Keywords of the document, separated by commas."""
    hide_selectors: Sequence[str]
    """CSS selectors of elements to hide, separated by commas, also inside open shadow roots.
    Default: `[]`."""
    mask_selectors: Sequence[str]
    """CSS selectors of elements to cover with a solid color, separated by commas, also inside open
    shadow roots and frames. Nothing of them is visible, wherever they move. Default: `[]`."""
    mask_color: str
    """Color that covers the elements of `mask_selectors`. Encode `#` as `%23` in a query string, or
    leave it out. Default: `"ff00ff"`."""
    click_selector: str
    """CSS selector of an element to click before rendering. The service waits for up to 5 seconds
    until it appears."""
    animations: Literal["allow", "finish"]
    """With `finish`, CSS animations, transitions and Web Animations of the page and its frames do
    not run: finite ones jump to their end, endless ones to their initial state. Animations that
    follow the scroll position stay. Drawings of scripts, SVG (SMIL), videos and animated images
    are not affected. Default: `"allow"`."""
    media_type: Literal["screen", "print"]
    """CSS media type that the page is rendered with. Default: `"print"`."""
    js_enabled: bool
    """If false, no script of the page or its frames runs: the page is as its server sent it and
    shows the content of `noscript`. Actions and waits for elements still work. Parameters that
    run scripts require `js_enabled=true`. Default: `true`."""
    metadata_hash: bool
    """Adds the response header `X-Service-Metadata-Hash`: SHA-256 of the body in lowercase hex.
    Default: `false`."""


class SnapshotOptions(RenderOptions, total=False):
    outputs: Sequence[Literal["screenshot", "metadata", "links", "markdown", "html", "full_page", "pdf"]]
    """What to make of the page. All outputs show the same state of it: the page is frozen before
    the first one. `screenshot` is the viewport, `full_page` the whole page, `markdown` and
    `html` its content, `links` and `metadata` are JSON. Default:
    `["screenshot","markdown","metadata"]`."""
    screenshot_options: SnapshotScreenshotOptions
    """Options of the output `screenshot`, with the names and defaults that they have in
    `/v1/screenshot`."""
    full_page_options: SnapshotFullPageOptions
    """Options of the output `full_page`, with the names and defaults that they have in
    `/v1/screenshot`."""
    pdf_options: SnapshotPdfOptions
    """Options of the output `pdf`, with the names and defaults that they have in `/v1/pdf`."""
    markdown_options: SnapshotMarkdownOptions
    """Options of the output `markdown`, with the names and defaults that they have in `/v1/scrape`."""
    html_options: SnapshotHtmlOptions
    """Options of the output `html`, with the names and defaults that they have in `/v1/scrape`."""
    hide_selectors: Sequence[str]
    """CSS selectors of elements to hide, separated by commas, also inside open shadow roots.
    Default: `[]`."""
    mask_selectors: Sequence[str]
    """CSS selectors of elements to cover with a solid color, separated by commas, also inside open
    shadow roots and frames. Nothing of them is visible, wherever they move. Default: `[]`."""
    mask_color: str
    """Color that covers the elements of `mask_selectors`. Encode `#` as `%23` in a query string, or
    leave it out. Default: `"ff00ff"`."""
    click_selector: str
    """CSS selector of an element to click before rendering. The service waits for up to 5 seconds
    until it appears."""
    animations: Literal["allow", "finish"]
    """With `finish`, CSS animations, transitions and Web Animations of the page and its frames do
    not run: finite ones jump to their end, endless ones to their initial state. Animations that
    follow the scroll position stay. Drawings of scripts, SVG (SMIL), videos and animated images
    are not affected. Default: `"allow"`."""
    media_type: Literal["screen", "print"]
    """CSS media type that the page is rendered with. Default: `"screen"`."""
    js_enabled: bool
    """If false, no script of the page or its frames runs: the page is as its server sent it and
    shows the content of `noscript`. Actions and waits for elements still work. Parameters that
    run scripts require `js_enabled=true`. Default: `true`."""


class UsageHistoryOptions(TypedDict, total=False):
    days: int
    """Number of days (UTC), including today. Default: `30`."""


class ListRequestsOptions(TypedDict, total=False):
    status: Literal["queued", "done", "failed"]
    """Only requests in this state."""
    operation: Literal["screenshot", "screencast", "pdf", "scrape", "snapshot"]
    """Only requests of this operation."""
    search: str
    """Only requests whose `url` or `external_id` contains this text in any case, or whose id begins
    with it."""
    stored: bool
    """Only requests that were asynchronous, runs of a task, or stored their result. Without it, all
    other requests of the last 7 days are listed too. Default: `false`."""
    task_id: int
    """Only runs of this task."""
    batch_id: str
    """Only requests of this batch whose turn has come."""
    key_id: str
    """Only requests that were sent with the access key of this id."""
    from_: int
    """Only requests that were created at this time or later, in Unix seconds. A run of a task
    counts as created at its scheduled minute."""
    to: int
    """Only requests that were created before this time, in Unix seconds."""
    limit: int
    """Maximum number of requests per response. Default: `20`."""
    cursor: str
    """The `cursor` of the previous response, to continue the list."""


class CompareOptions(TypedDict):
    before: str
    """Id of a request that stored an image, HTML or Markdown."""
    after: str
    """Id of the request whose file is compared with the first one. The differences expire with it."""
    threshold: NotRequired[float]
    """The files have changed if a greater share than this of their pixels or lines differs.
    Default: `0`."""


class CreateBatchOptions(TypedDict):
    operation: Literal["screenshot", "screencast", "pdf", "scrape", "snapshot"]
    """The operation that renders each request."""
    options: NotRequired[Mapping[str, Any]]
    """Parameters of the operation that all requests share. Must not contain `access_key`,
    `signature` or `expires`; `async` is always true. A `webhook_url` here is called for each
    request. An `upload_url` belongs to one request and is not allowed here. Default: `{}`."""
    requests: NotRequired[Sequence[Mapping[str, Any]]]
    """The parameters of each request, at most 1,000. They take the place of those in `options` with
    the same name. `external_id` tells the requests apart."""
    sitemap: NotRequired[str]
    """URL of a sitemap or sitemap index, also compressed with gzip, instead of `requests`. Each URL
    of the same site is rendered, at most 10,000, except those that its robots.txt disallows."""
    max_concurrency: NotRequired[int]
    """The most requests of the batch that are rendered at the same time. The plan of the account
    limits it too: a batch leaves one place for other requests."""
    webhook_url: NotRequired[str]
    """HTTPS URL that receives one POST when all requests have ended. Any response other than 2xx is
    retried."""
    webhook_signed: NotRequired[bool]
    """Signs the webhook request with the secret key of the account. Default: `true`."""


class ListBatchesOptions(TypedDict, total=False):
    limit: int
    """Maximum number of batches per response. Default: `20`."""
    cursor: str
    """The `cursor` of the previous response, to continue the list."""


class CreateTaskOptions(TypedDict):
    name: str
    """Name of the task, 1 to 100 characters."""
    api: Literal["screenshot", "screencast", "pdf", "scrape", "snapshot"]
    """The operation that the task runs."""
    query: str
    """Parameters of the operation as a query string with URL-encoded values. The rules of the
    operation apply. Must not contain `access_key`, `signature`, `expires` or `async`, because a
    run is always asynchronous."""
    frequency: Literal["every_minute", "every_hour", "every_day", "every_month", "custom"]
    """When the task runs, in its time zone: every full minute, every hour, every day at 00:00, on
    the first of every month at 00:00, or as defined by `crontab`."""
    crontab: NotRequired[str]
    """Unix cron: minute 0-59, hour 0-23, day of month 1-31, month 1-12, day of week 0-6 (0 is
    Sunday), with `*`, lists, ranges and steps. If both day fields are restricted, the task runs
    when either one matches. Required with `frequency` custom. With another frequency, only the
    equivalent that responses show is accepted."""
    timezone: NotRequired[TimeZone]
    """IANA time zone of the schedule. A local time that is skipped when clocks change does not run.
    A local time that occurs twice runs once. Default: `"Etc/UTC"`."""
    enabled: NotRequired[bool]
    """If false, the task is kept but does not run. Default: `true`."""
    watch: NotRequired[TaskWatch]
    """Compares each run with the baseline, which the first run sets and each changed run replaces.
    `visual` compares the images of a task with `api` screenshot, `text` the Markdown of a task
    with `api` scrape and `format=md`, line by line. A run has changed if more than `threshold`
    of its pixels or lines differ. Then its webhook names the files before and after and their
    difference; runs without a change send none, unless `notify` is always. `mode` off ends it."""
    keep_runs: NotRequired[int]
    """Keeps the file of each run until so many later runs are due, at least 48 hours and at most 30
    days, instead of for `cache_ttl` seconds. 0: as `cache_ttl` says."""


class UpdateTaskOptions(TypedDict, total=False):
    name: str
    """Name of the task, 1 to 100 characters."""
    api: Literal["screenshot", "screencast", "pdf", "scrape", "snapshot"]
    """The operation that the task runs."""
    query: str
    """Parameters of the operation as a query string with URL-encoded values. The rules of the
    operation apply. Must not contain `access_key`, `signature`, `expires` or `async`, because a
    run is always asynchronous."""
    frequency: Literal["every_minute", "every_hour", "every_day", "every_month", "custom"]
    """When the task runs, in its time zone: every full minute, every hour, every day at 00:00, on
    the first of every month at 00:00, or as defined by `crontab`."""
    crontab: str
    """Unix cron: minute 0-59, hour 0-23, day of month 1-31, month 1-12, day of week 0-6 (0 is
    Sunday), with `*`, lists, ranges and steps. If both day fields are restricted, the task runs
    when either one matches. Required with `frequency` custom. With another frequency, only the
    equivalent that responses show is accepted."""
    timezone: TimeZone
    """IANA time zone of the schedule. A local time that is skipped when clocks change does not run.
    A local time that occurs twice runs once."""
    enabled: bool
    """If false, the task is kept but does not run."""
    watch: TaskWatch
    """Compares each run with the baseline, which the first run sets and each changed run replaces.
    `visual` compares the images of a task with `api` screenshot, `text` the Markdown of a task
    with `api` scrape and `format=md`, line by line. A run has changed if more than `threshold`
    of its pixels or lines differ. Then its webhook names the files before and after and their
    difference; runs without a change send none, unless `notify` is always. `mode` off ends it."""
    keep_runs: int
    """Keeps the file of each run until so many later runs are due, at least 48 hours and at most 30
    days, instead of for `cache_ttl` seconds. 0: as `cache_ttl` says."""


class ListRunsOptions(TypedDict, total=False):
    status: Literal["queued", "done", "failed"]
    """Only requests in this state."""
    from_: int
    """Only requests that were created at this time or later, in Unix seconds. A run of a task
    counts as created at its scheduled minute."""
    to: int
    """Only requests that were created before this time, in Unix seconds."""
    limit: int
    """Maximum number of requests per response. Default: `20`."""
    cursor: str
    """The `cursor` of the previous response, to continue the list."""


class AcceptBaselineOptions(TypedDict, total=False):
    run: str
    """The `id` of the run that you looked at. If a later run is done by now, the response is 409
    and the baseline stays. Without it, whichever run is the latest is accepted."""


class UpdateAccountOptions(TypedDict):
    signed_requests: bool
    """Whether the account requires signed requests."""


class CreateKeyOptions(TypedDict, total=False):
    name: str
    """Name of the access key, 1 to 60 characters, such as the client that uses it. Required for a
    new key."""
    scope: Literal["full", "render", "read", "links"]
    """What the key opens: `full` everything; `render` the operations that render, and reading
    requests, usage and devices; `read` only reading; `links` only GET of an operation that
    renders, with a valid signature. It cannot be changed. Required for a new key."""
    valid_until: int
    """Unix time in seconds from which the new key is invalid. Without it, or with 0, it never
    expires."""
    rotate: Literal["access", "secret"]
    """Replaces a key instead: an access key, by one with the same name, scope and expiry, or the
    secret key. The old one is invalid from the next request."""
    id: str
    """The id of the access key to replace. Default: the key of this request. Only with `rotate`
    access."""
    grace_seconds: int
    """For how long the old access key stays valid, 0 by default. Only with `rotate` access."""


class UpdateKeyOptions(TypedDict):
    id: str
    """The id of the access key, as `GET /v1/account/keys` returns it."""
    name: NotRequired[str]
    """Name of the access key, 1 to 60 characters, such as the client that uses it."""
    valid_until: NotRequired[int]
    """Unix time in seconds from which the key is invalid. 0: it never expires."""


class DeleteKeyOptions(TypedDict):
    id: str
    """The id of the access key, as `GET /v1/account/keys` returns it."""


class PutStorageOptions(TypedDict):
    endpoint: NotRequired[str]
    """URL of a service with the API of S3, such as Cloudflare R2 or MinIO. The bucket is the first
    segment of the path. Without it, Amazon S3 in `region`."""
    region: NotRequired[str]
    """Region of the bucket. Required for Amazon S3; `us-east-1` by default with `endpoint`. R2 uses
    `auto`."""
    bucket: str
    """Name of the bucket."""
    bucket_owner: NotRequired[str]
    """Id of the AWS account that must own the bucket. Only for Amazon S3."""
    prefix: NotRequired[str]
    """Is put before every key as it is, at most 200 characters."""
    key_template: NotRequired[str]
    """Template of the keys, at most 300 characters, which must contain `{id}`: `{date}` the day on
    which the request was made, in UTC, such as 2030-01-31; `{operation}` the operation, such as
    screenshot; `{task}` the id of the task; `{batch}` the id of the batch; `{id}` the id of the
    request; `{ext}` the extension of the file, such as png. A placeholder without a value is
    left out, with the slash that follows. Default: `"{date}/{task}/{id}.{ext}"`."""
    access_key_id: NotRequired[str]
    """Id of an access key of the storage that may put objects below `prefix`."""
    secret_access_key: NotRequired[str]
    """The secret of the access key. It is stored encrypted and never returned."""
    role_arn: NotRequired[str]
    """ARN of an IAM role that the service assumes with the `external_id` of the account, instead of
    an access key. Only for Amazon S3."""


class CreateSubscriptionOptions(TypedDict):
    webhook_url: str
    """Receiver of the messages, at most 500 characters: the HTTPS URL of your own program, the
    incoming-webhook URL of a channel in Slack, Discord or Teams, or, with `format=email`,
    `mailto:` and an address."""
    format: NotRequired[Literal["json", "slack", "discord", "teams", "email"]]
    """`json` is a signed Standard Webhook. `slack`, `discord` and `teams` are messages for a
    channel, with the images of a change, and so is `email`, if the operator of the service
    allows it for the address. Default: `"json"`."""
    topics: Sequence[Literal["quota.50", "quota.90", "quota.100", "task.failed", "task.changed", "delivery.failed", "key.expiring", "batch.ended"]]
    """The events to send. `quota.50`, `quota.90` and `quota.100`: so much of the monthly quota is
    used. `task.failed`: three runs of a task have failed in a row. `task.changed`: a watched
    page has changed. `delivery.failed`: all attempts of a webhook or an upload have failed, the
    first of its receiver in an hour. `key.expiring`: an access key expires within a week.
    `batch.ended`: all requests of a batch have ended."""


class UpdateSubscriptionOptions(TypedDict, total=False):
    webhook_url: str
    """Receiver of the messages, at most 500 characters: the HTTPS URL of your own program, the
    incoming-webhook URL of a channel in Slack, Discord or Teams, or, with `format=email`,
    `mailto:` and an address."""
    format: Literal["json", "slack", "discord", "teams", "email"]
    """`json` is a signed Standard Webhook. `slack`, `discord` and `teams` are messages for a
    channel, with the images of a change, and so is `email`, if the operator of the service
    allows it for the address."""
    topics: Sequence[Literal["quota.50", "quota.90", "quota.100", "task.failed", "task.changed", "delivery.failed", "key.expiring", "batch.ended"]]
    """The events to send. `quota.50`, `quota.90` and `quota.100`: so much of the monthly quota is
    used. `task.failed`: three runs of a task have failed in a row. `task.changed`: a watched
    page has changed. `delivery.failed`: all attempts of a webhook or an upload have failed, the
    first of its receiver in an hour. `key.expiring`: an access key expires within a week.
    `batch.ended`: all requests of a batch have ended."""


class ListEventsOptions(TypedDict, total=False):
    limit: int
    """Maximum number of events per response. Default: `20`."""
    cursor: str
    """The `cursor` of the previous response, to continue the list."""


EventPayload = Union[
    Quota50EventPayload,
    Quota90EventPayload,
    Quota100EventPayload,
    TaskFailedEventPayload,
    TaskChangedEventPayload,
    DeliveryFailedEventPayload,
    KeyExpiringEventPayload,
    BatchEndedEventPayload,
    TestEventPayload,
]


EventView = Union[
    Quota50EventView,
    Quota90EventView,
    Quota100EventView,
    TaskFailedEventView,
    TaskChangedEventView,
    DeliveryFailedEventView,
    KeyExpiringEventView,
    BatchEndedEventView,
    TestEventView,
]


WebhookEvent = Union[
    EventPayload,
    WebhookBatchPayload,
    WebhookChangePayload,
    WebhookErrorPayload,
    WebhookPayload,
]
