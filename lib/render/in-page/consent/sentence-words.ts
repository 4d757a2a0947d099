/**
 * What a word in the text of a consent dialog says. `subject` words are what such a dialog is about. `other` words occur next to them, and
 * say nothing alone: "Our services do not work" has no other words. No dialog has a word of `news`. Prices, goods and most other words are
 * in no list, and nor are words that have another meaning in one of the languages.
 */
export type SentenceWord = 'subject' | 'other' | 'news'

/** Words in the format of `label-words.ts`, whose words count as `other`. These are as `plain` returns them. */
export const sentenceWords: Record<SentenceWord, string> = {
  subject: `abgelehn* ablehn* accept* accett* acconsent* accord aceit* acept* acuerdo ad ads advert* agree* ajustes akcept* akkoord akzept*
    allow* almacena* alterar amelior* analis* analit* analiz* analy* anbieter* andern annonceurs annunci anpassen anuncios apparaat
    apparaten appareil* archivi* armazen* audience* audiencia auswahl auswahlen autoris* autorizz* avg basket begrijp* belang
    berechtigt* bestimmst besuchererlebnis bewaren bezwaar brows* cambiar capire carrello carrinho carrito cart ccpa cel celach cele
    celow celu change changer changes changing choice* choisir choix choose ciasteczek ciasteczk* cnil colet* collect collecte*
    collected collectent collecting collectons collects compreender comprender comprendere comprendre concord* condividiamo
    confidentialit* configur* consens* consent* conservation conserve conserver conservons continu* cookie* dados dane danych data
    daten datenschutz* dati datos decision* declin* definic* depos* derde derden desempenho device* disclos* dispositiv* doel*
    donnees doorgaan doorgaat dopasow* dostawcy dostosow* doswiadcz* drittanbieter* dritte dritten dritter dsgvo einkaufserlebnis
    einstell* einverst* einwillig* elaborano elaborare eleccion elegir enhanc* entender entscheidung* erfahrung* erforderlich*
    erheben erhoben erlaub* erlebnis* ervaring* escolh* esencial* esperienz* essencia* essenti* essenzial* essenziell* estadist*
    estatist* experienc* finalidad* finalit* fines fins fonctionnel* fornecedor* fornitori fortfahr* fournisseur* frequentation
    funcional* functional* functionele funkcjonaln* funktional* funzional* gdpr geaccepteer* gebruikerservaring gegevens gemessen
    gepersonaliseer* gerat gerate gerateinformation* geraten gesammelt* gespeichert* iab identif* identyfik* impostaz* improv* info
    informac* informamos informatie information informationen informativ* informazion* infos inhaltsmessung* instell* instem*
    interes* interet* internetgedrag intrekken intrekt jederzeit kennung* keuze* kies kiest kiezen klikgedrag konieczn* kontynu*
    koszyk* learn* lembramos lembrar leveranciers lgpd marketing marketingzweck* measur* medicao medicion* medir mejorar melhorar
    memoris* memorizz* mensurar merken messen messung* mesur* meten mierz* miglior* mind misur* modificar* modifier monitora* navig*
    necesari* necessair* necessar* niezbedn* nodig noodzakelijk* notig notige notigen notwendig* nutzererlebnis nutzungsdaten
    nutzungserlebnis obligatoires odbiorc* odrzuc* ok okay onthoud* opc* opgeslagen oponer* opor opporti opposer opposition opslaan
    opslag opt optimalis* optimi* opting option optional* options optout optymaliz* opzion* osobow* otimiz* ottimizz* panier
    parametr* parceir* partenaire* parties partij partijen partilhamos partner* party perfil permett* permis* permit* personal
    personales personali* personenbezogen* personlich* personnalis* personnel* persoonlijk* persoonsgegevens pessoais pistage plik*
    podmiot* pomiar* poprawic poursuiv* pozwal* pozwol* praferenz* preferenc* preferenz* privacidad* privacy* privatsphare privee
    procesamos procesar process* profil* prosegu* proveedores prywatno* przechow* przegladania przegladarki przejdziesz przetwarz*
    pub pubblicit* publicid* publicit* publiek purpose* raccogl* rastre* rechaz* reclame* recolh* recopil* recordar recus* refus*
    reglage* reichweite* reject* rejeit* reklam* remember* retirar retirer retrait retriev* revoc* revog* revoke* rgpd ricordar*
    rifiut* riservatezza rodo ruch ruchu sammeln savoir scegli* scelt* scopi scopo seguimiento sell setting settings sledz*
    speicher* spersonaliz* sprzeciw* statist* statysty* stimme stimmen stimmst stockage* stockees stocker stockes stockons storage
    stored storing suivi surfen surferlebnis surfervaring surfgedrag surfverhalten target* tcf tddsg temoins terceir* terceras
    terceros terminal terze terzi tiers toegestaan toesta* toestemming tracci* traceur* track* trafego traffico trafic trafico
    traitement* traitent traiter traitons transferees transparen* tratamento tratamos trattamento trattiam* ttdsg ulepsz*
    unclassified understand* unerlasslich* uprawnien urzadze* ustawie* uznamy vendor* verarbeit* verbesser* verbeter* verdergaat
    verkeer verstehen versteht verwerk* verzamel* volgen voorkeur* wahlmoglich* warenkorb webseiten weiger* weitergabe weitergeb*
    werb* widerruf* widersprech* widersprich* wijzigen winkelwagen withdraw* wrazenia wybierz wybor wyboru wybrac wycofac wycofan*
    zaakcept* zapamiet* zbiera* zewnetrzn* zgadz* zgod* zielgruppe* zmien* zrozumie* zugriff zugriffe zugriffen zulass* zuruckzieh*
    zustimm* zuzustimmen zweck zwecke zwecken`,
  other: `aan aanbieden aangeboden aansluit* abaixo abajo abbiamo abitudini able above abuse abwahlen aby abysmy accedemos acceder
    accedere accedervi acces acceso access accesso accordance according aceder acerca acessar acesso achter acordo across actief
    actif* actions activ* adaptad* adapte* addition additionally address* ademas adequad* adicionales administrator* adobe adres*
    adversely afectar afetar affect* affich* afgestemd afin after again against agli ahnlich* ai aide aident aider ailleurs
    aimerions aimons ainda ainsi aiut* ajud* aktiv* aktywn* albo alcun alcune alcuni ale alem algumas algun* also alt altijd always
    anbieten ancora andere* anders angebot angebote angepasst* anklicken annonces anoniem* anpass* antes anytime anzeige* anzubieten
    anzuzeigen ao aos aplicac* aplikacj* applies apres apresentar archivos arquivos art arten asegurar* asi asimismo ask assegurar
    assicurar* assim assume* assumiamo assurer asumi* ativ* atraves attiv* aufgrund aufruf aufrufen aupres aura aus ausliefern
    ausserdem aussi ausspiel* auswert* auszuliefern auszuspielen automaticamente automatiquement automatisch automatycznie autre*
    avant avere avez avis avoir avons ayud* bardziej bas basad* basat* base basead* based basee basees basis basisfunct* beachten
    because beda bedurfen bedzie bedziesz beeintrachtig* before beheren behoren behulp bei beim being beispiel bekijken below
    benutz* benvenut* bepaal* bepalen bereitgestellt* bereits bereitstell* bereitzustellen bescherm* beschreven beschrieben beslis*
    besser bessere besseres best beste besteht besten bestimmen bestimmte bestimmten bestmoglich* besuch besuche besuchen besucher*
    besuchten beter betere betreiben betrieb better between bevor bezocht bezochte bezoek bezoeken bezoeker* bezpieczen* bezpieczne
    bieden biedt bienvenid* bienvenue bieten bij binnen bitten boa bom bon bonjour botao boton bottom bouton boven bovendien brak
    brauchen braucht break browser* bruikbaar* buen* buon* business button buttons byc bzw cada calorie cannot car caracteristicas
    caracteristiques caratteristiche care categor* cechy celle celles celui cenimy certain* certe certos ces cet ceux chaque chcemy
    chcesz chcielib* check chiediamo chiudendo chwili ci ciao cible* ciertas ciertos clicar cliccand* clicking cliquant co combin*
    come comme comment como compartilhar compartimos compartir comportamento comportement compreso computer conforme conhecer
    connaitre conocer conoscere consequence* considera* consideriamo consulter consultes contamos contenido contenidos content
    contenu contenus contenuti contenuto conteudo conteudos contribuiscono control* correct* corretamente correttamente corretto
    cosi count counts creado creare create created creating creer criado cualquier cualquiera cuando cui customi* czas* czy cœur
    daar daarmee daarnaast daarom daarvoor dabei dadurch dafur daher dal dalej dalla dalsze damit damos dando dann darauf darf
    daruber datei dateien dato dauerhaft davon dazu dbamy deaktiv* debe deben decides decidi default defecto dein* delen deliver*
    della dello demander denn depending depot derartige derecho derechos deren dergelijke desactiv* desarroll* desativ* described
    deseja desejar desenvolv* desideri dessous detail* detalh* detall* determinad* dettagl* deve develop* devez devi did dienst
    dienstleistungen dies diferentes different differents diffuser dir direccion direcciones directly direito direitos diritt*
    disabl* disattiv* display* disso distinguish divers* dobrowoln* doce dodatkow* dodici doen doit dokladn* donc donde done donne
    donner donnez door dort dostarczan* dostep dostepu dotycz* douze dove dowiedziec dowolnym draait dritt drittdienst* droit droits
    durac* durante durata durch durchgefuhr* duree durfen durften dus dynamique dziala* dzieki each easily ed effect effectively
    effectiviteit effectuez effet efficacia efficacite eficacia egalement eigen ein eindeutig* eine einem einen einer eines einfach
    eingesetzt* einige* einsatz einsetz* einwandfreie ela elaborado ele elke ella elle em emplea empleamos enable* endereco
    enderecos engagement enkele enlace enrich enrichir ensemble ensuite ensure* ensuring entende entre entscheid* entwickl* er era
    erhalten erkenntnisse erleichtern ermee ermoglich* erneuern erstellen erstellt erteil* ervan ervoor erziehungsberechtigt* esa
    esas ese esos essa essas esse essere esses est estan estar estas este esterni estes estos etablis etait ete etes etre etudes
    europeenne eventueel every exclusivos exibir expected extern* extra facebook facilement fait faster faut feature* felice
    ferramentas few ficheiros ficheros fichier* file files find finden findest first foi folgend* following fonctionn* fonctions
    fonde* form forma fornecer fornir* forniti fornitura fortlaufend fourni fournies fournir fra frage fragen fraud freiwillig*
    frequence from fruibile fuhren fuhrt full fully funcion* funcoes functies function functioning functions funkcj* funktion
    funktionen funktionier* funktionstuchtig funzion* furthermore future gaan gaat garant* gardez gdy gdzie gebaseerde geben
    gebruik* geef geeft gegeben gegebenenfalls gegen gegeven gehoren geinstalleerd geladen geldt gemaakt gemass genau* generalement
    genutzt* geolocalisation geolocalizacion geolocalizzazione geolocation geolokaliz* geplaatst gestalten gestir* get getoond gets
    getting geven gewahrleist* gewohnheiten gewoonten ggf gibt gilt give given gives goed goede google gostaria gostariamos graag
    grace grundlage grundlegende grundlegenden grundsatzlich gustaria gute guten ha habit habitos habits habitudes hace hacer
    haciendo had haga hai hallo han hanno happy hast hat hatte having hay haya haz he heb hebben hechten heeft helfen hello help*
    hemos herausfinden hereby herramientas hi hierbei hierdoor hierdurch hierfur hiermee hiermit hieronder hiervan hiervon hiervoor
    hierzu hij hilft hinaus hoe hola hors hotjar how however hun icon icone id ids ihrem ihren ihrer ihres illustration immer impact
    importa importan* including indem indirizz* individual* individuel* indywidualn* influire inform informe* inhalt inhalte
    inhalten inhoud inklusive innych innymi inoltre insbesondere insight* instagram installant installati installed installer
    installiert instead instructions interact* interagieren interagissent internautes internet internetow* internetseite* into
    investigacion inviare inviarti invloed ip its jahre jak jaki jakie jako jakosc jakosci jamais jede* jedoch jej jesli jest jestes
    jeszcze jezeli jij jou jouw jullie juz kannst kategori* kazd* keep kind kleine klick* klikajac klikken knop know kombinier*
    kommen konnen konnt konnten korrekt* korzyst* kto ktora ktore ktorego ktory ktorych ktorym ktorymi kunnen kunt laat laden langs
    lassen lasst laten later lauft lea leave leggere legitim* legittim* leia leicht leistung leistungen lembrando lepsz* ler lets
    leur leurs leute lezen lhe liberamente lieben lien linea link linkedin links lire list liste ll loaded localizac* locatie
    locatiegegevens location logo lokaliz* lors lorsque love maak maakt made mag maintain* make maken makes maksymaln* man manage*
    manche* marco masz matiere matomo media mediante medias medien medios meest meglio meilleur* meist* mejor melhor melhoram memory
    merkmale meses mesi mesmo meta metrics mich midia miedzy mieux might mismo mochten mochtest modalita modo moet moeten moga
    mogelijk mogelijkheden mogen mogli moglich* mois molto momencie moment* months montrer moreover most mostly mostrar* moze*
    mozliw* mozna much muito musi muss mussen must muy naar nachtraglich nadal nadelige nahere najlepsz* najwyzszej najwyzszym nam
    named narzedzi* nas nasz* nauwkeurige navegacao navegacion navegador nawigacja need needs nei nel nella nelle nesta neste
    netwerken network* netzwerk* neu neue neuen never new niej niekorzystnie niektor* nieuwe nog noi nooit nos nosotras nosotros
    nossa nossas nosso nossos nostr* notamment nothing notre novas nowe nuestr* num numa nuove nutz* ob oben obtain obter occupano
    ochron* oczekiwan od odpowiedni* odwiedz* oferec* oferowac off offer offers offre offrir* ofrece ofrecer* ogni okreslic
    okreslon* ola omdat onde onder onderstaande onderzoek* ones online onlineangebot* ons ont onto ontwikkel* onze op opisan*
    opnieuw optim* oraz order ordinateur ordnungsgemass* otherwise otima ours outages outils outra outre over own oznacza padrao
    pages pagina paginas pagine pamieci panstw* par parfois partageons parti partilhar partir passen passende passenden past pedimos
    pela pelas pelo pelos pendant people pequenos perche perform performances performs period pero personen pertinent* petits
    peuvent piattaforma pixel plaats plaatsen plaatsten place placed places plataforma plateforme platform plattformen plusieurs po
    pod podczas pode podem podemos podobn* podra podran podstaw* pois pokazywac pomaga* pomoca ponadto poniewaz ponizej poprawnie
    poprzez popular por porque possa possam possiamo possibile possible possono potra potrebbero potrzeb pourquoi pourraient
    pourrions pouvez pouvoir pouvons poziomie pozniej pozostajac pratiques prawa prawidlow* prawo precis* premendo presenter press
    prestare prestaties prestazioni prezentowania priorit* proceed* procesan prodotti producten productos products produits produkt*
    produtos proper properly propias propios proporcionar* propose proposer proposito proposons propre* propri proprias proprie
    proprios prosimy protect* provide* providing prowadzenia przeczyt* przed przeegladarce przegladarce przegladark* przejsc przez
    przy przycisk* przyczynia* puedan puede* pulsando pulsante pulsar pulse puo puoi quais qual quale quali qualitat qualquer
    qualsiasi quando quelle quellen quelli quelques queremos queste quickly quiere quieres quindi raadplegen rahmen rapidement re
    reach reading realise realiser realizar recherche recht rechte rechtmassigkeit recogni* recomendar recommend* recursos red rede
    redes refer refresh regarding registered registriert reibungslos* relacionad* relativ* relevant* rely rendere rendimiento repeat
    repetidas reponse research reseaux respect* respeit* respekt respektier* respet* return ricerca richtig right rights rilevanti
    rispett* ritirare rodzaj* rowniez run runs sa sagen salut sao sapere sara satisfait saved say scanning schaltflache* schatzen
    schon schutz schutzen scisle sechs sections secure securis* securit* see seguent* segun segur* sehr sein seis seiten
    seitennutzung selbst selec* selezion* selon semelhant* sempre ser sera seront servent servicio servico servizio serwis* ses
    session* set sets setzen seu seuls seus shall shared she shopify should showing shows sia sich sicher sicherheit sicherstell*
    sicherzustellen sicurezza sicuri sido siempre sigues similaires similar similares simili simplement simply sirven site* siti
    sitios six skripte skutecznosci slaan small sob sobre sociais sociale sociales sociaux socios soepel sogenannt* soit solche
    solcher solicit* soll sollen sollten somit sommige son sono sonst soort soorten soortgelijke sotto soubory souhait* sous sowie
    sowohl sozial* spam spater specifica specificat* spolecznosciow* sposob standaard standard standardmassig standort* stato stehen
    steigern stellen stesso stets stosuj* stranky strona strone strumenti sua suas such sue suggest* sui suivant* sul sulla sulle
    suo supplementaires supplied suppos* svilupp* swiadcz* swoj* szanuj* szczegol* szesc ta tailor* taken takich takie takimi takze
    tal tambem tambien tard technical* technicz* techniek* techniken technique* technisch* technolog* tecnic* tecnolog* tegen
    teilweise tej tekstbestand* tekstow* telles tem temos tempo temporariamente temps ten tenemos tener teniamo tento terza teu
    tevens text textdatei* texte tez their themen then there therefore through thus ti tiempo tiene* tient tijd time tipi tipo
    tipologie tipos too tools tornar toujours tra traceerbare traffic tramite traves treffen tres tresc tresci trust tu tua tue tuo
    tuoi tussen tutela twaalf twelve twoich twoj* tych tym type types tyto uber ubersicht ubicacion uit uitgezet uitschakelen
    ukierunkowan* umfasst umozliw* unas under unici unicos unieke unikaln* union unique* unless uno uns unser* unten unter up
    upodoban usamos usare useful user users usiamo uslug* usos usted ustedes usually usuario* utente utenti util utilice
    utilisateur* utilizador* uw uzasadn* uzyskuj* uzytecznosc* uzytkownik* uzyw* vaak valeur valoramos valore valorizamos value*
    vanuit varios various veel veilig* verfugung vergelijkbare verpflichtung verranno verschieden* verschillende vertrauen
    vertrouwen verwalt* verwend* very veuillez videoplattform* viele* viene vimeo vind vinden vindt visit visita visitantes visitar
    visitas visitatori visite visited visiter visites visiteurs visitez visiting visitor* visits visualizzare voce vogliamo voi
    voordat vor vorausgewahlten vorremmo vostr* voudrions voulez voulons vraag vragen vuoi waar waarde waardoor waarin waarmee wahle
    wahrend wanneer war waren warunk* was wat wazn* webpagina* webseite* website* weitere* weiterhin welche welchen welcher welke
    welkom well wenn wer were werken werking werkt what when where which who why wichtig wichtige wichtigen wie wiec wiele willen
    willkommen wilt wird wirksamkeit wirkung wirtschaftlich wish wissen witaj* witamy within witryn* wizyty wlacz* wlasciciel*
    wlasciw* wlasn* wodurch wollen womit worden wordt work working works wplynac wraz wurde wurden wydajnosc wygody wykorzyst*
    wyraz* wyswietl* ya year years yo youtube za zablokowac zachowanie zadowolon* zanim zapewni* zapisan* zapoznaj zarzadz* zaufan*
    zawsze zeby zeigt zeit zes zet zetten zich zien zijn znajdziesz zo zoals zodat zorgen zorgt zou zowel zudem zukunft zullen
    zusammen zusammenfuhr* zusatzlich* zuverlassig zuzugreifen zwischen zwolf`,
  news: `aberto* abiert* abrimos* amanha* aperta aperte aperti aperto aujourd* cerrad* cerramos* chiusa chiuse chiusi chiuso closed
    closes czwart* demain* demenag* dienstag* dimanche* dinsdag* domani* domenica* domingo* donderdag* donnerstag* dzis* fechad*
    fechamos* ferme fermee fermees fermes fermeture* fermons* freitag* friday* geoffnet* geopend* geschlossen* gesloten* gesperrt*
    giovedi* heute* hoje hoy jeudi* jueves* jutro* lundi* lunedi* lunes* maandag* manana* mardi* martedi* martes* mercoledi*
    mercredi* miercoles* mittwoch* monday* montag* morgen* moved mudamos* mudou* nieczynn* niedziel* oggi opened* opening* opens
    otwart* ouvert* piat* poniedzial* przenies* quarta quinta sabado* sabato* samedi* samstag* saturday* segunda sexta sobot*
    sonntag* sroda* srode* srody* sunday* terca thursday* today tomorrow tonight trasferit* trasladad* tuesday* umgezogen* vandaag*
    vendredi* venerdi* verhuis* viernes* vrijdag* wednesday* woensdag* wtor* zamkniet* zaterdag* zondag*`,
}
