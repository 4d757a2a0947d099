// Generated from lib/schema by scripts/generate/client.ts. `npm run generate` rewrites it.

import type { CallOptions, Operation, Render, RenderFile } from './types.ts'

// biome-ignore format: One value a line would be hundreds of lines.
export type DeviceId =
 | 'blackberry_playbook' | 'blackberry_playbook_landscape' | 'blackberry_z30' | 'blackberry_z30_landscape'
 | 'galaxy_note_3' | 'galaxy_note_3_landscape' | 'galaxy_note_ii' | 'galaxy_note_ii_landscape'
 | 'galaxy_s_iii' | 'galaxy_s_iii_landscape' | 'galaxy_s5' | 'galaxy_s5_landscape' | 'galaxy_s8'
 | 'galaxy_s8_landscape' | 'galaxy_s9plus' | 'galaxy_s9plus_landscape' | 'galaxy_tab_s4'
 | 'galaxy_tab_s4_landscape' | 'ipad' | 'ipad_landscape' | 'ipad_gen_6' | 'ipad_gen_6_landscape'
 | 'ipad_gen_7' | 'ipad_gen_7_landscape' | 'ipad_mini' | 'ipad_mini_landscape' | 'ipad_pro'
 | 'ipad_pro_landscape' | 'ipad_pro_11' | 'ipad_pro_11_landscape' | 'iphone_4' | 'iphone_4_landscape'
 | 'iphone_5' | 'iphone_5_landscape' | 'iphone_6' | 'iphone_6_landscape' | 'iphone_6_plus'
 | 'iphone_6_plus_landscape' | 'iphone_7' | 'iphone_7_landscape' | 'iphone_7_plus'
 | 'iphone_7_plus_landscape' | 'iphone_8' | 'iphone_8_landscape' | 'iphone_8_plus'
 | 'iphone_8_plus_landscape' | 'iphone_se' | 'iphone_se_landscape' | 'iphone_se_3rd_gen'
 | 'iphone_se_3rd_gen_landscape' | 'iphone_x' | 'iphone_x_landscape' | 'iphone_xr' | 'iphone_xr_landscape'
 | 'iphone_11' | 'iphone_11_landscape' | 'iphone_11_pro' | 'iphone_11_pro_landscape' | 'iphone_11_pro_max'
 | 'iphone_11_pro_max_landscape' | 'iphone_12' | 'iphone_12_landscape' | 'iphone_12_pro'
 | 'iphone_12_pro_landscape' | 'iphone_12_pro_max' | 'iphone_12_pro_max_landscape' | 'iphone_12_mini'
 | 'iphone_12_mini_landscape' | 'iphone_13' | 'iphone_13_landscape' | 'iphone_13_pro'
 | 'iphone_13_pro_landscape' | 'iphone_13_pro_max' | 'iphone_13_pro_max_landscape' | 'iphone_13_mini'
 | 'iphone_13_mini_landscape' | 'iphone_14' | 'iphone_14_landscape' | 'iphone_14_plus'
 | 'iphone_14_plus_landscape' | 'iphone_14_pro' | 'iphone_14_pro_landscape' | 'iphone_14_pro_max'
 | 'iphone_14_pro_max_landscape' | 'iphone_15' | 'iphone_15_landscape' | 'iphone_15_plus'
 | 'iphone_15_plus_landscape' | 'iphone_15_pro' | 'iphone_15_pro_landscape' | 'iphone_15_pro_max'
 | 'iphone_15_pro_max_landscape' | 'iphone_16' | 'iphone_16_landscape' | 'iphone_16_plus'
 | 'iphone_16_plus_landscape' | 'iphone_16_pro' | 'iphone_16_pro_landscape' | 'iphone_16_pro_max'
 | 'iphone_16_pro_max_landscape' | 'iphone_16e' | 'iphone_16e_landscape' | 'iphone_17'
 | 'iphone_17_landscape' | 'iphone_air' | 'iphone_air_landscape' | 'iphone_17_pro'
 | 'iphone_17_pro_landscape' | 'iphone_17_pro_max' | 'iphone_17_pro_max_landscape' | 'iphone_17e'
 | 'iphone_17e_landscape' | 'jiophone_2' | 'jiophone_2_landscape' | 'kindle_fire_hdx'
 | 'kindle_fire_hdx_landscape' | 'lg_optimus_l70' | 'lg_optimus_l70_landscape' | 'microsoft_lumia_550'
 | 'microsoft_lumia_950' | 'microsoft_lumia_950_landscape' | 'nexus_10' | 'nexus_10_landscape' | 'nexus_4'
 | 'nexus_4_landscape' | 'nexus_5' | 'nexus_5_landscape' | 'nexus_5x' | 'nexus_5x_landscape' | 'nexus_6'
 | 'nexus_6_landscape' | 'nexus_6p' | 'nexus_6p_landscape' | 'nexus_7' | 'nexus_7_landscape'
 | 'nokia_lumia_520' | 'nokia_lumia_520_landscape' | 'nokia_n9' | 'nokia_n9_landscape' | 'pixel_2'
 | 'pixel_2_landscape' | 'pixel_2_xl' | 'pixel_2_xl_landscape' | 'pixel_3' | 'pixel_3_landscape' | 'pixel_4'
 | 'pixel_4_landscape' | 'pixel_4a_5g' | 'pixel_4a_5g_landscape' | 'pixel_5' | 'pixel_5_landscape'
 | 'moto_g4' | 'moto_g4_landscape'

// biome-ignore format: One value a line would be hundreds of lines.
export type TimeZone =
 | 'Africa/Abidjan' | 'Africa/Accra' | 'Africa/Addis_Ababa' | 'Africa/Algiers' | 'Africa/Asmara'
 | 'Africa/Asmera' | 'Africa/Bamako' | 'Africa/Bangui' | 'Africa/Banjul' | 'Africa/Bissau'
 | 'Africa/Blantyre' | 'Africa/Brazzaville' | 'Africa/Bujumbura' | 'Africa/Cairo' | 'Africa/Casablanca'
 | 'Africa/Ceuta' | 'Africa/Conakry' | 'Africa/Dakar' | 'Africa/Dar_es_Salaam' | 'Africa/Djibouti'
 | 'Africa/Douala' | 'Africa/El_Aaiun' | 'Africa/Freetown' | 'Africa/Gaborone' | 'Africa/Harare'
 | 'Africa/Johannesburg' | 'Africa/Juba' | 'Africa/Kampala' | 'Africa/Khartoum' | 'Africa/Kigali'
 | 'Africa/Kinshasa' | 'Africa/Lagos' | 'Africa/Libreville' | 'Africa/Lome' | 'Africa/Luanda'
 | 'Africa/Lubumbashi' | 'Africa/Lusaka' | 'Africa/Malabo' | 'Africa/Maputo' | 'Africa/Maseru'
 | 'Africa/Mbabane' | 'Africa/Mogadishu' | 'Africa/Monrovia' | 'Africa/Nairobi' | 'Africa/Ndjamena'
 | 'Africa/Niamey' | 'Africa/Nouakchott' | 'Africa/Ouagadougou' | 'Africa/Porto-Novo' | 'Africa/Sao_Tome'
 | 'Africa/Timbuktu' | 'Africa/Tripoli' | 'Africa/Tunis' | 'Africa/Windhoek' | 'America/Adak'
 | 'America/Anchorage' | 'America/Anguilla' | 'America/Antigua' | 'America/Araguaina'
 | 'America/Argentina/Buenos_Aires' | 'America/Argentina/Catamarca' | 'America/Argentina/ComodRivadavia'
 | 'America/Argentina/Cordoba' | 'America/Argentina/Jujuy' | 'America/Argentina/La_Rioja'
 | 'America/Argentina/Mendoza' | 'America/Argentina/Rio_Gallegos' | 'America/Argentina/Salta'
 | 'America/Argentina/San_Juan' | 'America/Argentina/San_Luis' | 'America/Argentina/Tucuman'
 | 'America/Argentina/Ushuaia' | 'America/Aruba' | 'America/Asuncion' | 'America/Atikokan' | 'America/Atka'
 | 'America/Bahia' | 'America/Bahia_Banderas' | 'America/Barbados' | 'America/Belem' | 'America/Belize'
 | 'America/Blanc-Sablon' | 'America/Boa_Vista' | 'America/Bogota' | 'America/Boise'
 | 'America/Buenos_Aires' | 'America/Cambridge_Bay' | 'America/Campo_Grande' | 'America/Cancun'
 | 'America/Caracas' | 'America/Catamarca' | 'America/Cayenne' | 'America/Cayman' | 'America/Chicago'
 | 'America/Chihuahua' | 'America/Ciudad_Juarez' | 'America/Coral_Harbour' | 'America/Cordoba'
 | 'America/Costa_Rica' | 'America/Coyhaique' | 'America/Creston' | 'America/Cuiaba' | 'America/Curacao'
 | 'America/Danmarkshavn' | 'America/Dawson' | 'America/Dawson_Creek' | 'America/Denver' | 'America/Detroit'
 | 'America/Dominica' | 'America/Edmonton' | 'America/Eirunepe' | 'America/El_Salvador' | 'America/Ensenada'
 | 'America/Fort_Nelson' | 'America/Fort_Wayne' | 'America/Fortaleza' | 'America/Glace_Bay'
 | 'America/Godthab' | 'America/Goose_Bay' | 'America/Grand_Turk' | 'America/Grenada' | 'America/Guadeloupe'
 | 'America/Guatemala' | 'America/Guayaquil' | 'America/Guyana' | 'America/Halifax' | 'America/Havana'
 | 'America/Hermosillo' | 'America/Indiana/Indianapolis' | 'America/Indiana/Knox'
 | 'America/Indiana/Marengo' | 'America/Indiana/Petersburg' | 'America/Indiana/Tell_City'
 | 'America/Indiana/Vevay' | 'America/Indiana/Vincennes' | 'America/Indiana/Winamac'
 | 'America/Indianapolis' | 'America/Inuvik' | 'America/Iqaluit' | 'America/Jamaica' | 'America/Jujuy'
 | 'America/Juneau' | 'America/Kentucky/Louisville' | 'America/Kentucky/Monticello' | 'America/Knox_IN'
 | 'America/Kralendijk' | 'America/La_Paz' | 'America/Lima' | 'America/Los_Angeles' | 'America/Louisville'
 | 'America/Lower_Princes' | 'America/Maceio' | 'America/Managua' | 'America/Manaus' | 'America/Marigot'
 | 'America/Martinique' | 'America/Matamoros' | 'America/Mazatlan' | 'America/Mendoza' | 'America/Menominee'
 | 'America/Merida' | 'America/Metlakatla' | 'America/Mexico_City' | 'America/Miquelon' | 'America/Moncton'
 | 'America/Monterrey' | 'America/Montevideo' | 'America/Montreal' | 'America/Montserrat' | 'America/Nassau'
 | 'America/New_York' | 'America/Nipigon' | 'America/Nome' | 'America/Noronha'
 | 'America/North_Dakota/Beulah' | 'America/North_Dakota/Center' | 'America/North_Dakota/New_Salem'
 | 'America/Nuuk' | 'America/Ojinaga' | 'America/Panama' | 'America/Pangnirtung' | 'America/Paramaribo'
 | 'America/Phoenix' | 'America/Port-au-Prince' | 'America/Port_of_Spain' | 'America/Porto_Acre'
 | 'America/Porto_Velho' | 'America/Puerto_Rico' | 'America/Punta_Arenas' | 'America/Rainy_River'
 | 'America/Rankin_Inlet' | 'America/Recife' | 'America/Regina' | 'America/Resolute' | 'America/Rio_Branco'
 | 'America/Rosario' | 'America/Santa_Isabel' | 'America/Santarem' | 'America/Santiago'
 | 'America/Santo_Domingo' | 'America/Sao_Paulo' | 'America/Scoresbysund' | 'America/Shiprock'
 | 'America/Sitka' | 'America/St_Barthelemy' | 'America/St_Johns' | 'America/St_Kitts' | 'America/St_Lucia'
 | 'America/St_Thomas' | 'America/St_Vincent' | 'America/Swift_Current' | 'America/Tegucigalpa'
 | 'America/Thule' | 'America/Thunder_Bay' | 'America/Tijuana' | 'America/Toronto' | 'America/Tortola'
 | 'America/Vancouver' | 'America/Virgin' | 'America/Whitehorse' | 'America/Winnipeg' | 'America/Yakutat'
 | 'America/Yellowknife' | 'Antarctica/Casey' | 'Antarctica/Davis' | 'Antarctica/DumontDUrville'
 | 'Antarctica/Macquarie' | 'Antarctica/Mawson' | 'Antarctica/McMurdo' | 'Antarctica/Palmer'
 | 'Antarctica/Rothera' | 'Antarctica/South_Pole' | 'Antarctica/Syowa' | 'Antarctica/Troll'
 | 'Antarctica/Vostok' | 'Arctic/Longyearbyen' | 'Asia/Aden' | 'Asia/Almaty' | 'Asia/Amman' | 'Asia/Anadyr'
 | 'Asia/Aqtau' | 'Asia/Aqtobe' | 'Asia/Ashgabat' | 'Asia/Ashkhabad' | 'Asia/Atyrau' | 'Asia/Baghdad'
 | 'Asia/Bahrain' | 'Asia/Baku' | 'Asia/Bangkok' | 'Asia/Barnaul' | 'Asia/Beirut' | 'Asia/Bishkek'
 | 'Asia/Brunei' | 'Asia/Calcutta' | 'Asia/Chita' | 'Asia/Choibalsan' | 'Asia/Chongqing' | 'Asia/Chungking'
 | 'Asia/Colombo' | 'Asia/Dacca' | 'Asia/Damascus' | 'Asia/Dhaka' | 'Asia/Dili' | 'Asia/Dubai'
 | 'Asia/Dushanbe' | 'Asia/Famagusta' | 'Asia/Gaza' | 'Asia/Harbin' | 'Asia/Hebron' | 'Asia/Ho_Chi_Minh'
 | 'Asia/Hong_Kong' | 'Asia/Hovd' | 'Asia/Irkutsk' | 'Asia/Istanbul' | 'Asia/Jakarta' | 'Asia/Jayapura'
 | 'Asia/Jerusalem' | 'Asia/Kabul' | 'Asia/Kamchatka' | 'Asia/Karachi' | 'Asia/Kashgar' | 'Asia/Kathmandu'
 | 'Asia/Katmandu' | 'Asia/Khandyga' | 'Asia/Kolkata' | 'Asia/Krasnoyarsk' | 'Asia/Kuala_Lumpur'
 | 'Asia/Kuching' | 'Asia/Kuwait' | 'Asia/Macao' | 'Asia/Macau' | 'Asia/Magadan' | 'Asia/Makassar'
 | 'Asia/Manila' | 'Asia/Muscat' | 'Asia/Nicosia' | 'Asia/Novokuznetsk' | 'Asia/Novosibirsk' | 'Asia/Omsk'
 | 'Asia/Oral' | 'Asia/Phnom_Penh' | 'Asia/Pontianak' | 'Asia/Pyongyang' | 'Asia/Qatar' | 'Asia/Qostanay'
 | 'Asia/Qyzylorda' | 'Asia/Rangoon' | 'Asia/Riyadh' | 'Asia/Saigon' | 'Asia/Sakhalin' | 'Asia/Samarkand'
 | 'Asia/Seoul' | 'Asia/Shanghai' | 'Asia/Singapore' | 'Asia/Srednekolymsk' | 'Asia/Taipei'
 | 'Asia/Tashkent' | 'Asia/Tbilisi' | 'Asia/Tehran' | 'Asia/Tel_Aviv' | 'Asia/Thimbu' | 'Asia/Thimphu'
 | 'Asia/Tokyo' | 'Asia/Tomsk' | 'Asia/Ujung_Pandang' | 'Asia/Ulaanbaatar' | 'Asia/Ulan_Bator'
 | 'Asia/Urumqi' | 'Asia/Ust-Nera' | 'Asia/Vientiane' | 'Asia/Vladivostok' | 'Asia/Yakutsk' | 'Asia/Yangon'
 | 'Asia/Yekaterinburg' | 'Asia/Yerevan' | 'Atlantic/Azores' | 'Atlantic/Bermuda' | 'Atlantic/Canary'
 | 'Atlantic/Cape_Verde' | 'Atlantic/Faeroe' | 'Atlantic/Faroe' | 'Atlantic/Jan_Mayen' | 'Atlantic/Madeira'
 | 'Atlantic/Reykjavik' | 'Atlantic/South_Georgia' | 'Atlantic/St_Helena' | 'Atlantic/Stanley'
 | 'Australia/ACT' | 'Australia/Adelaide' | 'Australia/Brisbane' | 'Australia/Broken_Hill'
 | 'Australia/Canberra' | 'Australia/Currie' | 'Australia/Darwin' | 'Australia/Eucla' | 'Australia/Hobart'
 | 'Australia/LHI' | 'Australia/Lindeman' | 'Australia/Lord_Howe' | 'Australia/Melbourne' | 'Australia/NSW'
 | 'Australia/North' | 'Australia/Perth' | 'Australia/Queensland' | 'Australia/South' | 'Australia/Sydney'
 | 'Australia/Tasmania' | 'Australia/Victoria' | 'Australia/West' | 'Australia/Yancowinna' | 'Brazil/Acre'
 | 'Brazil/DeNoronha' | 'Brazil/East' | 'Brazil/West' | 'CET' | 'CST6CDT' | 'Canada/Atlantic'
 | 'Canada/Central' | 'Canada/Eastern' | 'Canada/Mountain' | 'Canada/Newfoundland' | 'Canada/Pacific'
 | 'Canada/Saskatchewan' | 'Canada/Yukon' | 'Chile/Continental' | 'Chile/EasterIsland' | 'Cuba' | 'EET'
 | 'EST' | 'EST5EDT' | 'Egypt' | 'Eire' | 'Etc/GMT' | 'Etc/GMT+0' | 'Etc/GMT+1' | 'Etc/GMT+10'
 | 'Etc/GMT+11' | 'Etc/GMT+12' | 'Etc/GMT+2' | 'Etc/GMT+3' | 'Etc/GMT+4' | 'Etc/GMT+5' | 'Etc/GMT+6'
 | 'Etc/GMT+7' | 'Etc/GMT+8' | 'Etc/GMT+9' | 'Etc/GMT-0' | 'Etc/GMT-1' | 'Etc/GMT-10' | 'Etc/GMT-11'
 | 'Etc/GMT-12' | 'Etc/GMT-13' | 'Etc/GMT-14' | 'Etc/GMT-2' | 'Etc/GMT-3' | 'Etc/GMT-4' | 'Etc/GMT-5'
 | 'Etc/GMT-6' | 'Etc/GMT-7' | 'Etc/GMT-8' | 'Etc/GMT-9' | 'Etc/GMT0' | 'Etc/Greenwich' | 'Etc/UCT'
 | 'Etc/UTC' | 'Etc/Universal' | 'Etc/Zulu' | 'Europe/Amsterdam' | 'Europe/Andorra' | 'Europe/Astrakhan'
 | 'Europe/Athens' | 'Europe/Belfast' | 'Europe/Belgrade' | 'Europe/Berlin' | 'Europe/Bratislava'
 | 'Europe/Brussels' | 'Europe/Bucharest' | 'Europe/Budapest' | 'Europe/Busingen' | 'Europe/Chisinau'
 | 'Europe/Copenhagen' | 'Europe/Dublin' | 'Europe/Gibraltar' | 'Europe/Guernsey' | 'Europe/Helsinki'
 | 'Europe/Isle_of_Man' | 'Europe/Istanbul' | 'Europe/Jersey' | 'Europe/Kaliningrad' | 'Europe/Kiev'
 | 'Europe/Kirov' | 'Europe/Kyiv' | 'Europe/Lisbon' | 'Europe/Ljubljana' | 'Europe/London'
 | 'Europe/Luxembourg' | 'Europe/Madrid' | 'Europe/Malta' | 'Europe/Mariehamn' | 'Europe/Minsk'
 | 'Europe/Monaco' | 'Europe/Moscow' | 'Europe/Nicosia' | 'Europe/Oslo' | 'Europe/Paris'
 | 'Europe/Podgorica' | 'Europe/Prague' | 'Europe/Riga' | 'Europe/Rome' | 'Europe/Samara'
 | 'Europe/San_Marino' | 'Europe/Sarajevo' | 'Europe/Saratov' | 'Europe/Simferopol' | 'Europe/Skopje'
 | 'Europe/Sofia' | 'Europe/Stockholm' | 'Europe/Tallinn' | 'Europe/Tirane' | 'Europe/Tiraspol'
 | 'Europe/Ulyanovsk' | 'Europe/Uzhgorod' | 'Europe/Vaduz' | 'Europe/Vatican' | 'Europe/Vienna'
 | 'Europe/Vilnius' | 'Europe/Volgograd' | 'Europe/Warsaw' | 'Europe/Zagreb' | 'Europe/Zaporozhye'
 | 'Europe/Zurich' | 'GB' | 'GB-Eire' | 'GMT' | 'GMT+0' | 'GMT-0' | 'GMT0' | 'Greenwich' | 'HST'
 | 'Hongkong' | 'Iceland' | 'Indian/Antananarivo' | 'Indian/Chagos' | 'Indian/Christmas' | 'Indian/Cocos'
 | 'Indian/Comoro' | 'Indian/Kerguelen' | 'Indian/Mahe' | 'Indian/Maldives' | 'Indian/Mauritius'
 | 'Indian/Mayotte' | 'Indian/Reunion' | 'Iran' | 'Israel' | 'Jamaica' | 'Japan' | 'Kwajalein' | 'Libya'
 | 'MET' | 'MST' | 'MST7MDT' | 'Mexico/BajaNorte' | 'Mexico/BajaSur' | 'Mexico/General' | 'NZ' | 'NZ-CHAT'
 | 'Navajo' | 'PRC' | 'PST8PDT' | 'Pacific/Apia' | 'Pacific/Auckland' | 'Pacific/Bougainville'
 | 'Pacific/Chatham' | 'Pacific/Chuuk' | 'Pacific/Easter' | 'Pacific/Efate' | 'Pacific/Enderbury'
 | 'Pacific/Fakaofo' | 'Pacific/Fiji' | 'Pacific/Funafuti' | 'Pacific/Galapagos' | 'Pacific/Gambier'
 | 'Pacific/Guadalcanal' | 'Pacific/Guam' | 'Pacific/Honolulu' | 'Pacific/Johnston' | 'Pacific/Kanton'
 | 'Pacific/Kiritimati' | 'Pacific/Kosrae' | 'Pacific/Kwajalein' | 'Pacific/Majuro' | 'Pacific/Marquesas'
 | 'Pacific/Midway' | 'Pacific/Nauru' | 'Pacific/Niue' | 'Pacific/Norfolk' | 'Pacific/Noumea'
 | 'Pacific/Pago_Pago' | 'Pacific/Palau' | 'Pacific/Pitcairn' | 'Pacific/Pohnpei' | 'Pacific/Ponape'
 | 'Pacific/Port_Moresby' | 'Pacific/Rarotonga' | 'Pacific/Saipan' | 'Pacific/Samoa' | 'Pacific/Tahiti'
 | 'Pacific/Tarawa' | 'Pacific/Tongatapu' | 'Pacific/Truk' | 'Pacific/Wake' | 'Pacific/Wallis'
 | 'Pacific/Yap' | 'Poland' | 'Portugal' | 'ROC' | 'ROK' | 'Singapore' | 'Turkey' | 'UCT' | 'US/Alaska'
 | 'US/Aleutian' | 'US/Arizona' | 'US/Central' | 'US/East-Indiana' | 'US/Eastern' | 'US/Hawaii'
 | 'US/Indiana-Starke' | 'US/Michigan' | 'US/Mountain' | 'US/Pacific' | 'US/Samoa' | 'UTC' | 'Universal'
 | 'W-SU' | 'WET' | 'Zulu'

export type QuotaData = {
  /** The share of the quota that is used, in percent. */
  percent: number
  /** Renders per month (UTC). */
  quota: number
  /** The month (UTC). */
  month: string
}

export type TaskFailedData = {
  /** Id of the task. */
  task_id: number
  /** Name of the task, or null if it was deleted. */
  task_name: string | null
  /** Id of the request. */
  request_id: string
  /** URL of the page, or null. */
  url: string | null
  /** How many runs have failed in a row. */
  failures: number
  /** Why the latest run failed. */
  error: {
    code: string
    message: string
  }
}

export type TaskChangedData = {
  /** Id of the task. */
  task_id: number
  /** Name of the task, or null if it was deleted. */
  task_name: string | null
  /** Id of the request. */
  request_id: string
  /** URL of the page, or null. */
  url: string | null
  /** Title of the page, or null. */
  title: string | null
  /** URL of the file after the change. */
  file: string
  /** Content type of the file. */
  content_type: string
  /** When the file expires, in Unix seconds. */
  expires: number
  /** As in `GET /v1/requests/{id}`. */
  change: ChangeView
}

export type DeliveryFailedData = {
  /** Id of the request, or null. */
  request_id: string | null
  /** Id of the batch, or null. */
  batch_id: string | null
  /** What was given up. */
  delivery: 'webhook' | 'upload'
  /** Host of the webhook, or URL of the upload without its query. */
  url: string
  /** Number of attempts. */
  attempts: number
  /** Why the last attempt failed. */
  error: string
}

export type KeyExpiringData = {
  /** Id of the access key. */
  key_id: string
  /** Name of the access key. */
  name: string
  /** Unix time in seconds from which it is invalid. */
  valid_until: number
}

export type BatchEndedData = {
  /** Id of the batch. */
  batch_id: string
  total: number
  done: number
  failed: number
  codes: Readonly<Record<string, number>>
}

export type TestData = {
  /** What this event is for. */
  message: string
}

export type AccountReport = {
  id: string
  plan: {
    name: 'free' | 'starter' | 'growth' | 'scale'
    quota: number
    requests_per_minute: number
    concurrency: number
    free_failures: number
    features: readonly ('tasks' | 'gpu_rendering' | 'ip_location')[]
  }
  created: number
  signed_requests: boolean
  signature_version: 1 | 2
  invoice: 'paid' | 'unpaid'
  access_key_start: string
  key_generation: number
}

export type Acknowledgement = {
  status: 'Accepted'
  message: string
  created: number
  id: string
  url: string
}

export type BaselineView = {
  id: string
  file: string
  expires: number
}

export type BatchList = {
  batches: readonly BatchView[]
  cursor: string | null
}

export type BatchView = {
  id: string
  operation: 'screenshot' | 'screencast' | 'pdf' | 'scrape' | 'snapshot'
  status: 'running' | 'ended'
  created: number
  finished: number | null
  total: number
  queued: number
  done: number
  failed: number
  codes: Readonly<Record<string, number>>
  progress: number
  estimated_end: number | null
  max_concurrency: number
  sitemap: string | null
  key_id: string | null
  webhook: WebhookView | null
}

export type ChangeView = {
  changed: boolean
  ratio: number
  regions: readonly {
    x: number
    y: number
    width: number
    height: number
  }[]
  before: BaselineView | null
  difference: {
    file: string
    expires: number
  } | null
  text_difference: {
    file: string
    expires: number
  } | null
}

export type Device = {
  id: string
  name: string
  userAgent: string
  screen: {
    width: number
    height: number
  }
  viewport: {
    width: number
    height: number
    deviceScaleFactor: number
    isMobile: boolean
    hasTouch: boolean
    isLandscape: boolean
  }
}

export type DeviceList = {
  devices: readonly Device[]
}

export type EventList = {
  events: readonly EventView[]
  cursor: string | null
}

export type EventPayload =
  | {
      /** What has happened. */
      type: 'quota.50'
      /** When it happened. */
      timestamp: string
      /** What the event says. */
      data: QuotaData
    }
  | {
      /** What has happened. */
      type: 'quota.90'
      /** When it happened. */
      timestamp: string
      /** What the event says. */
      data: QuotaData
    }
  | {
      /** What has happened. */
      type: 'quota.100'
      /** When it happened. */
      timestamp: string
      /** What the event says. */
      data: QuotaData
    }
  | {
      /** What has happened. */
      type: 'task.failed'
      /** When it happened. */
      timestamp: string
      /** What the event says. */
      data: TaskFailedData
    }
  | {
      /** What has happened. */
      type: 'task.changed'
      /** When it happened. */
      timestamp: string
      /** What the event says. */
      data: TaskChangedData
    }
  | {
      /** What has happened. */
      type: 'delivery.failed'
      /** When it happened. */
      timestamp: string
      /** What the event says. */
      data: DeliveryFailedData
    }
  | {
      /** What has happened. */
      type: 'key.expiring'
      /** When it happened. */
      timestamp: string
      /** What the event says. */
      data: KeyExpiringData
    }
  | {
      /** What has happened. */
      type: 'batch.ended'
      /** When it happened. */
      timestamp: string
      /** What the event says. */
      data: BatchEndedData
    }
  | {
      /** What has happened. */
      type: 'test'
      /** When it happened. */
      timestamp: string
      /** What the event says. */
      data: TestData
    }

export type EventView =
  | {
      id: string
      /** What has happened. */
      type: 'quota.50'
      created: number
      /** What the event says. */
      data: QuotaData
      subscription_id: string
      webhook: WebhookView
    }
  | {
      id: string
      /** What has happened. */
      type: 'quota.90'
      created: number
      /** What the event says. */
      data: QuotaData
      subscription_id: string
      webhook: WebhookView
    }
  | {
      id: string
      /** What has happened. */
      type: 'quota.100'
      created: number
      /** What the event says. */
      data: QuotaData
      subscription_id: string
      webhook: WebhookView
    }
  | {
      id: string
      /** What has happened. */
      type: 'task.failed'
      created: number
      /** What the event says. */
      data: TaskFailedData
      subscription_id: string
      webhook: WebhookView
    }
  | {
      id: string
      /** What has happened. */
      type: 'task.changed'
      created: number
      /** What the event says. */
      data: TaskChangedData
      subscription_id: string
      webhook: WebhookView
    }
  | {
      id: string
      /** What has happened. */
      type: 'delivery.failed'
      created: number
      /** What the event says. */
      data: DeliveryFailedData
      subscription_id: string
      webhook: WebhookView
    }
  | {
      id: string
      /** What has happened. */
      type: 'key.expiring'
      created: number
      /** What the event says. */
      data: KeyExpiringData
      subscription_id: string
      webhook: WebhookView
    }
  | {
      id: string
      /** What has happened. */
      type: 'batch.ended'
      created: number
      /** What the event says. */
      data: BatchEndedData
      subscription_id: string
      webhook: WebhookView
    }
  | {
      id: string
      /** What has happened. */
      type: 'test'
      created: number
      /** What the event says. */
      data: TestData
      subscription_id: string
      webhook: WebhookView
    }

export type KeyList = {
  keys: readonly KeyView[]
  key_generation: number
}

export type KeyView = {
  id: string
  access_key: string | null
  name: string
  scope: 'full' | 'render' | 'read' | 'links'
  created: number
  valid_until: number | null
  last_used: string | null
}

export type NewKey = {
  id: string | null
  access_key: string | null
  secret_key: string | null
  key_generation: number
}

export type Overview = {
  account: AccountReport
  usage: UsageReport
  history: UsageHistory
  requests: RequestList
  stored: RequestList
  failures: {
    codes: readonly {
      code: string
      count: number
    }[]
    complete: boolean
  }
  tasks: readonly Task[] | null
}

export type RenderResult = {
  id: string
  url: string | null
  final_url: string | null
  status: number | null
  title: string | null
  file: string
  created: number
  expires: number
  upload: {
    url: string
    bucket: string | null
    key: string | null
  } | null
  content_type: string
  bytes: number
  width: number | null
  height: number | null
  pages: number | null
  duration: number | null
  timeout: string | null
  incomplete: readonly {
    part: 'list' | 'frame' | 'section' | 'scroll'
    reason: 'timeout' | 'endless' | 'moving' | 'limit' | 'not_drawn' | 'different'
  }[]
  metadata: {
    icon?: string
    title?: string
    fonts?: readonly string[]
    hash?: string
    status?: number
    headers?: Readonly<Record<string, string>>
    image_size?: string
    truncated?: readonly string[]
  }
  report: Readonly<Record<string, unknown>> | null
}

export type RequestList = {
  requests: readonly RequestView[]
  cursor: string | null
}

export type RequestView = {
  id: string
  operation: 'screenshot' | 'screencast' | 'pdf' | 'scrape' | 'snapshot'
  status: 'queued' | 'done' | 'failed'
  created: number
  finished: number | null
  file: string | null
  expires: number | null
  error: {
    code: string
    message: string
  } | null
  task_id: number | null
  batch_id: string | null
  external_id: string | null
  key_id: string | null
  url: string | null
  options: Readonly<Record<string, unknown>>
  omitted_options: readonly string[]
  duration_ms: number | null
  content_type: string | null
  bytes: number | null
  width: number | null
  height: number | null
  pages: number | null
  duration: number | null
  page_status: number | null
  page_title: string | null
  timeout: string | null
  incomplete:
    | readonly {
        part: 'list' | 'frame' | 'section' | 'scroll'
        reason: 'timeout' | 'endless' | 'moving' | 'limit' | 'not_drawn' | 'different'
      }[]
    | null
  change: ChangeView | null
  outputs: Readonly<
    Record<
      string,
      {
        file: string
        content_type: string
        bytes: number
        width: number | null
        height: number | null
        pages: number | null
      }
    >
  > | null
  upload: {
    url: string
    status: 'pending' | 'delivered' | 'failed'
    attempts: readonly {
      time: number
      status: number | null
      duration_ms: number
      error: string | null
    }[]
    next_attempt: number | null
    bucket: string | null
    key: string | null
  } | null
  webhook: WebhookView | null
}

export type SnapshotDocument = {
  url: string | null
  final_url: string | null
  status: number | null
  title: string | null
  timeout: string | null
  incomplete: readonly {
    part: 'list' | 'frame' | 'section' | 'scroll'
    reason: 'timeout' | 'endless' | 'moving' | 'limit' | 'not_drawn' | 'different'
  }[]
  created: number
  expires: number
  outputs: Readonly<
    Record<
      string,
      {
        file: string
        content_type: string
        bytes: number
        width: number | null
        height: number | null
        pages: number | null
      }
    >
  >
  metadata: {
    title: string
    description: string | null
    canonical: string | null
    language: string | null
    theme_color: string | null
    author: string | null
    open_graph: Readonly<Record<string, readonly string[]>>
    twitter_card: Readonly<Record<string, readonly string[]>>
    json_ld: readonly unknown[]
    icons: readonly {
      url: string
      rel: string
      sizes: string | null
      type: string | null
    }[]
    feeds: readonly {
      url: string
      title: string | null
      type: string
    }[]
    truncated: boolean
  } | null
}

export type SubscriptionList = {
  subscriptions: readonly SubscriptionView[]
}

export type SubscriptionView = {
  id: string
  webhook_url: string
  format: 'json' | 'slack' | 'discord' | 'teams' | 'email'
  topics: readonly (
    | 'quota.50'
    | 'quota.90'
    | 'quota.100'
    | 'task.failed'
    | 'task.changed'
    | 'delivery.failed'
    | 'key.expiring'
    | 'batch.ended'
  )[]
  created: number
}

export type Task = {
  id: number
  name: string
  api: 'screenshot' | 'screencast' | 'pdf' | 'scrape' | 'snapshot'
  query: string
  frequency: 'every_minute' | 'every_hour' | 'every_day' | 'every_month' | 'custom'
  crontab: string
  timezone: string
  enabled: boolean
  created: number
  last_run: number | null
  runs: number
  watch: {
    mode: 'visual' | 'text'
    threshold: number
    ignore_selectors: readonly string[]
    ignore_links?: boolean
    notify: 'change' | 'always'
  } | null
  keep_runs: number | null
  baseline: BaselineView | null
}

export type TaskList = {
  tasks: readonly Task[]
}

export type StorageReport = {
  storage: {
    endpoint: string | null
    region: string
    bucket: string
    bucket_owner: string | null
    prefix: string
    key_template: string
    role_arn: string | null
    tested: number
  } | null
  external_id: string
  principal: string | null
}

export type UsageHistory = {
  days: readonly {
    date: string
    hits: {
      screenshot: number
      screencast: number
      pdf: number
      scrape: number
      snapshot: number
    }
  }[]
  keys: readonly {
    month: string
    id: string
    hits: number
  }[]
}

export type UsageReport = {
  hits: {
    quota: number
    used: number
    remaining: number
  }
  concurrency: {
    limit: number
    remaining: number
    reset: number
  }
  renders: {
    limit: number
    in_progress: number
  }
}

export type WebhookBatchPayload = {
  /** Id of the batch. */
  id: string
  /** How the requests have ended, as in `GET /v1/batches/{id}`. */
  batch: {
    total: number
    queued: number
    done: number
    failed: number
    codes: Readonly<Record<string, number>>
  }
  /** When the batch was created, in Unix seconds. */
  created: number
}

export type WebhookChangePayload = {
  /** Id of the request. */
  id: string
  /** URL of the result. */
  file: string
  /** When the file expires, in Unix seconds. */
  expires: number
  /** When the request was made, in Unix seconds. */
  created: number
  /** The outcome of the upload. Absent without `upload_url` and a storage of the account. */
  upload?: {
    /** URL of the object: the `upload_url` without its query, or in the storage of the account. */
    url: string
    /** Whether the storage has accepted the file. */
    status: 'delivered' | 'failed'
    /** The bucket of the storage of the account. Absent with `upload_url`. */
    bucket?: string
    /** The key of the object in the bucket. Absent with `upload_url`. */
    key?: string
  }
  /** Id of the task. */
  task_id: number
  /** How the run differs from the baseline, as in `GET /v1/requests/{id}`. */
  change: ChangeView
}

export type WebhookErrorPayload = {
  /** Id of the request. */
  id: string
  /** Why the request failed. */
  error: {
    /** A code of the error reference. */
    code: string
    /** What went wrong. */
    message: string
  }
  /** When the request was made, in Unix seconds. */
  created: number
}

export type WebhookPayload = {
  /** Id of the request. */
  id: string
  /** URL of the result. */
  file: string
  /** When the file expires, in Unix seconds. */
  expires: number
  /** When the request was made, in Unix seconds. */
  created: number
  /** The outcome of the upload. Absent without `upload_url` and a storage of the account. */
  upload?: {
    /** URL of the object: the `upload_url` without its query, or in the storage of the account. */
    url: string
    /** Whether the storage has accepted the file. */
    status: 'delivered' | 'failed'
    /** The bucket of the storage of the account. Absent with `upload_url`. */
    bucket?: string
    /** The key of the object in the bucket. Absent with `upload_url`. */
    key?: string
  }
}

export type WebhookView = {
  url: string
  status: 'pending' | 'delivered' | 'failed'
  attempts: readonly {
    time: number
    status: number | null
    duration_ms: number
    error: string | null
  }[]
  next_attempt: number | null
}

/** The message of a webhook. */
export type WebhookEvent =
  | EventPayload
  | WebhookBatchPayload
  | WebhookChangePayload
  | WebhookErrorPayload
  | WebhookPayload

/** Options of every operation that renders. */
export interface RenderOptions {
  /** Absolute `http:` or `https:` URL of the page. It must be reachable from the internet. URL-encode it in a query string. A user name and password in the URL are sent to that origin as basic authentication. */
  url?: string
  /** HTML document to render instead of a URL, 1 byte to 5 MB, or less if it has many quotation marks, backslashes and line breaks: the JSON body must not exceed 6 MB when it is encoded as a JSON string again. Exactly one of `url` and `html` is required. */
  html?: string
  /** Emulates a device: its viewport, scale factor, touch and user agent. Explicit `viewport_*`, `device_scale_factor` and `user_agent` override the device. */
  viewport_device?: DeviceId
  /** Width of the viewport in CSS pixels. Default: `1280`. */
  viewport_width?: number
  /** Height of the viewport in CSS pixels. Default: `1080`. */
  viewport_height?: number
  /** Landscape orientation. `true` swaps width and height if the viewport would be taller than wide, even if they are explicit. `false` rotates a landscape `viewport_device` to portrait and leaves other viewports unchanged. */
  viewport_landscape?: boolean
  /** Emulates a touch screen: `hover: none` and `pointer: coarse` match. Otherwise, `hover: hover` and `pointer: fine` match. */
  viewport_has_touch?: boolean
  /** Emulates a mobile device, which applies the page's viewport meta tag. */
  viewport_mobile?: boolean
  /** Device pixels per CSS pixel. Use 2 for high-density (retina) images. Default: `1`. */
  device_scale_factor?: number
  /** Captures content beyond the viewport. Default: `false`. */
  capture_beyond_viewport?: boolean
  /** Annoyances to remove from the page: cookie banners, advertisements and trackers. Accepts one or more values. `none` cannot be combined with other values. Default: `["cookies_banner"]`. */
  block_annoyance?: readonly ('none' | 'cookies_banner' | 'ads' | 'tracking')[]
  /** Resource types that are not loaded. `document` means the documents of frames. The page itself is always loaded. Default: `[]`. */
  block_ressources?: readonly (
    | 'document'
    | 'stylesheet'
    | 'image'
    | 'media'
    | 'font'
    | 'script'
    | 'texttrack'
    | 'xhr'
    | 'fetch'
    | 'eventsource'
    | 'websocket'
    | 'manifest'
    | 'other'
  )[]
  /** URL patterns that are not loaded. `*` matches any text, for example `*\/analytics/*`. Default: `[]`. */
  block_requests?: readonly string[]
  /** Simulates how a person with this vision deficiency sees the page. */
  vision_deficiency?: 'reduced_contrast' | 'blurred_vision' | 'deuteranopia' | 'achromatopsia'
  /** Emulates a visitor who prefers a dark color scheme (`prefers-color-scheme: dark`). Default: `false`. */
  dark_mode?: boolean
  /** Emulates a visitor who prefers reduced motion (`prefers-reduced-motion: reduce`). Default: `false`. */
  reduced_motion?: boolean
  /** Emulates a visitor whose system replaces the colors of pages, such as the contrast themes of Windows (`forced-colors: active`). Default: `"none"`. */
  forced_colors?: 'none' | 'active'
  /** Emulates a visitor who prefers more or less contrast (`prefers-contrast`). Default: `"no-preference"`. */
  prefers_contrast?: 'no-preference' | 'more' | 'less' | 'custom'
  /** Renders WebGL and other GPU content. Rendering is slower, so this is off by default. Default: `false`. */
  gpu_rendering?: boolean
  /** Latitude that the page sees, in degrees. Requires `geolocation_longitude`. */
  geolocation_latitude?: number
  /** Longitude that the page sees, in degrees. Requires `geolocation_latitude`. */
  geolocation_longitude?: number
  /** Accuracy of the position in meters. Defaults to 0. Requires `geolocation_latitude` and `geolocation_longitude`. */
  geolocation_accuracy?: number
  /** IANA time zone that the page sees. */
  timezone?: TimeZone
  /** Language of the visitor as a BCP 47 tag. Sets `Accept-Language`, `navigator.language`, and number and date formats. */
  locale?: string
  /** User agent of the browser, in the `User-Agent` header and in `navigator.userAgent`. */
  user_agent?: string
  /** Credentials sent in the `Authorization` header to the origin of the page only. A Base64 value without a scheme, for example of `user:password`, is sent as `Basic ...`. A value with a scheme, such as `Bearer ...`, is sent unchanged. A request to which a script of the page adds an `Authorization` header keeps that one. */
  authorization?: string
  /** Cookies sent to the host of the page, as `name=value` pairs separated by semicolons. Control characters are rejected. Everything else is sent as a browser sends it. If `url` begins with https, they are sent only over https. Default: `[]`. */
  cookies?: readonly string[]
  /** Headers sent to the site of the page, as `name:value` pairs separated by semicolons. A value that contains a semicolon requires the array form (`headers[]=...` or a JSON array). Connection headers, such as `host` and `content-length`, are rejected. Default: `[]`. */
  headers?: readonly string[]
  /** Items of `localStorage` for the origin of `url`, set before the page's own scripts run. An item that the page has changed is not set again. */
  local_storage?: Readonly<Record<string, string>>
  /** Items of `sessionStorage`, under the same rules as `local_storage`. */
  session_storage?: Readonly<Record<string, string>>
  /** Country that the page sees the visit come from. `eu` selects a random country of the European Union. */
  ip_location?:
    | 'us'
    | 'cn'
    | 'eu'
    | 'ca'
    | 'mx'
    | 'gb'
    | 'de'
    | 'fr'
    | 'ch'
    | 'in'
    | 'jp'
    | 'kr'
    | 'ru'
    | 'br'
    | 'au'
  /** Your own HTTP proxy, as `http://user:password@host:port` or `https://user:password@host:port`. Percent-encode special characters in the user name and password. */
  proxy?: string
  /** Disables the Content-Security-Policy of the page. Default: `false`. */
  bypass_csp?: boolean
  /** Event or events to wait for before rendering: `load`, `domcontentloaded`, `networkidle0` (no connections for at least 500 ms), `networkidle2` (no more than 2 connections for at least 500 ms). Default: `["domcontentloaded"]`. */
  wait_until?: readonly ('load' | 'domcontentloaded' | 'networkidle0' | 'networkidle2')[]
  /** CSS selector of an element that must be visible before rendering, also inside open shadow roots. Fails after `timeout`. */
  wait_for_selector?: string
  /** JavaScript expression that must become true before rendering, or a function that must return true. Fails after `timeout`. */
  wait_for_function?: string
  /** Seconds to wait before rendering, after the events of `wait_until`. Default: `0`. */
  delay?: number
  /** Maximum number of seconds to wait for `wait_until`, `wait_for_selector`, `wait_for_function` and `actions`: at most 30, and with `async` at most 300. Default: `30`. */
  timeout?: number
  /** What happens when `wait_until`, `wait_for_selector`, `wait_for_function` or an action takes longer than `timeout`: `error` fails with 400, `capture` renders the page as it is and names the parameter in the header `X-Service-Timeout` and in JSON. This result is not cached. A page that has not shown its document fails in any case. Default: `"error"`. */
  on_timeout?: 'error' | 'capture'
  /** HTTP statuses of the page, or classes such as `4xx`, for which the request fails with 400 instead of rendering the error page. Default: `[]`. */
  fail_on_status?: readonly string[]
  /** HTTP statuses, or classes such as `5xx`, of the requests that the page makes before its capture: scripts, images, data. With one of them the request fails with 400. Default: `[]`. */
  fail_on_request?: readonly string[]
  /** Fails with 400 if a request that the page makes before its capture fails or returns a status from 400 to 599: scripts, styles, images, data, frames. Requests that the page cancels and those that `block_*` blocks do not count, nor does the status of the page itself (`fail_on_status`). Default: `false`. */
  fail_on_failed_request?: boolean
  /** Fails with 400 if the page reports an error before its capture: an uncaught exception, an unhandled rejection, or a call of `console.error`, in the page, its frames or its dedicated workers. The message of the response has the first one. Default: `false`. */
  fail_on_console_error?: boolean
  /** Text with which the request fails with 400 if the page shows it, also in open shadow roots and frames of the same origin. Upper and lower case and white space make no difference. */
  fail_if_text?: string
  /** Text without which the request fails with 400. Upper and lower case and white space make no difference. */
  fail_if_missing_text?: string
  /** CSS to add to the page. */
  styles?: string
  /** JavaScript to run in the page before rendering. */
  scripts?: string
  /** Actions in the page, in order, after `wait_until` and `wait_for_selector` and before `delay`. They use the mouse and the keyboard as a visitor does. Each waits for its element for up to 5 seconds, and all of them end within `timeout`. An action that fails returns 400 with its index. In a video, they are shown. Default: `[]`. */
  actions?: readonly (
    | {
        /** The kind of action. */
        action: 'click'
        /** CSS selector of the element, also inside open shadow roots and frames of the same origin. */
        selector: string
      }
    | {
        /** The kind of action. */
        action: 'double_click'
        /** CSS selector of the element, also inside open shadow roots and frames of the same origin. */
        selector: string
      }
    | {
        /** The kind of action. */
        action: 'hover'
        /** CSS selector of the element, also inside open shadow roots and frames of the same origin. */
        selector: string
      }
    | {
        /** The kind of action. */
        action: 'type'
        /** CSS selector of the element, also inside open shadow roots and frames of the same origin. */
        selector: string
        /** Typed key by key after what the field contains. A line break presses Enter. */
        text: string
      }
    | {
        /** The kind of action. */
        action: 'press'
        /** A character of a US keyboard or the name of a key. Modifiers come first: `Control+A`. `Shift+3` types `#`. */
        key: string
        /** CSS selector of an element that gets the focus first. */
        selector?: string
      }
    | {
        /** The kind of action. */
        action: 'select'
        /** CSS selector of the element, also inside open shadow roots and frames of the same origin. */
        selector: string
        /** Value or text of the option. */
        value: string
      }
    | {
        /** The kind of action. */
        action: 'check'
        /** CSS selector of the element, also inside open shadow roots and frames of the same origin. */
        selector: string
        /** False clears it. Default: `true`. */
        checked?: boolean
      }
    | {
        /** The kind of action. */
        action: 'scroll'
        /** Pixels from the top of the page, or of its inner scrolling area. `end` scrolls there by one screen at a time, so that content that appears on scroll is loaded. */
        to?: number | 'end'
        /** Pixels to scroll down. A negative number scrolls up. */
        by?: number
        /** CSS selector of an element to scroll into view. */
        selector?: string
      }
    | {
        /** The kind of action. */
        action: 'wait'
        /** A fixed time. */
        milliseconds?: number
        /** CSS selector of an element that must become visible, or hidden. */
        selector?: string
        /** For `selector`. The default is `visible`. An element that does not exist is hidden. */
        state?: 'visible' | 'hidden'
        /** JavaScript expression that must become true. */
        expression?: string
        /** `idle`: no requests for 500 ms. */
        network?: 'idle'
      }
    | {
        /** The kind of action. */
        action: 'evaluate'
        /** JavaScript, which may use `await`. */
        script: string
      }
  )[]
  /** JavaScript to run in every frame of the page before the page's own scripts, at every navigation, in the page's own world. */
  init_scripts?: string
  /** CSS selector of an element to scroll to the middle of the viewport before rendering. */
  scroll_into_view?: string
  /** Adds the response header `X-Service-Metadata-Icon`: URL of the icon that the page declares, or of `/favicon.ico` if the site has one, percent-encoded and truncated to 1,500 bytes. Omitted if the page has no icon, and for `html`. Default: `false`. */
  metadata_icon?: boolean
  /** Adds the response header `X-Service-Metadata-Title`: title of the page, percent-encoded and truncated to 1,500 bytes. Default: `false`. */
  metadata_title?: boolean
  /** Adds the response header `X-Service-Metadata-Fonts`: JSON array of the font families that the text was actually rendered with, truncated to whole names within 1,500 bytes. Default: `false`. */
  metadata_fonts?: boolean
  /** Adds the response header `X-Service-Metadata-Status`: HTTP status of the page. Omitted for `html`. Default: `false`. */
  metadata_status?: boolean
  /** Adds the response header `X-Service-Metadata-Headers`: JSON object of the page's response headers without `set-cookie`, truncated to whole entries within 4,000 bytes. Omitted for `html`. Default: `false`. */
  metadata_headers?: boolean
  /** Adds the response header `X-Service-Metadata-Report`: JSON object with the duration of each phase, the number of awaited and missing fonts and images, the number of requests, the waits that timed out, what the result lacks of the page (`incomplete`), how the consent dialog was handled, what `only_main_content` left out, and how the browser is isolated (`isolation`). Default: `false`. */
  metadata_report?: boolean
  /** File name without extension, 1 to 200 characters and at most 600 bytes in UTF-8. The response becomes a download. The extension depends on the format. */
  attachment_name?: string
  /** Stores the result and returns it for identical requests of the same account for `cache_ttl` seconds. The response header `X-Service-Cache` is `hit` or `miss`. A cache hit does not count against the quota. Default: `false`. */
  cache?: boolean
  /** Number of seconds to store the result, at most 30 days. The file of a request with `async`, `webhook_url`, `upload_url` or `response_type=json` is kept for at least 48 hours. Default: `604800`. */
  cache_ttl?: number
  /** Your own part of the cache key, 1 to 200 characters. Requests that differ only in this value are cached separately, for example one for each version of the page. Ignored without `cache=true`. */
  cache_key?: string
  /** Renders the page again and replaces the cached result. Ignored without `cache=true`. Default: `false`. */
  cache_refresh?: boolean
  /** Your own identifier for the request, 1 to 100 printable ASCII characters. It is part of the request's record and of its webhook. Ignored without `async`, `webhook_url` and `upload_url`. */
  external_id?: string
  /** HTTPS URL that receives a POST with the URL of the file when the result is ready, for synchronous requests too. Any response other than 2xx is retried. */
  webhook_url?: string
  /** HTTPS URL to which the file is uploaded with PUT: a presigned URL of S3, R2 or Google Cloud Storage, or one of Azure Blob Storage with a signature (SAS). Failed uploads are retried over 7 h 35 min, unless the storage redirects or refuses them. The webhook follows the upload and has its outcome, as does `GET /v1/requests/<id>`. Of a snapshot, the JSON document is uploaded. */
  upload_url?: string
  /** Uploads the stored result to the storage of the account, if it has one (`PUT /v1/account/storage`). An `upload_url` takes its place. Ignored if the result is not stored. Default: `true`. */
  storage?: boolean
  /** Signs the webhook request with the secret key of the account. Default: `true`. */
  webhook_signed?: boolean
  /** Also sends the webhook if the request fails: a POST with `id`, `error` (`code` and `message`) and `created`. Ignored without `webhook_url`. Default: `false`. */
  webhook_errors?: boolean
}

export interface ScreenshotOptions extends RenderOptions {
  /** Format of the image. `jpg` is the same as `jpeg` and only changes the file extension. Default: `"jpeg"`. */
  format?: 'jpeg' | 'jpg' | 'png' | 'webp' | 'gif' | 'avif'
  /** Compression quality for `jpeg`, `jpg`, `webp` and `avif`. Ignored for other formats. Default: `80`. */
  image_quality?: number
  /** Scales the image to the largest size that fits within `image_width` and `image_height` and keeps its aspect ratio, unless `image_fit` says otherwise. If only one of them is set, the other follows from the aspect ratio. */
  image_width?: number
  /** As `image_width`. */
  image_height?: number
  /** How the image fits `image_width` and `image_height`. `contain` scales it to the largest size that fits, so one side may be shorter. The others return exactly that size: `cover` fills it and cuts off the rest, `fill` changes the aspect ratio, `pad` adds a border. If only one of the two is set, the image keeps its aspect ratio and all four values return the same. Values other than `contain` require at least one of the two. Default: `"contain"`. */
  image_fit?: 'contain' | 'cover' | 'fill' | 'pad'
  /** The part of the image that `image_fit=cover` keeps, or the place of the image with `image_fit=pad`. Ignored for other values of `image_fit`. Default: `"center"`. */
  image_position?:
    | 'center'
    | 'top'
    | 'right'
    | 'bottom'
    | 'left'
    | 'top_left'
    | 'top_right'
    | 'bottom_left'
    | 'bottom_right'
  /** Color of the border that `image_fit=pad` adds. Encode `#` as `%23` in a query string, or leave it out. `png`, `webp` and `avif` can be transparent. Other formats show white behind a transparent color. Default: `"ffffff"`. */
  image_padding_color?: string
  /** Makes the background transparent where the page defines no background color. For `png`, `webp` and `avif`. Ignored for other formats. Default: `false`. */
  omit_background?: boolean
  /** Captures the whole page instead of only the viewport. Default: `false`. */
  full_page?: boolean
  /** Scrolls through the page before a full-page capture, to load content that appears on scroll. Default: `false`. */
  full_page_scroll?: boolean
  /** CSS pixels per scroll step. Defaults to the height of the viewport. */
  full_page_scroll_by_amount?: number
  /** Milliseconds per scroll step. Default: `400`. */
  full_page_scroll_by_duration?: number
  /** Maximum height of a full-page image in CSS pixels. The rest is cut off. Ignored without `full_page`. */
  full_page_max_height?: number
  /** X of the top-left corner of the region in CSS pixels. Requires all four `clip_*` parameters. */
  clip_x?: number
  /** Y of the top-left corner of the region in CSS pixels. Requires all four `clip_*` parameters. */
  clip_y?: number
  /** Width of the region in CSS pixels. Requires all four `clip_*` parameters. */
  clip_width?: number
  /** Height of the region in CSS pixels. Requires all four `clip_*` parameters. */
  clip_height?: number
  /** CSS selector of the element to capture, also inside open shadow roots. Only the first match is captured. The service waits for up to 5 seconds until it appears. Cannot be combined with `full_page` or `clip_*`. */
  selector?: string
  /** Repeats the capture until two captures in a row are equal, for at most 5 seconds, to avoid capturing a running animation. The text caret is hidden. If they never are, `waitsExpired` of `metadata_report` contains `stable`. Default: `false`. */
  stable?: boolean
  /** CSS selectors of elements to hide, separated by commas, also inside open shadow roots. Default: `[]`. */
  hide_selectors?: readonly string[]
  /** CSS selectors of elements to cover with a solid color, separated by commas, also inside open shadow roots and frames. Nothing of them is visible, wherever they move. Default: `[]`. */
  mask_selectors?: readonly string[]
  /** Color that covers the elements of `mask_selectors`. Encode `#` as `%23` in a query string, or leave it out. Default: `"ff00ff"`. */
  mask_color?: string
  /** CSS selector of an element to click before rendering. The service waits for up to 5 seconds until it appears. */
  click_selector?: string
  /** With `finish`, CSS animations, transitions and Web Animations of the page and its frames do not run: finite ones jump to their end, endless ones to their initial state. Animations that follow the scroll position stay. Drawings of scripts, SVG (SMIL), videos and animated images are not affected. Default: `"allow"`. */
  animations?: 'allow' | 'finish'
  /** Fails with 400 if all pixels of the image have the same color. Default: `false`. */
  fail_if_blank?: boolean
  /** Adds the response header `X-Service-Metadata-Image-Size`: size of the returned image in pixels, for example `1280x1080`. Default: `false`. */
  metadata_image_size?: boolean
  /** CSS media type that the page is rendered with. Default: `"screen"`. */
  media_type?: 'screen' | 'print'
  /** If false, no script of the page or its frames runs: the page is as its server sent it and shows the content of `noscript`. Actions and waits for elements still work. Parameters that run scripts require `js_enabled=true`. Default: `true`. */
  js_enabled?: boolean
  /** Adds the response header `X-Service-Metadata-Hash`: SHA-256 of the body in lowercase hex. Default: `false`. */
  metadata_hash?: boolean
}

export interface ScrapeOptions
  extends RenderOptions,
    Pick<ScreenshotOptions, 'media_type' | 'metadata_hash'> {
  /** `html` returns the document. `md` returns the text that a visitor can read, as Markdown with tables. Default: `"html"`. */
  format?: 'html' | 'md'
  /** Returns only the main article, without navigation, sidebars and footers. If the page has no article, returns all of its content. Cannot be combined with `include_selectors`. Default: `false`. */
  only_main_content?: boolean
  /** CSS selectors of the elements to return, separated by commas. Elements are returned in document order. Default: `[]`. */
  include_selectors?: readonly string[]
  /** CSS selectors of the elements to exclude, separated by commas. Default: `[]`. */
  exclude_selectors?: readonly string[]
  /** Where the addresses of links are in Markdown: `inline` after each text, as numbered `references` at the end, or left out, so that only the texts stay. Default: `"inline"`. */
  md_links?: 'inline' | 'references' | 'none'
  /** Where the addresses of images are in Markdown: `inline`, as numbered `references` at the end, or left out, so that only alternative texts stay. Default: `"inline"`. */
  md_images?: 'inline' | 'references' | 'none'
  /** Puts what the page states about itself above its Markdown, as YAML: `title`, `author`, `published`, `language`, `canonical` and `site`. Default: `false`. */
  md_front_matter?: boolean
  /** If false, the page's scripts do not run and `html` returns the decoded document as its server sent it. Default: `true`. */
  js_enabled?: boolean
}

export interface ScreencastOptions
  extends RenderOptions,
    Pick<
      ScreenshotOptions,
      | 'clip_x'
      | 'clip_y'
      | 'clip_width'
      | 'clip_height'
      | 'hide_selectors'
      | 'mask_selectors'
      | 'mask_color'
      | 'click_selector'
      | 'media_type'
      | 'js_enabled'
      | 'metadata_hash'
    > {
  /** Format of the video: H.264 in `mp4`, `mov` and `avi`, VP9 in `webm`. Default: `"mp4"`. */
  format?: 'mp4' | 'mov' | 'webm' | 'avi' | 'gif'
  /** Length of the video in seconds, at most 30, and with `async` at most 120. The video has exactly `duration` times `fps` frames, rounded. Default: `5`. */
  duration?: number
  /** Frames per second. The default is 30, or 10 for `gif`. */
  fps?: number
  /** Where the video begins. `ready`: after the waits, when consent is handled and the page has settled. `load`: with the first paint of the page, with its entrance animations and with what loads visible. `delay` then counts from the first paint. Default: `"ready"`. */
  record_from?: 'ready' | 'load'
  /** `video` records the page without scrolling. `scroll` scrolls down step by step. Default: `"video"`. */
  scenario?: 'video' | 'scroll'
  /** CSS pixels per step. The last step covers the rest. For `scenario=scroll`. Default: `1000`. */
  scroll_by_amount?: number
  /** Milliseconds between steps. For `scenario=scroll`. Default: `500`. */
  scroll_by_delay?: number
  /** Total duration in milliseconds of all steps down, without the pauses. Each step takes a share proportional to its distance. Scrolling back takes as long, or the rest of the video if that is shorter. For `scenario=scroll`. Default: `1500`. */
  scroll_by_duration?: number
  /** Scrolls back to the top after reaching the bottom. For `scenario=scroll`. Default: `true`. */
  scroll_back?: boolean
  /** Milliseconds before scrolling back. For `scenario=scroll`. Default: `800`. */
  scroll_back_delay?: number
  /** Easing function of each step. For `scenario=scroll`. Default: `"linear"`. */
  scroll_easing?:
    | 'linear'
    | 'ease_in_quad'
    | 'ease_out_quad'
    | 'ease_in_out_quad'
    | 'ease_in_cubic'
    | 'ease_out_cubic'
    | 'ease_in_out_cubic'
    | 'ease_in_quart'
    | 'ease_out_quart'
    | 'ease_in_out_quart'
    | 'ease_in_quint'
    | 'ease_out_quint'
    | 'ease_in_out_quint'
  /** Shows a mouse pointer that moves to the elements of `actions` and marks its clicks. Default: `false`. */
  show_pointer?: boolean
}

export interface PdfOptions
  extends RenderOptions,
    Pick<
      ScreenshotOptions,
      | 'hide_selectors'
      | 'mask_selectors'
      | 'mask_color'
      | 'click_selector'
      | 'animations'
      | 'js_enabled'
      | 'metadata_hash'
    > {
  /** Paper size. Tabloid (portrait) and ledger (landscape) are the same paper. Default: `"letter"`. */
  pdf_paper_format?:
    | 'letter'
    | 'legal'
    | 'tabloid'
    | 'ledger'
    | 'a0'
    | 'a1'
    | 'a2'
    | 'a3'
    | 'a4'
    | 'a5'
    | 'a6'
  /** Landscape orientation. Swaps the width and height of the paper. Default: `false`. */
  pdf_landscape?: boolean
  /** Width of the pages as a CSS length from 0.1in to 200in. Requires `pdf_height`. Overrides `pdf_paper_format`. */
  pdf_width?: string
  /** Height of the pages as a CSS length from 0.1in to 200in. Requires `pdf_width`. Overrides `pdf_paper_format`. */
  pdf_height?: string
  /** Prints a single page, as wide as the paper and as tall as the document, at most 200in. Default: `false`. */
  pdf_one_page?: boolean
  /** Uses the size from the page's `@page` rules instead of the paper size. If false, pages of such a size are scaled to fit the paper, which is rotated for landscape pages. Default: `false`. */
  pdf_prefer_css_page_size?: boolean
  /** Top margin as a CSS length. The template is printed in it. Default: 15mm with `pdf_header_template`, else 0. */
  pdf_margin_top?: string
  /** Right margin as a CSS length. Default: `"0"`. */
  pdf_margin_right?: string
  /** Bottom margin as a CSS length. The template is printed in it. Default: 15mm with `pdf_footer_template`, else 0. */
  pdf_margin_bottom?: string
  /** Left margin as a CSS length. Default: `"0"`. */
  pdf_margin_left?: string
  /** Scale of the content on the pages. Default: `1`. */
  pdf_scale?: number
  /** Prints background colors and images. Default: `false`. */
  pdf_print_background?: boolean
  /** Pages to print, for example `1-5, 8, 11-`. A range that begins after the last page is an error. A range that ends after it is shortened. */
  pdf_page_ranges?: string
  /** HTML that is printed in the margin of every page. The content of elements with the classes `date`, `title`, `url`, `pageNumber` and `totalPages` is filled in. The page's styles do not apply to it and it runs no scripts. Images and fonts must be `data:` URLs and style sheets must be in `<style>`. A template that loads anything else is rejected. */
  pdf_header_template?: string
  /** HTML that is printed in the margin of every page. The content of elements with the classes `date`, `title`, `url`, `pageNumber` and `totalPages` is filled in. The page's styles do not apply to it and it runs no scripts. Images and fonts must be `data:` URLs and style sheets must be in `<style>`. A template that loads anything else is rejected. */
  pdf_footer_template?: string
  /** Adds the structure (tags) that screen readers use. Default: `true`. */
  pdf_tagged?: boolean
  /** Adds bookmarks generated from the headings. Default: `false`. */
  pdf_outline?: boolean
  /** Title of the document. Defaults to the page's title. */
  pdf_title?: string
  /** Author of the document. */
  pdf_author?: string
  /** Subject of the document. */
  pdf_subject?: string
  /** Keywords of the document, separated by commas. */
  pdf_keywords?: string
  /** CSS media type that the page is rendered with. Default: `"print"`. */
  media_type?: 'screen' | 'print'
}

export interface SnapshotOptions
  extends RenderOptions,
    Pick<
      ScreenshotOptions,
      | 'hide_selectors'
      | 'mask_selectors'
      | 'mask_color'
      | 'click_selector'
      | 'animations'
      | 'media_type'
      | 'js_enabled'
    > {
  /** What to make of the page. All outputs show the same state of it: the page is frozen before the first one. `screenshot` is the viewport, `full_page` the whole page, `markdown` and `html` its content, `links` and `metadata` are JSON. Default: `["screenshot","markdown","metadata"]`. */
  outputs?: readonly ('screenshot' | 'metadata' | 'links' | 'markdown' | 'html' | 'full_page' | 'pdf')[]
  /** Options of the output `screenshot`, with the names and defaults that they have in `/v1/screenshot`. */
  screenshot_options?: {
    /** Format of the image. `jpg` is the same as `jpeg` and only changes the file extension. Default: `"jpeg"`. */
    format?: 'jpeg' | 'jpg' | 'png' | 'webp' | 'gif' | 'avif'
    /** Compression quality for `jpeg`, `jpg`, `webp` and `avif`. Ignored for other formats. Default: `80`. */
    image_quality?: number
    /** Scales the image to the largest size that fits within `image_width` and `image_height` and keeps its aspect ratio, unless `image_fit` says otherwise. If only one of them is set, the other follows from the aspect ratio. */
    image_width?: number
    /** As `image_width`. */
    image_height?: number
    /** How the image fits `image_width` and `image_height`. `contain` scales it to the largest size that fits, so one side may be shorter. The others return exactly that size: `cover` fills it and cuts off the rest, `fill` changes the aspect ratio, `pad` adds a border. If only one of the two is set, the image keeps its aspect ratio and all four values return the same. Values other than `contain` require at least one of the two. Default: `"contain"`. */
    image_fit?: 'contain' | 'cover' | 'fill' | 'pad'
    /** The part of the image that `image_fit=cover` keeps, or the place of the image with `image_fit=pad`. Ignored for other values of `image_fit`. Default: `"center"`. */
    image_position?:
      | 'center'
      | 'top'
      | 'right'
      | 'bottom'
      | 'left'
      | 'top_left'
      | 'top_right'
      | 'bottom_left'
      | 'bottom_right'
    /** Color of the border that `image_fit=pad` adds. Encode `#` as `%23` in a query string, or leave it out. `png`, `webp` and `avif` can be transparent. Other formats show white behind a transparent color. Default: `"ffffff"`. */
    image_padding_color?: string
    /** Makes the background transparent where the page defines no background color. For `png`, `webp` and `avif`. Ignored for other formats. Default: `false`. */
    omit_background?: boolean
    /** X of the top-left corner of the region in CSS pixels. Requires all four `clip_*` parameters. */
    clip_x?: number
    /** Y of the top-left corner of the region in CSS pixels. Requires all four `clip_*` parameters. */
    clip_y?: number
    /** Width of the region in CSS pixels. Requires all four `clip_*` parameters. */
    clip_width?: number
    /** Height of the region in CSS pixels. Requires all four `clip_*` parameters. */
    clip_height?: number
  }
  /** Options of the output `full_page`, with the names and defaults that they have in `/v1/screenshot`. */
  full_page_options?: {
    /** Format of the image. `jpg` is the same as `jpeg` and only changes the file extension. Default: `"jpeg"`. */
    format?: 'jpeg' | 'jpg' | 'png' | 'webp' | 'gif' | 'avif'
    /** Compression quality for `jpeg`, `jpg`, `webp` and `avif`. Ignored for other formats. Default: `80`. */
    image_quality?: number
    /** Scales the image to the largest size that fits within `image_width` and `image_height` and keeps its aspect ratio, unless `image_fit` says otherwise. If only one of them is set, the other follows from the aspect ratio. */
    image_width?: number
    /** As `image_width`. */
    image_height?: number
    /** How the image fits `image_width` and `image_height`. `contain` scales it to the largest size that fits, so one side may be shorter. The others return exactly that size: `cover` fills it and cuts off the rest, `fill` changes the aspect ratio, `pad` adds a border. If only one of the two is set, the image keeps its aspect ratio and all four values return the same. Values other than `contain` require at least one of the two. Default: `"contain"`. */
    image_fit?: 'contain' | 'cover' | 'fill' | 'pad'
    /** The part of the image that `image_fit=cover` keeps, or the place of the image with `image_fit=pad`. Ignored for other values of `image_fit`. Default: `"center"`. */
    image_position?:
      | 'center'
      | 'top'
      | 'right'
      | 'bottom'
      | 'left'
      | 'top_left'
      | 'top_right'
      | 'bottom_left'
      | 'bottom_right'
    /** Color of the border that `image_fit=pad` adds. Encode `#` as `%23` in a query string, or leave it out. `png`, `webp` and `avif` can be transparent. Other formats show white behind a transparent color. Default: `"ffffff"`. */
    image_padding_color?: string
    /** Makes the background transparent where the page defines no background color. For `png`, `webp` and `avif`. Ignored for other formats. Default: `false`. */
    omit_background?: boolean
    /** Scrolls through the page before a full-page capture, to load content that appears on scroll. Default: `false`. */
    full_page_scroll?: boolean
    /** CSS pixels per scroll step. Defaults to the height of the viewport. */
    full_page_scroll_by_amount?: number
    /** Milliseconds per scroll step. Default: `400`. */
    full_page_scroll_by_duration?: number
    /** Maximum height of a full-page image in CSS pixels. The rest is cut off. Ignored without `full_page`. */
    full_page_max_height?: number
  }
  /** Options of the output `pdf`, with the names and defaults that they have in `/v1/pdf`. */
  pdf_options?: {
    /** Paper size. Tabloid (portrait) and ledger (landscape) are the same paper. Default: `"letter"`. */
    pdf_paper_format?:
      | 'letter'
      | 'legal'
      | 'tabloid'
      | 'ledger'
      | 'a0'
      | 'a1'
      | 'a2'
      | 'a3'
      | 'a4'
      | 'a5'
      | 'a6'
    /** Landscape orientation. Swaps the width and height of the paper. Default: `false`. */
    pdf_landscape?: boolean
    /** Width of the pages as a CSS length from 0.1in to 200in. Requires `pdf_height`. Overrides `pdf_paper_format`. */
    pdf_width?: string
    /** Height of the pages as a CSS length from 0.1in to 200in. Requires `pdf_width`. Overrides `pdf_paper_format`. */
    pdf_height?: string
    /** Prints a single page, as wide as the paper and as tall as the document, at most 200in. Default: `false`. */
    pdf_one_page?: boolean
    /** Uses the size from the page's `@page` rules instead of the paper size. If false, pages of such a size are scaled to fit the paper, which is rotated for landscape pages. Default: `false`. */
    pdf_prefer_css_page_size?: boolean
    /** Top margin as a CSS length. The template is printed in it. Default: 15mm with `pdf_header_template`, else 0. */
    pdf_margin_top?: string
    /** Right margin as a CSS length. Default: `"0"`. */
    pdf_margin_right?: string
    /** Bottom margin as a CSS length. The template is printed in it. Default: 15mm with `pdf_footer_template`, else 0. */
    pdf_margin_bottom?: string
    /** Left margin as a CSS length. Default: `"0"`. */
    pdf_margin_left?: string
    /** Scale of the content on the pages. Default: `1`. */
    pdf_scale?: number
    /** Prints background colors and images. Default: `false`. */
    pdf_print_background?: boolean
    /** Pages to print, for example `1-5, 8, 11-`. A range that begins after the last page is an error. A range that ends after it is shortened. */
    pdf_page_ranges?: string
    /** HTML that is printed in the margin of every page. The content of elements with the classes `date`, `title`, `url`, `pageNumber` and `totalPages` is filled in. The page's styles do not apply to it and it runs no scripts. Images and fonts must be `data:` URLs and style sheets must be in `<style>`. A template that loads anything else is rejected. */
    pdf_header_template?: string
    /** HTML that is printed in the margin of every page. The content of elements with the classes `date`, `title`, `url`, `pageNumber` and `totalPages` is filled in. The page's styles do not apply to it and it runs no scripts. Images and fonts must be `data:` URLs and style sheets must be in `<style>`. A template that loads anything else is rejected. */
    pdf_footer_template?: string
    /** Adds the structure (tags) that screen readers use. Default: `true`. */
    pdf_tagged?: boolean
    /** Adds bookmarks generated from the headings. Default: `false`. */
    pdf_outline?: boolean
    /** Title of the document. Defaults to the page's title. */
    pdf_title?: string
    /** Author of the document. */
    pdf_author?: string
    /** Subject of the document. */
    pdf_subject?: string
    /** Keywords of the document, separated by commas. */
    pdf_keywords?: string
    /** CSS media type that the page is rendered with. Default: `"print"`. */
    media_type?: 'screen' | 'print'
  }
  /** Options of the output `markdown`, with the names and defaults that they have in `/v1/scrape`. */
  markdown_options?: {
    /** Returns only the main article, without navigation, sidebars and footers. If the page has no article, returns all of its content. Cannot be combined with `include_selectors`. Default: `false`. */
    only_main_content?: boolean
    /** CSS selectors of the elements to return, in document order. Default: `[]`. */
    include_selectors?: readonly string[]
    /** CSS selectors of the elements to exclude. Default: `[]`. */
    exclude_selectors?: readonly string[]
    /** Where the addresses of links are in Markdown: `inline` after each text, as numbered `references` at the end, or left out, so that only the texts stay. Default: `"inline"`. */
    md_links?: 'inline' | 'references' | 'none'
    /** Where the addresses of images are in Markdown: `inline`, as numbered `references` at the end, or left out, so that only alternative texts stay. Default: `"inline"`. */
    md_images?: 'inline' | 'references' | 'none'
    /** Puts what the page states about itself above its Markdown, as YAML: `title`, `author`, `published`, `language`, `canonical` and `site`. Default: `false`. */
    md_front_matter?: boolean
  }
  /** Options of the output `html`, with the names and defaults that they have in `/v1/scrape`. */
  html_options?: {
    /** Returns only the main article, without navigation, sidebars and footers. If the page has no article, returns all of its content. Cannot be combined with `include_selectors`. Default: `false`. */
    only_main_content?: boolean
    /** CSS selectors of the elements to return, in document order. Default: `[]`. */
    include_selectors?: readonly string[]
    /** CSS selectors of the elements to exclude. Default: `[]`. */
    exclude_selectors?: readonly string[]
  }
}

export interface UsageHistoryOptions {
  /** Number of days (UTC), including today. Default: `30`. */
  days?: number
}

export interface ListRequestsOptions {
  /** Only requests in this state. */
  status?: 'queued' | 'done' | 'failed'
  /** Only requests of this operation. */
  operation?: 'screenshot' | 'screencast' | 'pdf' | 'scrape' | 'snapshot'
  /** Only requests whose `url` or `external_id` contains this text in any case, or whose id begins with it. */
  search?: string
  /** Only requests that were asynchronous, runs of a task, or stored their result. Without it, all other requests of the last 7 days are listed too. Default: `false`. */
  stored?: boolean
  /** Only runs of this task. */
  task_id?: number
  /** Only requests of this batch whose turn has come. */
  batch_id?: string
  /** Only requests that were sent with the access key of this id. */
  key_id?: string
  /** Only requests that were created at this time or later, in Unix seconds. A run of a task counts as created at its scheduled minute. */
  from?: number
  /** Only requests that were created before this time, in Unix seconds. */
  to?: number
  /** Maximum number of requests per response. Default: `20`. */
  limit?: number
  /** The `cursor` of the previous response, to continue the list. */
  cursor?: string
}

export interface CompareOptions {
  /** Id of a request that stored an image, HTML or Markdown. */
  before: string
  /** Id of the request whose file is compared with the first one. The differences expire with it. */
  after: string
  /** The files have changed if a greater share than this of their pixels or lines differs. Default: `0`. */
  threshold?: number
}

export interface CreateBatchOptions extends Pick<ScreenshotOptions, 'webhook_signed'> {
  /** The operation that renders each request. */
  operation: 'screenshot' | 'screencast' | 'pdf' | 'scrape' | 'snapshot'
  /** Parameters of the operation that all requests share. Must not contain `access_key`, `signature` or `expires`; `async` is always true. A `webhook_url` here is called for each request. An `upload_url` belongs to one request and is not allowed here. Default: `{}`. */
  options?: Readonly<Record<string, unknown>>
  /** The parameters of each request, at most 1,000. They take the place of those in `options` with the same name. `external_id` tells the requests apart. */
  requests?: readonly Readonly<Record<string, unknown>>[]
  /** URL of a sitemap or sitemap index, also compressed with gzip, instead of `requests`. Each URL of the same site is rendered, at most 10,000, except those that its robots.txt disallows. */
  sitemap?: string
  /** The most requests of the batch that are rendered at the same time. The plan of the account limits it too: a batch leaves one place for other requests. */
  max_concurrency?: number
  /** HTTPS URL that receives one POST when all requests have ended. Any response other than 2xx is retried. */
  webhook_url?: string
}

export interface ListBatchesOptions extends Pick<ListRequestsOptions, 'cursor'> {
  /** Maximum number of batches per response. Default: `20`. */
  limit?: number
}

export interface CreateTaskOptions {
  /** Name of the task, 1 to 100 characters. */
  name: string
  /** The operation that the task runs. */
  api: 'screenshot' | 'screencast' | 'pdf' | 'scrape' | 'snapshot'
  /** Parameters of the operation as a query string with URL-encoded values. The rules of the operation apply. Must not contain `access_key`, `signature`, `expires` or `async`, because a run is always asynchronous. */
  query: string
  /** When the task runs, in its time zone: every full minute, every hour, every day at 00:00, on the first of every month at 00:00, or as defined by `crontab`. */
  frequency: 'every_minute' | 'every_hour' | 'every_day' | 'every_month' | 'custom'
  /** Unix cron: minute 0-59, hour 0-23, day of month 1-31, month 1-12, day of week 0-6 (0 is Sunday), with `*`, lists, ranges and steps. If both day fields are restricted, the task runs when either one matches. Required with `frequency` custom. With another frequency, only the equivalent that responses show is accepted. */
  crontab?: string
  /** IANA time zone of the schedule. A local time that is skipped when clocks change does not run. A local time that occurs twice runs once. Default: `"Etc/UTC"`. */
  timezone?: TimeZone
  /** If false, the task is kept but does not run. Default: `true`. */
  enabled?: boolean
  /** Compares each run with the baseline, which the first run sets and each changed run replaces. `visual` compares the images of a task with `api` screenshot, `text` the Markdown of a task with `api` scrape and `format=md`, line by line. A run has changed if more than `threshold` of its pixels or lines differ. Then its webhook names the files before and after and their difference; runs without a change send none, unless `notify` is always. `mode` off ends it. */
  watch?: {
    /** `visual` compares images, `text` compares Markdown line by line, `off` ends watching. */
    mode: 'visual' | 'text' | 'off'
    /** A run has changed if a greater share than this of its pixels or lines differs. Default: `0`. */
    threshold?: number
    /** CSS selectors of elements that do not count, wherever they are. The image still shows them. Only for `visual`. Default: `[]`. */
    ignore_selectors?: readonly string[]
    /** Whether the URLs of links and images do not count, for example if they contain a session id. Their texts do. Only for `text`. */
    ignore_links?: boolean
    /** When `webhook_url` of `query` is notified: `change` if a run has changed, `always` after every run that is done. Default: `"change"`. */
    notify?: 'change' | 'always'
  }
  /** Keeps the file of each run until so many later runs are due, at least 48 hours and at most 30 days, instead of for `cache_ttl` seconds. 0: as `cache_ttl` says. */
  keep_runs?: number
}

export interface UpdateTaskOptions extends Pick<CreateTaskOptions, 'crontab' | 'watch' | 'keep_runs'> {
  /** Name of the task, 1 to 100 characters. */
  name?: string
  /** The operation that the task runs. */
  api?: 'screenshot' | 'screencast' | 'pdf' | 'scrape' | 'snapshot'
  /** Parameters of the operation as a query string with URL-encoded values. The rules of the operation apply. Must not contain `access_key`, `signature`, `expires` or `async`, because a run is always asynchronous. */
  query?: string
  /** When the task runs, in its time zone: every full minute, every hour, every day at 00:00, on the first of every month at 00:00, or as defined by `crontab`. */
  frequency?: 'every_minute' | 'every_hour' | 'every_day' | 'every_month' | 'custom'
  /** IANA time zone of the schedule. A local time that is skipped when clocks change does not run. A local time that occurs twice runs once. */
  timezone?: TimeZone
  /** If false, the task is kept but does not run. */
  enabled?: boolean
}

export interface ListRunsOptions
  extends Pick<ListRequestsOptions, 'status' | 'from' | 'to' | 'limit' | 'cursor'> {}

export interface AcceptBaselineOptions {
  /** The `id` of the run that you looked at. If a later run is done by now, the response is 409 and the baseline stays. Without it, whichever run is the latest is accepted. */
  run?: string
}

export interface UpdateAccountOptions {
  /** Whether the account requires signed requests. */
  signed_requests: boolean
}

export interface CreateKeyOptions {
  /** Name of the access key, 1 to 60 characters, such as the client that uses it. Required for a new key. */
  name?: string
  /** What the key opens: `full` everything; `render` the operations that render, and reading requests, usage and devices; `read` only reading; `links` only GET of an operation that renders, with a valid signature. It cannot be changed. Required for a new key. */
  scope?: 'full' | 'render' | 'read' | 'links'
  /** Unix time in seconds from which the new key is invalid. Without it, or with 0, it never expires. */
  valid_until?: number
  /** Replaces a key instead: an access key, by one with the same name, scope and expiry, or the secret key. The old one is invalid from the next request. */
  rotate?: 'access' | 'secret'
  /** The id of the access key to replace. Default: the key of this request. Only with `rotate` access. */
  id?: string
  /** For how long the old access key stays valid, 0 by default. Only with `rotate` access. */
  grace_seconds?: number
}

export interface UpdateKeyOptions {
  /** The id of the access key, as `GET /v1/account/keys` returns it. */
  id: string
  /** Name of the access key, 1 to 60 characters, such as the client that uses it. */
  name?: string
  /** Unix time in seconds from which the key is invalid. 0: it never expires. */
  valid_until?: number
}

export interface DeleteKeyOptions extends Pick<UpdateKeyOptions, 'id'> {}

export interface PutStorageOptions {
  /** URL of a service with the API of S3, such as Cloudflare R2 or MinIO. The bucket is the first segment of the path. Without it, Amazon S3 in `region`. */
  endpoint?: string
  /** Region of the bucket. Required for Amazon S3; `us-east-1` by default with `endpoint`. R2 uses `auto`. */
  region?: string
  /** Name of the bucket. */
  bucket: string
  /** Id of the AWS account that must own the bucket. Only for Amazon S3. */
  bucket_owner?: string
  /** Is put before every key as it is, at most 200 characters. */
  prefix?: string
  /** Template of the keys, at most 300 characters, which must contain `{id}`: `{date}` the day on which the request was made, in UTC, such as 2030-01-31; `{operation}` the operation, such as screenshot; `{task}` the id of the task; `{batch}` the id of the batch; `{id}` the id of the request; `{ext}` the extension of the file, such as png. A placeholder without a value is left out, with the slash that follows. Default: `"{date}/{task}/{id}.{ext}"`. */
  key_template?: string
  /** Id of an access key of the storage that may put objects below `prefix`. */
  access_key_id?: string
  /** The secret of the access key. It is stored encrypted and never returned. */
  secret_access_key?: string
  /** ARN of an IAM role that the service assumes with the `external_id` of the account, instead of an access key. Only for Amazon S3. */
  role_arn?: string
}

export interface CreateSubscriptionOptions {
  /** Receiver of the messages, at most 500 characters: the HTTPS URL of your own program, the incoming-webhook URL of a channel in Slack, Discord or Teams, or, with `format=email`, `mailto:` and an address. */
  webhook_url: string
  /** `json` is a signed Standard Webhook. `slack`, `discord` and `teams` are messages for a channel, with the images of a change, and so is `email`, if the operator of the service allows it for the address. Default: `"json"`. */
  format?: 'json' | 'slack' | 'discord' | 'teams' | 'email'
  /** The events to send. `quota.50`, `quota.90` and `quota.100`: so much of the monthly quota is used. `task.failed`: three runs of a task have failed in a row. `task.changed`: a watched page has changed. `delivery.failed`: all attempts of a webhook or an upload have failed, the first of its receiver in an hour. `key.expiring`: an access key expires within a week. `batch.ended`: all requests of a batch have ended. */
  topics: readonly (
    | 'quota.50'
    | 'quota.90'
    | 'quota.100'
    | 'task.failed'
    | 'task.changed'
    | 'delivery.failed'
    | 'key.expiring'
    | 'batch.ended'
  )[]
}

export interface UpdateSubscriptionOptions {
  /** Receiver of the messages, at most 500 characters: the HTTPS URL of your own program, the incoming-webhook URL of a channel in Slack, Discord or Teams, or, with `format=email`, `mailto:` and an address. */
  webhook_url?: string
  /** `json` is a signed Standard Webhook. `slack`, `discord` and `teams` are messages for a channel, with the images of a change, and so is `email`, if the operator of the service allows it for the address. */
  format?: 'json' | 'slack' | 'discord' | 'teams' | 'email'
  /** The events to send. `quota.50`, `quota.90` and `quota.100`: so much of the monthly quota is used. `task.failed`: three runs of a task have failed in a row. `task.changed`: a watched page has changed. `delivery.failed`: all attempts of a webhook or an upload have failed, the first of its receiver in an hour. `key.expiring`: an access key expires within a week. `batch.ended`: all requests of a batch have ended. */
  topics?: readonly (
    | 'quota.50'
    | 'quota.90'
    | 'quota.100'
    | 'task.failed'
    | 'task.changed'
    | 'delivery.failed'
    | 'key.expiring'
    | 'batch.ended'
  )[]
}

export interface ListEventsOptions extends Pick<ListRequestsOptions, 'cursor'> {
  /** Maximum number of events per response. Default: `20`. */
  limit?: number
}

/** The options of the operations that a link can call. */
export interface LinkedOptions {
  screenshot: ScreenshotOptions
  scrape: ScrapeOptions
  screencast: ScreencastOptions
  pdf: PdfOptions
}

/** The operations of the service. */
export interface Operations {
  /** Take a screenshot. Renders a web page or an HTML document and returns an image. */
  screenshot: RenderFile<ScreenshotOptions>
  /** Scrape a page. Renders a web page and returns its content as HTML or Markdown. */
  scrape: RenderFile<ScrapeOptions>
  /** Record a screencast. Renders a web page and returns a video of it, either without scrolling or while scrolling. */
  screencast: RenderFile<ScreencastOptions>
  /** Create a PDF. Renders a web page or an HTML document and returns a PDF document. */
  pdf: RenderFile<PdfOptions>
  /** Take a snapshot. Renders a web page or an HTML document once and returns several outputs of it: images, a PDF, its content, links and metadata. Stores each as a file and returns JSON that names them. One hit. */
  snapshot: Render<SnapshotOptions, SnapshotDocument>
  /** List devices. Returns the devices that `viewport_device` accepts. Does not count against the quota. */
  devices(call?: CallOptions): Promise<DeviceList>
  /** Get usage. Returns the number of renders in this month (UTC) and of requests in this minute, with what is left of both limits. Does not count against the quota. */
  usage(call?: CallOptions): Promise<UsageReport>
  /** Get the usage of past days. Returns the number of renders of each day (UTC) and operation, and of each month and access key. If dozens of keys are replaced in a month, further ones count together as `other`. Failed renders and cache hits do not count. Does not count against the quota. */
  usageHistory(options?: UsageHistoryOptions, call?: CallOptions): Promise<UsageHistory>
  /** Get an overview. Returns the account, its usage, its latest requests, the failures of the last 7 days and its tasks in one response, which the first page of the dashboard shows. Does not count against the quota. */
  overview(call?: CallOptions): Promise<Overview>
  /** List requests. Returns the requests of the account that render, newest first: asynchronous requests, runs of tasks and requests that stored a result for 30 days, and all other requests for 7 days, including failed ones. Requests that were refused before they began, for their key, signature, rate or quota, are not kept. With filters, a page can have fewer requests than `limit`, or none, although more follow: the list ends where `cursor` is null. Does not count against the quota. */
  listRequests(options?: ListRequestsOptions, call?: CallOptions): Promise<RequestList>
  /** Get a request. Returns the status of a request, the URL of its file, or the reason why it failed. A synchronous request can be read for 7 days, from a moment after its response on. Does not count against the quota. */
  getRequest(id: string | number, call?: CallOptions): Promise<RequestView>
  /** Delete a request. Deletes the request, its files and their entry in the cache. Other requests that were answered with the same file from the cache lose it too. A request that waits is canceled, and its hit is refunded. A webhook that was not delivered is not sent. Requires a key of the scope `full`. Does not count against the quota. */
  deleteRequest(id: string | number, call?: CallOptions): Promise<void>
  /** Redeliver a webhook. Sends the webhook of a request again, whether it was delivered or all attempts failed. The first attempt is made immediately. If it fails, the full retry schedule follows. Returns the request. Does not count against the quota. */
  repeatWebhook(id: string | number, call?: CallOptions): Promise<RequestView>
  /** Compare two results. Compares the files of two requests as a task with `watch` compares its runs: the pixels of images without differences of anti-aliasing, or the lines of texts. Stores an image or a patch of the differences, which expires with the file of `after` and is deleted with either request. A repetition replaces it. Images must have at most 50 MB, texts 4 MB, and a result can differ from at most 100 others. A comparison that succeeds is one hit of the operation of `after`, and a render in progress. The plan limits the pixels of both images together (402 `plan_required`). */
  compare(options: CompareOptions, call?: CallOptions): Promise<ChangeView>
  /** Create a batch. Renders up to 1,000 requests, or up to 10,000 pages of a sitemap, in the background. Each is a request with `batch_id` whose turn comes in order: then it gets its record and its hit, and a request without a hit left fails with `quota_exceeded`. Other requests of the account go first. At most 10 batches of an account run at the same time. With the header `Idempotency-Key`, a repeated request returns the batch that the first one created. */
  createBatch(options: CreateBatchOptions, call?: CallOptions): Promise<BatchView>
  /** List batches. Returns the batches of the account, newest first, until 30 days after their end. Does not count against the quota. */
  listBatches(options?: ListBatchesOptions, call?: CallOptions): Promise<BatchList>
  /** Get a batch. Returns how many requests of the batch have ended and how, and when the rest will probably have. `GET /v1/requests?batch_id=<id>` lists the requests whose turn has come. Does not count against the quota. */
  getBatch(id: string | number, call?: CallOptions): Promise<BatchView>
  /** Cancel a batch. Fails the requests of the batch that wait with `canceled` and refunds their hits. Those that are being rendered end as usual. The batch ends with them, and its webhook is sent. Changes nothing if it has ended. Does not count against the quota. */
  cancelBatch(id: string | number, call?: CallOptions): Promise<void>
  /** Redeliver a batch's webhook. Sends the webhook of a batch again, whether it was delivered or all attempts failed. The first attempt is made immediately. If it fails, the full retry schedule follows. Returns the batch. Does not count against the quota. */
  repeatBatchWebhook(id: string | number, call?: CallOptions): Promise<BatchView>
  /** Create a task. A task runs one of the rendering operations on a schedule. Each run is an asynchronous request that counts against the quota. Creating, changing and deleting tasks does not count. Requires the scale plan. With the header `Idempotency-Key`, a repeated request returns the task that the first one created. */
  createTask(options: CreateTaskOptions, call?: CallOptions): Promise<Task>
  /** List tasks. Returns all tasks of the account, newest first. Requires the scale plan. */
  listTasks(call?: CallOptions): Promise<TaskList>
  /** Get a task. Returns the current definition of the task and its number of runs. Requires the scale plan. */
  getTask(id: string | number, call?: CallOptions): Promise<Task>
  /** Update a task. Updates the given fields and leaves the others unchanged. A `frequency` other than custom removes the `crontab`. Requires the scale plan. */
  updateTask(id: string | number, options?: UpdateTaskOptions, call?: CallOptions): Promise<Task>
  /** Delete a task. Deletes the task and the runs that have not started. The requests of earlier runs are kept. Requires the scale plan. */
  deleteTask(id: string | number, call?: CallOptions): Promise<void>
  /** List the runs of a task. Returns the runs of the task, newest first: their requests, with `change` if the task watches its page. A page can have fewer runs than `limit`, or none, although more follow: the list ends where `cursor` is null. Requires the scale plan. */
  listRuns(id: string | number, options?: ListRunsOptions, call?: CallOptions): Promise<RequestList>
  /** Run a task now. Starts a run of the task in addition to those of its schedule, even if the task is not enabled. The run counts against the quota like every other. Returns 202 with the `id` and the `url` of its request. With the header `Idempotency-Key`, a repeated request returns the run that the first one started. Requires the scale plan. */
  startRun(id: string | number, call?: CallOptions): Promise<Acknowledgement>
  /** Accept the latest run as the baseline. Makes the latest run that is done the baseline of a task with `watch`. The next run is compared with it. Returns the task. Requires the scale plan. */
  acceptBaseline(id: string | number, options?: AcceptBaselineOptions, call?: CallOptions): Promise<Task>
  /** Get the account. Returns the plan of the account with its limits, its settings, and the first characters of its access key. Does not count against the quota. */
  getAccount(call?: CallOptions): Promise<AccountReport>
  /** Update the account. Switches signed requests on or off. Always requires a signature of the body, because an access key can be part of public links. Returns the account. Does not count against the quota. */
  updateAccount(options: UpdateAccountOptions, call?: CallOptions): Promise<AccountReport>
  /** List access keys. Returns the access keys of the account with name, scope, expiry and the day of their last use, the oldest first. Expired ones are listed for a week. Does not count against the quota. */
  listKeys(call?: CallOptions): Promise<KeyList>
  /** Create or rotate a key. Creates an access key, or with `rotate` replaces an access key or the secret key. A replaced key is invalid from the next request, unless `grace_seconds` keeps an access key. The response is the only one that shows the new key. An account has at most 20 access keys. Always requires a signature of the body with the current secret key, because an access key can be part of public links. Does not count against the quota. */
  createKey(options?: CreateKeyOptions, call?: CallOptions): Promise<NewKey>
  /** Update an access key. Changes the name or the expiry of an access key, and returns all keys. The last key of the scope `full` without an expiry cannot get one. Always requires a signature of the body. Does not count against the quota. */
  updateKey(options: UpdateKeyOptions, call?: CallOptions): Promise<KeyList>
  /** Delete an access key. Deletes an access key, which is invalid from the next request. The last key of the scope `full` without an expiry cannot be deleted. Always requires a signature of the query string. Does not count against the quota. */
  deleteKey(options: DeleteKeyOptions, call?: CallOptions): Promise<void>
  /** Get the storage. Returns the bucket to which the results of the account are uploaded, without its credentials, and what a role must trust. Requires a key of the scope `full`. Does not count against the quota. */
  getStorage(call?: CallOptions): Promise<StorageReport>
  /** Set the storage. Sets the bucket to which every stored result of the account is uploaded. Stores a test object first, and deletes it if it may; if that fails, nothing changes, and the response says why. Always requires a signature of the body. Does not count against the quota. */
  putStorage(options: PutStorageOptions, call?: CallOptions): Promise<StorageReport>
  /** Delete the storage. Ends the uploads to the bucket, and deletes its credentials here. Uploads that wait for another attempt fail at that attempt. The objects in the bucket stay. Always requires a signature of the query string. Does not count against the quota. */
  deleteStorage(call?: CallOptions): Promise<void>
  /** List subscriptions. Returns the event subscriptions of the account, the oldest first. For keys of the scope `read`, `webhook_url` shows only the host, because the URL of a channel permits to write to it. Does not count against the quota. */
  listSubscriptions(call?: CallOptions): Promise<SubscriptionList>
  /** Create a subscription. Sends events of the account to a URL from now on, until the subscription is deleted. An account has at most 10 subscriptions. Returns the subscription. Does not count against the quota. */
  createSubscription(options: CreateSubscriptionOptions, call?: CallOptions): Promise<SubscriptionView>
  /** Get a subscription. Returns a subscription, as the list shows it. Does not count against the quota. */
  getSubscription(id: string | number, call?: CallOptions): Promise<SubscriptionView>
  /** Update a subscription. Changes the URL, the format or the topics. Events that are still to be sent use the new URL and format. Returns the subscription. Does not count against the quota. */
  updateSubscription(
    id: string | number,
    options?: UpdateSubscriptionOptions,
    call?: CallOptions,
  ): Promise<SubscriptionView>
  /** Delete a subscription. Ends a subscription. Its events that were not delivered are not sent. Does not count against the quota. */
  deleteSubscription(id: string | number, call?: CallOptions): Promise<void>
  /** Test a subscription. Sends an event of the type `test` immediately, and returns it. `GET /v1/events/{id}` shows how its attempts end. Does not count against the quota. */
  testSubscription(id: string | number, call?: CallOptions): Promise<EventView>
  /** List events. Returns the events of the last 30 days that subscriptions of the account received or are to receive, with their attempts, newest first. Does not count against the quota. */
  listEvents(options?: ListEventsOptions, call?: CallOptions): Promise<EventList>
  /** Get an event. Returns an event with its attempts. Does not count against the quota. */
  getEvent(id: string | number, call?: CallOptions): Promise<EventView>
  /** Redeliver an event. Sends an event again, whether it was delivered or all attempts failed. The first attempt is made immediately. If it fails, the full retry schedule follows. Returns the event. Does not count against the quota. */
  repeatEventWebhook(id: string | number, call?: CallOptions): Promise<EventView>
}

export const operations = {
  screenshot: {
    method: 'POST',
    path: '/v1/screenshot',
    hasOptions: true,
    renders: true,
    signed: true,
    takesKey: true,
  },
  scrape: {
    method: 'POST',
    path: '/v1/scrape',
    hasOptions: true,
    renders: true,
    signed: true,
    takesKey: true,
  },
  screencast: {
    method: 'POST',
    path: '/v1/screencast',
    hasOptions: true,
    renders: true,
    signed: true,
    takesKey: true,
  },
  pdf: { method: 'POST', path: '/v1/pdf', hasOptions: true, renders: true, signed: true, takesKey: true },
  snapshot: {
    method: 'POST',
    path: '/v1/snapshot',
    hasOptions: true,
    renders: true,
    signed: true,
    takesKey: true,
  },
  devices: { method: 'GET', path: '/v1/devices' },
  usage: { method: 'GET', path: '/v1/usage' },
  usageHistory: { method: 'GET', path: '/v1/usage/history', hasOptions: true },
  overview: { method: 'GET', path: '/v1/overview', signed: true },
  listRequests: { method: 'GET', path: '/v1/requests', hasOptions: true, signed: true },
  getRequest: { method: 'GET', path: '/v1/requests/{id}', signed: true },
  deleteRequest: { method: 'DELETE', path: '/v1/requests/{id}', signed: true },
  repeatWebhook: { method: 'POST', path: '/v1/requests/{id}/webhook', signed: true },
  compare: { method: 'POST', path: '/v1/compare', hasOptions: true, signed: true, reads: true },
  createBatch: { method: 'POST', path: '/v1/batches', hasOptions: true, signed: true, takesKey: true },
  listBatches: { method: 'GET', path: '/v1/batches', hasOptions: true, signed: true },
  getBatch: { method: 'GET', path: '/v1/batches/{id}', signed: true },
  cancelBatch: { method: 'DELETE', path: '/v1/batches/{id}', signed: true },
  repeatBatchWebhook: { method: 'POST', path: '/v1/batches/{id}/webhook', signed: true },
  createTask: { method: 'POST', path: '/v1/tasks', hasOptions: true, signed: true, takesKey: true },
  listTasks: { method: 'GET', path: '/v1/tasks', signed: true },
  getTask: { method: 'GET', path: '/v1/tasks/{id}', signed: true },
  updateTask: { method: 'PATCH', path: '/v1/tasks/{id}', hasOptions: true, signed: true },
  deleteTask: { method: 'DELETE', path: '/v1/tasks/{id}', signed: true },
  listRuns: { method: 'GET', path: '/v1/tasks/{id}/runs', hasOptions: true, signed: true },
  startRun: { method: 'POST', path: '/v1/tasks/{id}/runs', signed: true, takesKey: true },
  acceptBaseline: { method: 'POST', path: '/v1/tasks/{id}/baseline', hasOptions: true, signed: true },
  getAccount: { method: 'GET', path: '/v1/account', signed: true },
  updateAccount: { method: 'PATCH', path: '/v1/account', hasOptions: true, signed: true, alwaysSigned: true },
  listKeys: { method: 'GET', path: '/v1/account/keys', signed: true },
  createKey: { method: 'POST', path: '/v1/account/keys', hasOptions: true, signed: true, alwaysSigned: true },
  updateKey: {
    method: 'PATCH',
    path: '/v1/account/keys',
    hasOptions: true,
    signed: true,
    alwaysSigned: true,
  },
  deleteKey: {
    method: 'DELETE',
    path: '/v1/account/keys',
    hasOptions: true,
    signed: true,
    alwaysSigned: true,
  },
  getStorage: { method: 'GET', path: '/v1/account/storage', signed: true },
  putStorage: {
    method: 'PUT',
    path: '/v1/account/storage',
    hasOptions: true,
    signed: true,
    alwaysSigned: true,
  },
  deleteStorage: { method: 'DELETE', path: '/v1/account/storage', signed: true, alwaysSigned: true },
  listSubscriptions: { method: 'GET', path: '/v1/subscriptions', signed: true },
  createSubscription: { method: 'POST', path: '/v1/subscriptions', hasOptions: true, signed: true },
  getSubscription: { method: 'GET', path: '/v1/subscriptions/{id}', signed: true },
  updateSubscription: { method: 'PATCH', path: '/v1/subscriptions/{id}', hasOptions: true, signed: true },
  deleteSubscription: { method: 'DELETE', path: '/v1/subscriptions/{id}', signed: true },
  testSubscription: { method: 'POST', path: '/v1/subscriptions/{id}/test', signed: true },
  listEvents: { method: 'GET', path: '/v1/events', hasOptions: true, signed: true },
  getEvent: { method: 'GET', path: '/v1/events/{id}', signed: true },
  repeatEventWebhook: { method: 'POST', path: '/v1/events/{id}/webhook', signed: true },
} as const satisfies Record<keyof Operations, Operation>
