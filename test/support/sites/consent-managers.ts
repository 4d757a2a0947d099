/** A consent manager as its script shows it: the elements, names and globals that consent rules look for. */
export interface ConsentManager {
  /** The dialog. With `host`, the content of a shadow tree. */
  html: string
  /** The element that has the dialog in its shadow tree. */
  host?: string
  /** The buttons that end the dialog. A list because some dialogs have several in a row. */
  decline: string
  accept?: string
  /** A button, and the second layer that it opens. */
  opens?: readonly [button: string, html: string]
  /** A function of the vendor's script that defines its globals. It receives a function that ends the dialog. */
  api?: string
  /** How the service ends the dialog, `declined` unless given. */
  outcome?: 'hidden'
}

const text =
  '<p>We use cookies and similar technologies. Our partners store and access information on a device.</p>'
const dark = 'position:fixed;inset:0;background:rgba(0,0,0,.5);z-index:2147483644'
const bar =
  'position:fixed;left:0;right:0;bottom:0;height:260px;background:#fdd;z-index:2147483645;padding:16px'

const underlay = `<div style="${dark}"></div>`
const box = (attributes: string, ...content: string[]) =>
  `<div ${attributes} style="${bar}">${text}${content.join('')}</div>`
const button = (attributes: string, label: string) => `<button ${attributes}>${label}</button>`

/**
 * Markup and behavior after the vendors' public documentation, as far as the rules of autoconsent use them. Two that are named after a
 * vendor and a way show what the same vendor offers where a site has hidden the button that declines.
 */
export const consentManagers: Record<string, ConsentManager> = {
  onetrust: {
    html: `<div id="onetrust-consent-sdk"><div class="onetrust-pc-dark-filter ot-fade-in" style="${dark}"></div>${box(
      'id="onetrust-banner-sdk" class="otFlat bottom" role="dialog"',
      button('id="onetrust-pc-btn-handler"', 'Cookies Settings'),
      button('id="onetrust-reject-all-handler"', 'Reject All'),
      button('id="onetrust-accept-btn-handler"', 'Accept All Cookies'),
    )}</div>`,
    decline: '#onetrust-reject-all-handler',
    accept: '#onetrust-accept-btn-handler',
  },
  'onetrust settings': {
    html: `<div id="onetrust-consent-sdk">${box(
      'id="onetrust-banner-sdk" class="otFlat bottom" role="dialog"',
      button('id="onetrust-pc-btn-handler"', 'Cookies Settings'),
      button('id="onetrust-accept-btn-handler"', 'Accept All Cookies'),
    )}</div>`,
    opens: [
      '#onetrust-pc-btn-handler',
      box(
        'id="onetrust-pc-sdk"',
        '<input type="checkbox" class="category-switch-handler" checked>',
        button('class="save-preference-btn-handler"', 'Confirm My Choices'),
      ),
    ],
    decline: '.save-preference-btn-handler',
    accept: '#onetrust-accept-btn-handler',
  },
  cookiebot: {
    html: `<div><div id="CybotCookiebotDialogBodyUnderlay" style="${dark}"></div>${box(
      'id="CybotCookiebotDialog"',
      button('id="CybotCookiebotDialogBodyLevelButtonLevelOptinDeclineAll"', 'Deny'),
      button('id="CybotCookiebotDialogBodyLevelButtonLevelOptinAllowAll"', 'Allow all'),
    )}</div>`,
    decline: '#CybotCookiebotDialogBodyLevelButtonLevelOptinDeclineAll',
    accept: '#CybotCookiebotDialogBodyLevelButtonLevelOptinAllowAll',
    api: `(close, shown) => {
      window.Cookiebot = { hasResponse: false, declined: false, dialog: { visible: false }, hide: () => close('reject'), withdraw() {} }
      shown.then(() => { Cookiebot.dialog.visible = true })
    }`,
  },
  didomi: {
    html: `<div id="didomi-host" data-testid="didomi-host">
      <div id="didomi-popup" class="didomi-popup-backdrop didomi-notice-popup" style="${dark}">${box(
        'id="didomi-notice" class="didomi-popup-container didomi-popup-notice"',
        button('id="didomi-notice-learn-more-button"', 'Learn more'),
        button('id="didomi-notice-disagree-button"', 'Disagree'),
        button('id="didomi-notice-agree-button"', 'Agree and close'),
      )}</div></div>`,
    decline: '#didomi-notice-disagree-button',
    accept: '#didomi-notice-agree-button',
    api: "(close) => { window.Didomi = { setUserDisagreeToAll: () => close('reject') } }",
  },
  'didomi api': {
    html: `<div id="didomi-host"><div id="didomi-popup" class="didomi-popup-backdrop" style="${dark}">${box(
      'id="didomi-notice" class="didomi-popup-container"',
      button('id="didomi-notice-agree-button"', 'Agree and close'),
    )}</div></div>`,
    decline: 'none',
    accept: '#didomi-notice-agree-button',
    api: "(close) => { window.Didomi = { setUserDisagreeToAll: () => close('reject') } }",
  },
  quantcast: {
    html: `<div class="qc-cmp2-container" id="qc-cmp2-container"><div class="qc-cmp2-main" id="qc-cmp2-main" style="${dark}">${box(
      'id="qc-cmp2-ui" class="qc-cmp2-ui-showing"',
      `<div class="qc-cmp2-summary-buttons">${button('mode="secondary"', 'MORE OPTIONS')}${button(
        'mode="secondary" class="disagree"',
        'DISAGREE',
      )}${button('mode="primary"', 'AGREE')}</div>`,
    )}</div></div>`,
    decline: '.disagree',
    accept: '[mode=primary]',
  },
  'quantcast options': {
    html: `<div class="qc-cmp2-container" id="qc-cmp2-container"><div class="qc-cmp2-main" id="qc-cmp2-main">${box(
      'id="qc-cmp2-ui"',
      `<div class="qc-cmp2-summary-buttons">${button('mode="secondary"', 'MORE OPTIONS')}${button('mode="primary"', 'AGREE')}</div>`,
    )}</div></div>`,
    opens: [
      '[mode=secondary]',
      `<div class="qc-cmp2-consent-info">${button('class="qc-reject"', 'REJECT ALL')}</div><div class="qc-cmp2-buttons-desktop">${button('mode="primary" class="save"', 'SAVE &amp; EXIT')}</div>`,
    ],
    decline: '.save',
    accept: '.qc-cmp2-summary-buttons [mode=primary]',
  },
  usercentrics: {
    host: '<div id="usercentrics-root" data-created-at="1"></div>',
    html: `<div data-testid="uc-container" style="${dark}">${box(
      'data-testid="uc-default-wall"',
      button('data-testid="uc-deny-all-button"', 'Deny'),
      button('data-testid="uc-accept-all-button"', 'Accept All'),
    )}</div>`,
    decline: '[data-testid=uc-deny-all-button]',
    accept: '[data-testid=uc-accept-all-button]',
    api: '() => { window.UC_UI = { isInitialized: () => true, areAllConsentsAccepted: () => false } }',
  },
  'usercentrics v3': {
    host: `<aside id="usercentrics-cmp-ui" style="${bar}"></aside>`,
    html: box(
      'id="uc-main-dialog"',
      button('data-action-type="deny"', 'Deny'),
      button('data-action-type="accept"', 'Accept all'),
    ),
    decline: '[data-action-type=deny]',
    accept: '[data-action-type=accept]',
    api: '() => { window.UC_UI = { isInitialized: () => true } }',
  },
  sourcepoint: {
    html: `<div id="sp_message_container_123" style="${dark}"><iframe id="sp_message_iframe_123"
      src="http://cdn.privacy-mgmt.test/index.html?message_id=123&consentUUID=x"
      style="${bar};width:100%;height:300px;border:0"></iframe></div>`,
    decline: 'none',
    api: "(close) => addEventListener('message', ({ data }) => { if (data === 'reject' || data === 'accept') close(data) })",
  },
  trustarc: {
    html: `<div class="trustarc-banner-container">${box(
      'id="truste-consent-track"',
      '<div id="truste-consent-content"></div>',
      button('id="truste-show-consent"', 'Cookie preferences'),
      button('id="truste-consent-required"', 'Decline All'),
      button('id="truste-consent-button"', 'Accept All'),
    )}</div>`,
    decline: '#truste-consent-required',
    accept: '#truste-consent-button',
  },
  cookieyes: {
    html: `<div><div class="cky-overlay" style="${dark}"></div>${box(
      'class="cky-consent-container cky-box-bottom-left"',
      button('data-cky-tag="settings-button"', 'Customise'),
      button('data-cky-tag="reject-button"', 'Reject All'),
      button('data-cky-tag="accept-button"', 'Accept All'),
    )}</div>`,
    decline: '[data-cky-tag=reject-button]',
    accept: '[data-cky-tag=accept-button]',
  },
  complianz: {
    html: `<div id="cmplz-cookiebanner-container">${box(
      'class="cmplz-cookiebanner banner-1 optin"',
      button('class="cmplz-btn cmplz-accept"', 'Accept'),
      button('class="cmplz-btn cmplz-deny"', 'Deny'),
    )}</div>`,
    decline: '.cmplz-deny',
    accept: '.cmplz-accept',
  },
  'complianz opt-in': {
    html: `<div class="cc-window cc-type-opt-in" aria-describedby="cookieconsent:desc" style="${bar}">${text}${button('class="cc-btn cc-deny"', 'Refuse')}${button('class="cc-btn cc-allow"', 'Accept')}</div>`,
    decline: '.cc-deny',
    accept: '.cc-allow',
  },
  osano: {
    html: `<div class="osano-cm-window">${box(
      'class="osano-cm-dialog osano-cm-dialog--type_bar" role="dialog"',
      button('class="osano-cm-accept-all"', 'Accept All'),
      button('class="osano-cm-denyAll"', 'Reject All'),
    )}</div>`,
    decline: '.osano-cm-denyAll',
    accept: '.osano-cm-accept-all',
    api: '() => { window.Osano = { cm: { dialogOpen: true } } }',
  },
  iubenda: {
    html: `<div id="iubenda-cs-banner" class="iubenda-cs-bottom">${box(
      'class="iubenda-cs-container"',
      button('class="iubenda-cs-customize-btn"', 'Learn more'),
      button('class="iubenda-cs-reject-btn"', 'Reject'),
      button('class="iubenda-cs-accept-btn"', 'Accept'),
    )}</div>`,
    decline: '.iubenda-cs-reject-btn',
    accept: '.iubenda-cs-accept-btn',
  },
  klaro: {
    html: `<div id="klaro" class="klaro">${box(
      'class="cookie-notice"',
      button('class="cm-btn cm-btn-danger cn-decline"', 'I decline'),
      button('class="cm-btn cm-btn-success"', 'That is ok'),
    )}</div>`,
    decline: '.cn-decline',
    accept: '.cm-btn-success',
  },
  termly: {
    html: `<div id="termly-code-snippet-support">${box(
      'class="t-consentPrompt"',
      button('class="t-preference-button"', 'Preferences'),
      button('data-tid="banner-decline"', 'Decline'),
      button('data-tid="banner-accept"', 'Accept'),
    )}</div>`,
    decline: '[data-tid=banner-decline]',
    accept: '[data-tid=banner-accept]',
  },
  borlabs: {
    html: `<div id="BorlabsCookieBox">${box(
      'class="brlbs-cmpnt-dialog _brlbs-box-wrap"',
      button('class="brlbs-btn-accept-all"', 'Accept all'),
      button('class="brlbs-btn-accept-only-essential"', 'Accept only essential cookies'),
    )}</div>`,
    decline: '.brlbs-btn-accept-only-essential',
    accept: '.brlbs-btn-accept-all',
  },
  cookiefirst: {
    html: `<div id="cookiefirst-root" class="cookiefirst-root" style="${bar}">${text}${button(
      'data-cookiefirst-action="accept"',
      'Accept all cookies',
    )}${button('data-cookiefirst-action="reject"', 'Only necessary')}</div>`,
    decline: '[data-cookiefirst-action=reject]',
    accept: '[data-cookiefirst-action=accept]',
  },
  'cookiefirst adjust': {
    html: `<div id="cookiefirst-root" class="cookiefirst-root" style="${bar}">${text}${button(
      'data-cookiefirst-action="accept"',
      'Accept all cookies',
    )}${button('data-cookiefirst-action="adjust"', 'Adjust')}</div>`,
    opens: [
      '[data-cookiefirst-action=adjust]',
      `<div data-cookiefirst-widget="modal">${button('role="checkbox" data-cookiefirst-accent-color="true" aria-checked="true"', 'Ads')}${button('data-cookiefirst-action="save"', 'Save')}</div>`,
    ],
    decline: '[data-cookiefirst-action=save]',
    accept: '[data-cookiefirst-action=accept]',
  },
  'cookie information': {
    html: box(
      'id="cookie-information-template-wrapper"',
      button('class="coi-banner__decline"', 'Decline all'),
      button('class="coi-banner__accept"', 'OK'),
    ),
    decline: '.coi-banner__decline',
    accept: '.coi-banner__accept',
    api: "(close) => { window.CookieInformation = { declineAllCategories: () => close('reject') } }",
  },
  consentmanager: {
    html: `<div id="cmpwrapper">${box(
      'id="cmpbox" class="cmpbox"',
      '<a class="cmpmore" href="#">More</a>',
      '<a class="cmpboxbtn cmpboxbtnyes" href="#">Accept all</a>',
      '<a class="cmpboxbtn cmpboxbtnno" href="#">Reject</a>',
    )}</div>`,
    decline: '.cmpboxbtnno',
    accept: '.cmpboxbtnyes',
  },
  axeptio: {
    html: `<div id="axeptio_overlay" class="axeptio_mount">${box(
      'class="axeptio_widget axeptio-widget--open"',
      button('id="axeptio_btn_dismiss"', 'No thanks'),
      button('id="axeptio_btn_acceptAll"', 'OK for me'),
    )}</div>`,
    decline: '#axeptio_btn_dismiss',
    accept: '#axeptio_btn_acceptAll',
  },
  tarteaucitron: {
    html: `<div id="tarteaucitronRoot">${box(
      'id="tarteaucitronAlertBig"',
      button('id="tarteaucitronPersonalize2"', 'OK, accept all'),
      button('id="tarteaucitronAllDenied2"', 'Deny all cookies'),
      button('id="tarteaucitronCloseAlert"', 'Personalize'),
    )}</div>`,
    decline: '#tarteaucitronAllDenied2',
    accept: '#tarteaucitronPersonalize2',
  },
  civic: {
    html: `<div id="ccc">${box(
      'id="ccc-notify"',
      button('id="ccc-notify-accept"', 'Accept'),
      button('class="ccc-reject-button"', 'Reject All'),
    )}</div>`,
    decline: '.ccc-reject-button',
    accept: '#ccc-notify-accept',
  },
  'cookie-script': {
    html: box(
      'id="cookiescript_injected" class="cookiescript_bottom"',
      button('id="cookiescript_accept"', 'Accept all'),
      button('id="cookiescript_reject"', 'Decline all'),
      button('id="cookiescript_manage"', 'Show details'),
    ),
    decline: '#cookiescript_reject',
    accept: '#cookiescript_accept',
  },
  ketch: {
    html: `<div id="lanyard_root">${box(
      'id="ketch-banner" role="dialog" aria-describedby="banner-description"',
      button('id="ketch-banner-button-primary"', 'Accept All'),
      button('id="ketch-banner-button-tertiary" aria-label="Reject All"', 'Reject All'),
    )}</div>`,
    decline: '#ketch-banner-button-tertiary',
    accept: '#ketch-banner-button-primary',
  },
  transcend: {
    host: '<div id="transcend-consent-manager" style="position:fixed;inset:0;z-index:9"></div>',
    html: box(
      'id="consentManagerMainDialog" role="dialog"',
      button('', 'Reject all'),
      button('', 'Accept all'),
    ),
    decline: 'none',
    outcome: 'hidden',
  },
  termsfeed: {
    html: `<div class="termsfeed-com---nb freeprivacypolicy-com---nb" style="${bar}">${text}${button('class="cc-nb-okagree"', 'I agree')}${button('class="cc-nb-reject"', 'I decline')}</div>`,
    decline: '.cc-nb-reject',
    accept: '.cc-nb-okagree',
  },
  'funding choices': {
    html: `<div class="fc-consent-root"><div class="fc-dialog-overlay" style="${dark}"></div>${box(
      'class="fc-dialog-container"',
      button('class="fc-button fc-cta-consent"', 'Consent'),
      button('class="fc-button fc-cta-do-not-consent"', 'Do not consent'),
    )}</div>`,
    decline: '.fc-cta-do-not-consent',
    accept: '.fc-cta-consent',
  },
  sirdata: {
    html: box(
      'id="sd-cmp"',
      button('', 'Continuer sans accepter'),
      button('class="sd-cmp-3cRQ2"', 'Accepter'),
    ),
    decline: 'button:not([class])',
    accept: '.sd-cmp-3cRQ2',
  },
  evidon: {
    html: box(
      'id="_evidon_banner" class="evidon-banner"',
      button('id="_evidon-accept-button"', 'Accept'),
      button('id="_evidon-decline-button"', 'Decline'),
    ),
    decline: '#_evidon-decline-button',
    accept: '#_evidon-accept-button',
  },
  moove: {
    html: box(
      'id="moove_gdpr_cookie_info_bar"',
      button('class="moove-gdpr-infobar-allow-all"', 'Accept'),
      button('class="moove-gdpr-infobar-reject-btn"', 'Reject'),
    ),
    decline: '.moove-gdpr-infobar-reject-btn',
    accept: '.moove-gdpr-infobar-allow-all',
  },
  'cookie law info': {
    html: box('id="cookie-law-info-bar"', '<a data-cli_action="accept">Accept</a>'),
    decline: 'none',
    accept: '[data-cli_action=accept]',
    api: "(close) => { window.CLI = { disableAllCookies() {}, reject_close: () => close('reject') } }",
  },
  'hu-manity': {
    html: `<div id="hu" class="hu-wrapper hu-visible">${box(
      'id="hu-banner"',
      button('data-hu-action="cookies-notice-consent-choices-3"', 'Accept'),
      button('id="hu-cookies-save"', 'Private'),
    )}</div>`,
    decline: '#hu-cookies-save',
  },
  hubspot: {
    html: box(
      'id="hs-eu-cookie-confirmation"',
      button('id="hs-eu-confirmation-button"', 'Accept'),
      button('id="hs-eu-decline-button"', 'Decline'),
    ),
    decline: '#hs-eu-decline-button',
    accept: '#hs-eu-confirmation-button',
  },
  shopify: {
    html: box(
      'id="shopify-pc__banner" role="alertdialog"',
      button('id="shopify-pc__banner__btn-accept"', 'Accept'),
      button('id="shopify-pc__banner__btn-decline"', 'Decline'),
    ),
    decline: '#shopify-pc__banner__btn-decline',
    accept: '#shopify-pc__banner__btn-accept',
  },
  'wp cookie notice': {
    html: box(
      'id="gdpr-cookie-consent-bar"',
      '<a id="cookie_action_accept" href="#">Accept</a>',
      '<a id="cookie_action_reject" href="#">Decline</a>',
    ),
    decline: '#cookie_action_reject',
    accept: '#cookie_action_accept',
  },
  cookiehub: {
    html: `<div class="ch2-container">${box(
      'class="ch2-dialog ch2-dialog-bottom"',
      button('class="ch2-btn ch2-allow-all-btn"', 'Allow all cookies'),
      button('class="ch2-btn ch2-open-settings-btn"', 'Cookie settings'),
    )}</div>`,
    opens: [
      '.ch2-open-settings-btn',
      box('class="ch2-settings"', button('class="ch2-deny-all-btn"', 'Deny all')),
    ],
    decline: '.ch2-deny-all-btn',
    accept: '.ch2-allow-all-btn',
  },
  cookieconsent: {
    html: `<div id="cc-main"><div class="cm-wrapper">${box(
      'class="cm" role="dialog"',
      button('class="cm__btn" data-role="all"', 'Accept all'),
      button('class="cm__btn" data-role="necessary"', 'Reject all'),
    )}</div></div>`,
    decline: '[data-role=necessary]',
    accept: '[data-role=all]',
  },
  pandectes: {
    html: box(
      'id="pandectes-banner" class="cc-window"',
      button('class="cc-btn cc-allow"', 'Accept'),
      button('class="cc-btn cc-deny"', 'Decline'),
    ),
    decline: '.cc-deny',
    accept: '.cc-allow',
  },
  consentmo: {
    host: '<csm-cookie-consent></csm-cookie-consent>',
    html: `<div class="csm-wrapper">${box('class="cc-window"', button('class="cc-allow"', 'Accept'), button('class="cc-deny"', 'Decline'))}</div>`,
    decline: '.cc-deny',
    accept: '.cc-allow',
  },
  uniconsent: {
    html: `<div class="unic">${box(
      'class="unic-box unic-bar"',
      button('id="unic-agree"', 'Agree and proceed'),
      button('class="manage"', 'Manage Options'),
    )}</div>`,
    opens: ['.manage', `<input type="checkbox" checked>${button('class="confirm"', 'Confirm Choices')}`],
    decline: '.confirm',
    accept: '#unic-agree',
  },
  fides: {
    html: `<div id="fides-overlay"><div id="fides-overlay-wrapper">${box(
      'id="fides-banner"',
      button('class="fides-banner-button fides-accept-all-button"', 'Opt in to all'),
      button('class="fides-banner-button fides-reject-all-button"', 'Opt out of all'),
    )}</div></div>`,
    decline: '.fides-reject-all-button',
    accept: '.fides-accept-all-button',
    api: '() => { window.Fides = { initialized: true } }',
  },
  orejime: {
    html: `<div class="orejime-Env"><div class="orejime-Notice" style="${bar}">${text}${button('class="orejime-Notice-saveButton"', 'Accept')}${button('class="orejime-Notice-declineButton"', 'Decline')}</div></div>`,
    decline: '.orejime-Notice-declineButton',
    accept: '.orejime-Notice-saveButton',
  },
  'commanders act': {
    html: `<div id="tc-privacy-wrapper">${underlay}${box(
      'id="popin_tc_privacy" role="dialog"',
      button('id="popin_tc_privacy_button_2"', 'Accept all'),
      button('id="popin_tc_privacy_button"', 'Reject all'),
    )}</div>`,
    decline: '#popin_tc_privacy_button',
    accept: '#popin_tc_privacy_button_2',
  },
}

interface Shown extends Omit<ConsentManager, 'api' | 'outcome'> {
  delayMs: number
}

/** Runs in the page, as the vendor's script. */
const show = (
  { html, host, decline, accept, opens, delayMs }: Shown,
  api: (close: (answer: string) => void, shown: Promise<void>) => void,
) => {
  const parse = (markup: string) => {
    const template = document.createElement('template')
    template.innerHTML = markup
    return template.content
  }
  const root = parse(host ?? html).firstElementChild as HTMLElement
  const tree = host ? root.attachShadow({ mode: 'open' }) : root
  if (host) tree.append(parse(html))
  root.setAttribute('data-banner', '')
  const close = (answer: string) => {
    root.remove()
    document.body.style.overflow = ''
    document.documentElement.setAttribute('data-answer', answer)
  }
  tree.addEventListener('click', ({ target }) => {
    const isIn = (selector?: string) => selector !== undefined && (target as Element).closest(selector)
    if (isIn(decline)) close('reject')
    else if (isIn(accept)) close('accept')
    else if (isIn(opens?.[0])) (target as Element).closest('[style]')?.append(parse(opens?.[1] ?? ''))
  })
  const shown = new Promise<void>((resolve) => {
    setTimeout(() => {
      document.body.append(root)
      document.body.style.overflow = 'hidden'
      resolve()
    }, delayMs)
  })
  api(close, shown)
}

/** Returns the script of a vendor, whose dialog appears after `delayMs`. */
export const managerScript = ({ api = '() => {}', ...manager }: ConsentManager, delayMs: number): string =>
  `(${show})(${JSON.stringify({ ...manager, delayMs })}, ${api})`
