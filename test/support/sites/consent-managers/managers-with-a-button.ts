import { bar, box, button, dark, text, underlay } from './dialog.ts'
import type { ConsentManager } from './manager.ts'

/** Their dialog has a button that declines. */
export const managersWithAButton: Record<string, ConsentManager> = {
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
