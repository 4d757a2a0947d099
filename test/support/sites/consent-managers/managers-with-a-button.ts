import { accept, bar, box, button, dark, decline, text, underlay } from './dialog.ts'

/** Dialogs with a button that declines. */
export const managersWithAButton: Record<string, string> = {
  onetrust: `<div id="onetrust-consent-sdk"><div class="onetrust-pc-dark-filter ot-fade-in" style="${dark}"></div>${box(
    'id="onetrust-banner-sdk" class="otFlat bottom" role="dialog"',
    button('id="onetrust-pc-btn-handler"', 'Cookies Settings'),
    decline('id="onetrust-reject-all-handler"', 'Reject All'),
    accept('id="onetrust-accept-btn-handler"', 'Accept All Cookies'),
  )}</div>`,
  quantcast: `<div class="qc-cmp2-container" id="qc-cmp2-container"><div class="qc-cmp2-main" id="qc-cmp2-main" style="${dark}">${box(
    'id="qc-cmp2-ui" class="qc-cmp2-ui-showing"',
    `<div class="qc-cmp2-summary-buttons">${button('mode="secondary"', 'MORE OPTIONS')}${decline(
      'mode="secondary" class="disagree"',
      'DISAGREE',
    )}${accept('mode="primary"', 'AGREE')}</div>`,
  )}</div></div>`,
  trustarc: `<div class="trustarc-banner-container">${box(
    'id="truste-consent-track"',
    '<div id="truste-consent-content"></div>',
    button('id="truste-show-consent"', 'Cookie preferences'),
    decline('id="truste-consent-required"', 'Decline All'),
    accept('id="truste-consent-button"', 'Accept All'),
  )}</div>`,
  cookieyes: `<div><div class="cky-overlay" style="${dark}"></div>${box(
    'class="cky-consent-container cky-box-bottom-left"',
    button('data-cky-tag="settings-button"', 'Customise'),
    decline('data-cky-tag="reject-button"', 'Reject All'),
    accept('data-cky-tag="accept-button"', 'Accept All'),
  )}</div>`,
  complianz: `<div id="cmplz-cookiebanner-container">${box(
    'class="cmplz-cookiebanner banner-1 optin"',
    accept('class="cmplz-btn cmplz-accept"', 'Accept'),
    decline('class="cmplz-btn cmplz-deny"', 'Deny'),
  )}</div>`,
  'complianz opt-in': `<div class="cc-window cc-type-opt-in" aria-describedby="cookieconsent:desc" style="${bar}">${text}${decline('class="cc-btn cc-deny"', 'Refuse')}${accept('class="cc-btn cc-allow"', 'Accept')}</div>`,
  iubenda: `<div id="iubenda-cs-banner" class="iubenda-cs-bottom">${box(
    'class="iubenda-cs-container"',
    button('class="iubenda-cs-customize-btn"', 'Learn more'),
    decline('class="iubenda-cs-reject-btn"', 'Reject'),
    accept('class="iubenda-cs-accept-btn"', 'Accept'),
  )}</div>`,
  klaro: `<div id="klaro" class="klaro">${box(
    'class="cookie-notice"',
    decline('class="cm-btn cm-btn-danger cn-decline"', 'I decline'),
    accept('class="cm-btn cm-btn-success"', 'That is ok'),
  )}</div>`,
  termly: `<div id="termly-code-snippet-support">${box(
    'class="t-consentPrompt"',
    button('class="t-preference-button"', 'Preferences'),
    decline('data-tid="banner-decline"', 'Decline'),
    accept('data-tid="banner-accept"', 'Accept'),
  )}</div>`,
  borlabs: `<div id="BorlabsCookieBox">${box(
    'class="brlbs-cmpnt-dialog _brlbs-box-wrap"',
    accept('class="brlbs-btn-accept-all"', 'Accept all'),
    decline('class="brlbs-btn-accept-only-essential"', 'Accept only essential cookies'),
  )}</div>`,
  cookiefirst: `<div id="cookiefirst-root" class="cookiefirst-root" style="${bar}">${text}${accept(
    'data-cookiefirst-action="accept"',
    'Accept all cookies',
  )}${decline('data-cookiefirst-action="reject"', 'Only necessary')}</div>`,
  consentmanager: `<div id="cmpwrapper">${box(
    'id="cmpbox" class="cmpbox"',
    '<a class="cmpmore" href="#">More</a>',
    '<a class="cmpboxbtn cmpboxbtnyes" href="#" data-answer="accept">Accept all</a>',
    '<a class="cmpboxbtn cmpboxbtnno" href="#" data-answer="reject">Reject</a>',
  )}</div>`,
  axeptio: `<div id="axeptio_overlay" class="axeptio_mount">${box(
    'class="axeptio_widget axeptio-widget--open"',
    decline('id="axeptio_btn_dismiss"', 'No thanks'),
    accept('id="axeptio_btn_acceptAll"', 'OK for me'),
  )}</div>`,
  tarteaucitron: `<div id="tarteaucitronRoot">${box(
    'id="tarteaucitronAlertBig"',
    accept('id="tarteaucitronPersonalize2"', 'OK, accept all'),
    decline('id="tarteaucitronAllDenied2"', 'Deny all cookies'),
    button('id="tarteaucitronCloseAlert"', 'Personalize'),
  )}</div>`,
  civic: `<div id="ccc">${box(
    'id="ccc-notify"',
    accept('id="ccc-notify-accept"', 'Accept'),
    decline('class="ccc-reject-button"', 'Reject All'),
  )}</div>`,
  'cookie-script': box(
    'id="cookiescript_injected" class="cookiescript_bottom"',
    accept('id="cookiescript_accept"', 'Accept all'),
    decline('id="cookiescript_reject"', 'Decline all'),
    button('id="cookiescript_manage"', 'Show details'),
  ),
  ketch: `<div id="lanyard_root">${box(
    'id="ketch-banner" role="dialog" aria-describedby="banner-description"',
    accept('id="ketch-banner-button-primary"', 'Accept All'),
    decline('id="ketch-banner-button-tertiary" aria-label="Reject All"', 'Reject All'),
  )}</div>`,
  termsfeed: `<div class="termsfeed-com---nb freeprivacypolicy-com---nb" style="${bar}">${text}${accept('class="cc-nb-okagree"', 'I agree')}${decline('class="cc-nb-reject"', 'I decline')}</div>`,
  'funding choices': `<div class="fc-consent-root"><div class="fc-dialog-overlay" style="${dark}"></div>${box(
    'class="fc-dialog-container"',
    accept('class="fc-button fc-cta-consent"', 'Consent'),
    decline('class="fc-button fc-cta-do-not-consent"', 'Do not consent'),
  )}</div>`,
  sirdata: box(
    'id="sd-cmp"',
    decline('', 'Continuer sans accepter'),
    accept('class="sd-cmp-3cRQ2"', 'Accepter'),
  ),
  evidon: box(
    'id="_evidon_banner" class="evidon-banner"',
    accept('id="_evidon-accept-button"', 'Accept'),
    decline('id="_evidon-decline-button"', 'Decline'),
  ),
  moove: box(
    'id="moove_gdpr_cookie_info_bar"',
    accept('class="moove-gdpr-infobar-allow-all"', 'Accept'),
    decline('class="moove-gdpr-infobar-reject-btn"', 'Reject'),
  ),
  'hu-manity': `<div id="hu" class="hu-wrapper hu-visible">${box(
    'id="hu-banner"',
    button('data-hu-action="cookies-notice-consent-choices-3"', 'Accept'),
    decline('id="hu-cookies-save"', 'Private'),
  )}</div>`,
  hubspot: box(
    'id="hs-eu-cookie-confirmation"',
    accept('id="hs-eu-confirmation-button"', 'Accept'),
    decline('id="hs-eu-decline-button"', 'Decline'),
  ),
  shopify: box(
    'id="shopify-pc__banner" role="alertdialog"',
    accept('id="shopify-pc__banner__btn-accept"', 'Accept'),
    decline('id="shopify-pc__banner__btn-decline"', 'Decline'),
  ),
  'wp cookie notice': box(
    'id="gdpr-cookie-consent-bar"',
    '<a id="cookie_action_accept" href="#" data-answer="accept">Accept</a>',
    '<a id="cookie_action_reject" href="#" data-answer="reject">Decline</a>',
  ),
  cookieconsent: `<div id="cc-main"><div class="cm-wrapper">${box(
    'class="cm" role="dialog"',
    accept('class="cm__btn" data-role="all"', 'Accept all'),
    decline('class="cm__btn" data-role="necessary"', 'Reject all'),
  )}</div></div>`,
  pandectes: box(
    'id="pandectes-banner" class="cc-window"',
    accept('class="cc-btn cc-allow"', 'Accept'),
    decline('class="cc-btn cc-deny"', 'Decline'),
  ),
  orejime: `<div class="orejime-Env"><div class="orejime-Notice" style="${bar}">${text}${accept('class="orejime-Notice-saveButton"', 'Accept')}${decline('class="orejime-Notice-declineButton"', 'Decline')}</div></div>`,
  'commanders act': `<div id="tc-privacy-wrapper">${underlay}${box(
    'id="popin_tc_privacy" role="dialog"',
    accept('id="popin_tc_privacy_button_2"', 'Accept all'),
    decline('id="popin_tc_privacy_button"', 'Reject all'),
  )}</div>`,
}
