/**
 * What a word in the label of a button or link says. `other` words make a label unknown: "Accept" may end a consent dialog, "Accept offer"
 * does not.
 */
export type LabelWord =
  | 'reject'
  | 'not'
  | 'without'
  | 'only'
  | 'necessary'
  | 'optional'
  | 'all'
  | 'accept'
  | 'consent'
  | 'yes'
  | 'or'
  | 'cookie'
  | 'selection'
  | 'settings'
  | 'save'
  | 'understood'
  | 'close'
  | 'info'
  | 'filler'

/** Words that are separated by spaces. A star stands for every ending. */
export const labelWords: Record<LabelWord, string> = {
  reject: `reject* deny* denie* refus* declin* disagree* disallow* disabl* optout withdraw* block* oppose* object*
    ablehn* abgelehn* ablehnung lehne* verweiger* widersprech* widersprich* deaktivier* untersag*
    rejet* interdire* desactiv* decliner oppos* rechaz* rehus* deneg* declinar* deshabilit* bloque*
    rifiut* nega* negare respin* disattiv* declin* weiger* afwijz* verwerp* wijs afwijs*
    odrzu* odmaw* odmow* rezygn* zablokuj* wylacz* rejeit* recus* negar desativ* bloquear*
    avvisa* avboj* neka nekar avvis* afvis* avslå* nekt* hylka* kielta* odmit* zamit* odmietn* zamietn* elutasit* refuz* respinge*
    reddet* отклон* отказ* запрет* відхил* відмов* откаж* απορριψ* απορριπτ* απορριπ* αρνηση* odbij* odbac* zavrn* atmest* noraid* keeldu*
    elvet* renunt* keela* tolak* menolak* choi hafna*`,
  not: `no not dont don none nein nicht kein* keine* ne n pas non aucun* nessun* niente ningun* nunca niet geen nee nie nao nenhum* nej inte ikke ei
    ne nem nu hayir нет не ні όχι δεν nie zadny* khong tidak etmiyorum verme`,
  without: `without ohne sans sin senza zonder bez sem utan uden uten ilman nelkul fara olmadan без χωρις brez`,
  only: `nomes only just solely exclusively nur lediglich ausschliesslich bloss uniquement seulement juste solo solamente unicamente
    soltanto esclusivamente alleen enkel uitsluitend slechts tylko wylacznie jedynie apenas somente so bara endast enbart kun vain pouze jen len csak
    doar numai yalnizca sadece только лише тільки само μονο samo tik tikai ainult hanya chi`,
  necessary: `notig* benotigte* necesitad* needed necessar* essential* essentials required strictly strict technical* technically functional* minimal* mandatory basic* basics
    notwendig* essenziell* essentiell* erforderlich* technisch* funktional* funktionell* unbedingt zwingend* wesentlich* benotigt*
    necessair* indispensabl* essentiel* obligatoir* techniques technique* fonctionnel* strictement requis
    necesari* esencial* tecnic* tecnicamente obligatori* funcional* imprescindibl* estrictamente
    necessari* essenzial* tecnic* indispensabil* strettamente funzional* obbligator*
    noodzakelijk* functione* essentie* vereist* verplicht* strikt technisch* niezbedn* wymagan* konieczn* funkcjonaln* bezwzglednie technicz*
    necessari* essenciais essencial obrigatori* estritamente funcionais tecnic* nodvandig* nodvendig* grundlaggande valttamattom* pakollis*
    nezbytn* nutn* nevyhnutn* potrebn* szukseg* elengedhetetlen* zorunlu gerekli необходим* обязательн* необхідн* απαραιτητ* neophodn* nuzn* nujn* butin* obligat*`,
  optional: `optional* sell share sharing sale marketing* tracking track tracked analytic* analytics statistic* statisti* advertis* additional unnecessary nonessential personali* target*
    third social performance zusatzlich* werbung* werbe* nachverfolg* statistik* analyse* komfort* publicit* pubblicit* mesure suivi facultati* additionnel*
    publicidad* estadistic* opcional* analitic* seguimiento facoltativ* opzional* statistich* marketingow* analityczn* reklam* opcjonaln*
    estatistic* analitic* publicid* rastrea* optionel* optionele analytische valgfri* frivillig* рекламн* аналитич*`,
  all: `all totes tots tot tudo ολων ολα everything any alle alles allem allen aller samtliche tout toute tous toutes todo todos toda todas tutto tutti tutte wszystk* allt alla allemaal
    vse vsechn* vsetk* osszes* mindet mindent toate tot tumunu hepsini tum все всі всички ολα ολες kaikki sve visus visi koik semua tat`,
  accept: `accept* agree* allow* consent* enabl* permit* authori* activat* welcome
    akzeptier* annehm* zustimm* zulass* erlaub* einwillig* einverstand* aktivier* genehmig* gestatt*
    accepter accepte* autoris* consen* activer aceptar acept* permit* consent* autoriz* habilit* accett* acconsent* consent* autorizz* abilit* attiv*
    accepteer* toestaan toestemming toestem* aanvaard* akkoord instem* sta permetre permet akceptuj* akceptow* zaakceptuj* akceptacj* wlacz* zgod* zgadz* zezw* wyraz* pozwal*
    aceit* concord* permit* autoriz* godkann* godta* acceptera* tillat* samtyck* accepter* godkend* tillad* samtykke* hyvaksy* salli* suostu*
    prijm* prij* souhlas* povol* suhlas* akceptov* elfogad* hozzajarul* engedelyez* accepta* stimme sunt onayl* kabul izin
    принять принима* принимаю соглас* разреш* прийня* прийма* погодж* дозвол* приема* съглас* αποδοχη αποδεχ* συμφων* επιτρεπ* prihvac* prihvat* slazem soglas* strinja*
    sprejm* dovoli* sutink* piekrit* nou* terima setuju izinkan chap dong samthykk* samþykk*`,
  consent: `consent zustimmung einwilligung einverstandnis consentement consentimiento consentimiento consentiment consenso toestemming zgoda zgody zgode zgod zgodami consentimento consentimentos samtycke samtykke suostumus souhlas souhlasu`,
  yes: `yes sure ja oui si sim tak jo kylla ano igen da evet да так ναι`,
  or: `or oder ou o of lub eller tai nebo vagy sau veya или або η u`,
  cookie: `cookie cookies cookien cookiene cookieer kakor kakorna ciasteczk* ciasteczek ciastka piskot* slapuk* sikdat* kupsis* evaste* suti* sutik* sutiket cerez* cerezleri
    informasjonskaps* temoins galetes plik* pliki plikow файл* файлы куки бисквит* kolacic* techno* tracker* traceur* tag tags fichiers bestand*
    tecnologi* technologi* dienste* services service servizi servicos servicios data daten`,
  selection: `selection selected select* choice* choices auswahl ausgewahl* auswahlen wahl wahlen choix selectionn* seleccion* elegid* eleccion* elegir
    selezion* scelt* selectie keuze* geselecteerd* wybran* wybor* wybierz selecion* selec* escolh* urval* val valda valg* valgte valinta* valinn* vyber* kijelol* secim* secili выбра* выбор* вибра* επιλογ* επιλεγμ*`,
  settings: `setting* settings preference* preferences prefs manage* managing custom* configur* adjust* options option control* controls choose change edit review view show individual* advanced take go center centre let purpose purposes finalites zwecke fines cele
    einstell* praferenz* verwalt* anpass* konfigur* optionen andern bearbeit* erweitert* individuel* avance* abschnitt anzeigen zeigen zwecke wahlen
    param* reglage* gerer gestion personnalis* preferen* preferer choisir modifier afficher voir gere
    configur* ajust* preferenc* gestion* personaliz* opciones opcion avanzad* detalles propositos centro panel administr* elegir cambiar ver mostrar
    impost* preferenz* gestis* personalizz* opzion* modific* mostra scegli* vedi avanzat* geavanceerd* instellen instelling* voorkeur* beheer* aanpass* opties zelf wijzig* bekijk toon tonen
    ustawien* preferencj* zarzadz* dostos* opcj* opcje zmien* skonfigur* ustaw edytuj otworz zobacz zaawansowan* centrum wybrac pozwol konfigur* personaliz* pokaz
    configurac* definic* avancad* avancerad* xestionar veure choisis podrobne preferenc* gerir gerenci* personaliz* opcoes alterar installning* hantera anpassa* alternativ innstilling* indstilling* tilpass* administrer* praeferenc*
    asetu* hallinno* muokkaa nastaven* upravit prizpusob* spravovat beallit* kezel* setari* ayar* tercih* yonet* ozellestir* настро* управл* параметр* налашт* керув* настройк* ρυθμισ* διαχειρ* προσαρμ* postavk* nastavitv* prilagod* nustatym* iestatijum* seaded atur kelola pengaturan`,
  save: `save saving confirm* apply submit speicher* bestatig* ubernehm* sichern enregistr* sauvegard* confirm* valid* appliqu* guard* confirmar* aplicar salv* conferm* applic* opslaan bewaar* bevestig*
    zapisz* zatwierd* potwierdz* guardar gravar confirmar spara* bekrafta* lagre* gem bekraeft* tallenna* vahvista* ulozit* potvrd* mentes* ment salveaza kaydet* onayla* сохран* подтверд* зберег* запази αποθηκευ* sacuvaj* spremi* shrani* simpan luu`,
  understood: `accord perfect perfekt parfait perfecto perfetto klaro cool cool ok okay oke okey okej got understood understand fine great cool continue proceed acknowledge* alright noted sounds good thats that
    verstanden verstehe klar ordnung weiter fortfahren gut compris daccord continuer poursuivre entendido entiendo vale continuar seguir seguire capito va bene va bene
    continua* prosegui* procedi* begrepen begrijp prima doorgaan verder rozumiem zrozumialem kontynuuj* przejdz porzadku entendi percebi prosseguir forsta* uppfattat fortsatt* fortsett* forstar forstatt fortsaet* greit
    selva jatka* rozumim rozumiem pokracova* ertem rendben folytat* tovabb inteles continua tamam anladim devam понятно понял продолж* зрозумі* продовж* разбрах εντάξει καταλαβα συνεχ* razumijem razumem u redu supratau sapratu mengerti lanjut* hieu`,
  close: `close dismiss hide x schliessen ausblenden fermer masquer cerrar ocultar chiudi chiudere nascondi sluit* sluiten verberg* zamknij* ukryj fechar ocultar stang lukk luk sulje zavrit zatvorit bezar* inchide* kapat закрыть закрити затвори κλεισιμο zatvori zapri uzdaryti aizvert sulge tutup dong`,
  info: `policy policies notice statement more learn read info information* details detail imprint legal privacy about vendors partners partner third terms conditions faq powered
    datenschutz* richtlinie* erklarung* hinweis* mehr erfahren lesen impressum informationen einzelheiten rechtliche* agb anbieter
    politique* confidentialite plus savoir mentions legales charte informations donnees vie privee
    politica* privacidad* mas saber informacion legal aviso leer informativa piu saperne informazioni leggi scopri dettagli note privacy
    beleid privacyverklaring meer weten lees cookiebeleid verklaring voorwaarden polityk* prywatnosc* wiecej dowiedz regulamin* szczegol* przeczytaj
    mais saiba termos integritet* policy* mer lasa les laes personvern* privatlivs* mere tietosuoja* lisatietoja lue zasad* vice informaci* viac ochran* tudjon tovabbi adatvedel* tajekoztato* politika* gizlilik daha bilgi политик* подробн* узнать конфиденциальн* детальн* політик* дізна* научете повече πολιτικη* περισσοτερ* apie vairak rohkem kebijakan selengkapnya chinh sach
    cookiepolicy cookiestatement cookierichtlinie* cookiepolitik privacybeleid nutzungsbedingungen`,
  filler: `banner message notification dialog popup pop window overlay box bar meldung fenster bandeau fenetre mensaje aviso ventana messaggio finestra melding venster komunikat okno mensagem janela that them they so can could may have has if but than be both rest other others some more same
    dass sie ihnen kann haben habe aber als auch noch so es ist sind werden gern gerne
    que cela ca ils elles peux peut avec dans sont autres encore quand meme
    eso ellas ellos puedo con otras otros esta esto
    che essi loro posso altri altre anche questo questi
    ze die het zij kan anderen ook maar
    je ich tego inne 
    eles elas isso outros outras a an the out ab personal app apps till tacka here click hier klicken ici cliquez cliquer aqui clic qui clicca klik tutaj kliknij clique har quiero obtener pulsa gracies im mi serwisu uslug wejdz przechodze swoje wybory and to of for with on in at i we us our you your my me it this these those use uses used using usage via by as is am are be do does would like want please thanks thank site website web page browsing browser
    und ich wir sie die der das den dem des zu zum zur mit fur von auf im in meine* meiner ihr ihre bin danke bitte mochte will website seite webseite verwend* nutz* diese* dieser werden nutzung browsen cookieeinstellungen surfen
    et je j l le la les des du de d un une nous vous me mon ma mes votre vos a au aux que qu sur avec pour utilis* lutilisation ce cette navigation naviguer merci site bien suis en
    y el los las un una del con para de mi mis tus sus su uso usar utiliza* que estoy acuerdo lo sitio gracias navegando navegar al
    e il lo gli i dei delle degli di con per un una mio miei uso usa utilizz* che su sito navigare navigazione grazie ho
    en de het een van met voor om ik ga wij we mijn gebruik* deze dank bedankt liever dit website dat is af te
    i na o w z ze sie moje swoje te dla uzyc* uzycie uzyw* korzyst* dziekuje strony stronie do
    e o os as um uma dos das da do com para eu meus minhas usar utiliz* obrigad* concordo site
    och jag vi for att med mina alla anvand* tack og jeg mine bruk* bruk brug* takk tak for sig ja kaytto kayt* evasteet niin
    a s se si na pouze pouzi* pouziv* dekuji dakujem es hogy az haszn* koszon* si de cu pentru ve ile icin kullan* tesekkur
    и я на с для использ* использование файлов cookie спасибо і та використ* използ* και τα τη της με χρηση ευχαριστ* dan untuk saya của cac va`,
}

/** Parts of labels in scripts without spaces between words, or with prefixes. */
export const labelParts: Partial<Record<LabelWord, string>> = {
  reject:
    '拒否|拒絶|しない|許可せず|拒绝|拒絕|不同意|不接受|不允许|不允許|거부|거절|하지 않|안 함|רפ?דח|דחה|דחי|סירוב|סרב|לא מסכים|رفض|لا أوافق|لا اوافق|अस्वीकार|मना कर|ปฏิเสธ|ไม่ยอมรับ|ไม่ยินยอม',
  only: 'のみ|だけ|仅|僅|只|만 |만$|רק|فقط|केवल|เท่านั้น',
  necessary: '必須|必要|필수|הכרחי|חיוני|الضروري|الأساسي|आवश्यक|จำเป็น',
  all: 'すべて|全て|全部|所有|모두|전체|הכל|כל |الكل|جميع|सभी|ทั้งหมด',
  accept:
    '同意|許可|受け入れ|承諾|承認|了承|有効|接受|允许|允許|동의|허용|수락|קבל|אישור|מסכים|אשר|לאשר|قبول|أوافق|موافق|السماح|اسمح|स्वीकार|सहमत|अनुमति|ยอมรับ|ตกลง|อนุญาต|ยินยอม',
  settings:
    '設定|カスタマイズ|管理|選択する|设置|偏好|自定义|自訂|설정|관리|맞춤|הגדרות|העדפות|ניהול|إعدادات|تخصيص|إدارة|सेटिंग|प्रबंधित|ตั้งค่า|จัดการ',
  save: '保存|確定する|儲存|저장|שמור|שמירה|حفظ|सहेजें|บันทึก',
  understood:
    '了解|はい|続ける|わかりました|知道|确定|確定|好的|明白|继续|繼續|확인|알겠|계속|הבנתי|המשך|متابعة|حسنا|फहमत|ठीक|เข้าใจ|รับทราบ',
  close: '閉じる|关闭|關閉|닫기|סגור|סגירה|إغلاق|बंद|ปิด',
  info: '詳細|ポリシー|詳しく|政策|了解更多|详情|詳情|更多|정책|자세히|더 알아|개인정보|מדיניות|מידע נוסף|עוד|سياسة|المزيد|नीति|अधिक जान|นโยบาย|เพิ่มเติม',
}
