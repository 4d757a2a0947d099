import { accept, bar, box, button, dark, decline, text } from './dialog.ts'
import type { ConsentManager } from './manager.ts'

/** Their dialog is declined in a second layer, with a function of their script or in a shadow tree, or it can only be hidden. */
export const otherManagers: Record<string, ConsentManager> = {
  // The only one that is recognized by its text alone.
  'admiral notice': {
    html: `<div style="position: fixed; inset: auto 0 0; background: #fff">Your Privacy. Powered by Admiral VRM.
      <button aria-label="Close" data-answer="reject">x</button></div>`,
  },
  'onetrust settings': {
    html: `<div id="onetrust-consent-sdk">${box(
      'id="onetrust-banner-sdk" class="otFlat bottom" role="dialog"',
      button('id="onetrust-pc-btn-handler"', 'Cookies Settings'),
      accept('id="onetrust-accept-btn-handler"', 'Accept All Cookies'),
    )}</div>`,
    opens: [
      '#onetrust-pc-btn-handler',
      box(
        'id="onetrust-pc-sdk"',
        '<input type="checkbox" class="category-switch-handler" checked>',
        decline('class="save-preference-btn-handler"', 'Confirm My Choices'),
      ),
    ],
  },
  cookiebot: {
    html: `<div><div id="CybotCookiebotDialogBodyUnderlay" style="${dark}"></div>${box(
      'id="CybotCookiebotDialog"',
      decline('id="CybotCookiebotDialogBodyLevelButtonLevelOptinDeclineAll"', 'Deny'),
      accept('id="CybotCookiebotDialogBodyLevelButtonLevelOptinAllowAll"', 'Allow all'),
    )}</div>`,
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
        decline('id="didomi-notice-disagree-button"', 'Disagree'),
        accept('id="didomi-notice-agree-button"', 'Agree and close'),
      )}</div></div>`,
    api: "(close) => { window.Didomi = { setUserDisagreeToAll: () => close('reject') } }",
  },
  'didomi api': {
    html: `<div id="didomi-host"><div id="didomi-popup" class="didomi-popup-backdrop" style="${dark}">${box(
      'id="didomi-notice" class="didomi-popup-container"',
      accept('id="didomi-notice-agree-button"', 'Agree and close'),
    )}</div></div>`,
    api: "(close) => { window.Didomi = { setUserDisagreeToAll: () => close('reject') } }",
  },
  'quantcast options': {
    html: `<div class="qc-cmp2-container" id="qc-cmp2-container"><div class="qc-cmp2-main" id="qc-cmp2-main">${box(
      'id="qc-cmp2-ui"',
      `<div class="qc-cmp2-summary-buttons">${button('mode="secondary"', 'MORE OPTIONS')}${accept('mode="primary"', 'AGREE')}</div>`,
    )}</div></div>`,
    opens: [
      '[mode=secondary]',
      `<div class="qc-cmp2-consent-info">${button('class="qc-reject"', 'REJECT ALL')}</div><div class="qc-cmp2-buttons-desktop">${decline('mode="primary" class="save"', 'SAVE &amp; EXIT')}</div>`,
    ],
  },
  usercentrics: {
    host: '<div id="usercentrics-root" data-created-at="1"></div>',
    html: `<div data-testid="uc-container" style="${dark}">${box(
      'data-testid="uc-default-wall"',
      decline('data-testid="uc-deny-all-button"', 'Deny'),
      accept('data-testid="uc-accept-all-button"', 'Accept All'),
    )}</div>`,
    api: '() => { window.UC_UI = { isInitialized: () => true, areAllConsentsAccepted: () => false } }',
  },
  'usercentrics v3': {
    host: `<aside id="usercentrics-cmp-ui" style="${bar}"></aside>`,
    html: box(
      'id="uc-main-dialog"',
      decline('data-action-type="deny"', 'Deny'),
      accept('data-action-type="accept"', 'Accept all'),
    ),
    api: '() => { window.UC_UI = { isInitialized: () => true } }',
  },
  sourcepoint: {
    html: `<div id="sp_message_container_123" style="${dark}"><iframe id="sp_message_iframe_123"
      src="http://cdn.privacy-mgmt.test/index.html?message_id=123&consentUUID=x"
      style="${bar};width:100%;height:300px;border:0"></iframe></div>`,
    api: "(close) => addEventListener('message', ({ data }) => { if (data === 'reject' || data === 'accept') close(data) })",
  },
  osano: {
    html: `<div class="osano-cm-window">${box(
      'class="osano-cm-dialog osano-cm-dialog--type_bar" role="dialog"',
      accept('class="osano-cm-accept-all"', 'Accept All'),
      decline('class="osano-cm-denyAll"', 'Reject All'),
    )}</div>`,
    api: '() => { window.Osano = { cm: { dialogOpen: true } } }',
  },
  'cookiefirst adjust': {
    html: `<div id="cookiefirst-root" class="cookiefirst-root" style="${bar}">${text}${accept(
      'data-cookiefirst-action="accept"',
      'Accept all cookies',
    )}${button('data-cookiefirst-action="adjust"', 'Adjust')}</div>`,
    opens: [
      '[data-cookiefirst-action=adjust]',
      `<div data-cookiefirst-widget="modal">${button('role="checkbox" data-cookiefirst-accent-color="true" aria-checked="true"', 'Ads')}${decline('data-cookiefirst-action="save"', 'Save')}</div>`,
    ],
  },
  'cookie information': {
    html: box(
      'id="cookie-information-template-wrapper"',
      decline('class="coi-banner__decline"', 'Decline all'),
      accept('class="coi-banner__accept"', 'OK'),
    ),
    api: "(close) => { window.CookieInformation = { declineAllCategories: () => close('reject') } }",
  },
  transcend: {
    host: '<div id="transcend-consent-manager" style="position:fixed;inset:0;z-index:9"></div>',
    html: box(
      'id="consentManagerMainDialog" role="dialog"',
      button('', 'Reject all'),
      button('', 'Accept all'),
    ),
    outcome: 'hidden',
  },
  'cookie law info': {
    html: box('id="cookie-law-info-bar"', '<a data-cli_action="accept" data-answer="accept">Accept</a>'),
    api: "(close) => { window.CLI = { disableAllCookies() {}, reject_close: () => close('reject') } }",
  },
  cookiehub: {
    html: `<div class="ch2-container">${box(
      'class="ch2-dialog ch2-dialog-bottom"',
      accept('class="ch2-btn ch2-allow-all-btn"', 'Allow all cookies'),
      button('class="ch2-btn ch2-open-settings-btn"', 'Cookie settings'),
    )}</div>`,
    opens: [
      '.ch2-open-settings-btn',
      box('class="ch2-settings"', decline('class="ch2-deny-all-btn"', 'Deny all')),
    ],
  },
  consentmo: {
    host: '<csm-cookie-consent></csm-cookie-consent>',
    html: `<div class="csm-wrapper">${box('class="cc-window"', accept('class="cc-allow"', 'Accept'), decline('class="cc-deny"', 'Decline'))}</div>`,
  },
  uniconsent: {
    html: `<div class="unic">${box(
      'class="unic-box unic-bar"',
      accept('id="unic-agree"', 'Agree and proceed'),
      button('class="manage"', 'Manage Options'),
    )}</div>`,
    opens: ['.manage', `<input type="checkbox" checked>${decline('class="confirm"', 'Confirm Choices')}`],
  },
  fides: {
    html: `<div id="fides-overlay"><div id="fides-overlay-wrapper">${box(
      'id="fides-banner"',
      accept('class="fides-banner-button fides-accept-all-button"', 'Opt in to all'),
      decline('class="fides-banner-button fides-reject-all-button"', 'Opt out of all'),
    )}</div></div>`,
    api: '() => { window.Fides = { initialized: true } }',
  },
}
