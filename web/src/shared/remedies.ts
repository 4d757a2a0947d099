import { isLocal } from './is-local.ts'

interface Remedy {
  title: string
  /** What the reader can do, unless the message says it. */
  advice?: string
}

const remedies: Readonly<Record<string, Remedy>> = {
  invalid_parameter: {
    title: 'A parameter is not allowed',
    advice: 'Correct the parameter in the message.',
  },
  unknown_parameter: { title: 'A parameter is unknown', advice: 'Check the spelling of the parameter.' },
  storage_refused: {
    title: 'The storage refused the test object',
    advice: 'Check the bucket, the region and what the key may do.',
  },
  request_in_use: { title: 'The request cannot be deleted yet' },
  invalid_body: { title: 'The body is invalid', advice: 'Send a JSON object in UTF-8 of at most 6 MB.' },
  page_timeout: {
    title: 'The page took too long',
    advice:
      'Increase timeout, wait for an earlier event with wait_until, block what the page does not need, or take the page as it is with on_timeout=capture.',
  },
  host_not_found: { title: 'The host does not exist', advice: 'Check the host name in the URL.' },
  connection_refused: {
    title: 'The host refused the connection',
    advice: 'Check the port, and whether the site is up.',
  },
  connection_failed: {
    title: 'The connection failed',
    advice: 'Try again. If it keeps failing, the site does not speak HTTP on this port.',
  },
  address_blocked: {
    title: 'The URL is not public',
    // The message of a local service has the advice.
    ...(!isLocal && { advice: 'Use a URL that is reachable from the internet.' }),
  },
  tls_error: {
    title: 'The certificate is not valid',
    advice: 'Correct the certificate of the site.',
  },
  too_many_redirects: {
    title: 'The page redirects too often',
    advice: 'Open the final URL directly, or send the cookies that the site expects.',
  },
  not_a_page: { title: 'The URL is not a page', advice: 'Use the URL of a page, not of a download.' },
  selector_not_found: {
    title: 'No element matches the selector',
    advice: 'Check the selector in a browser, or wait for the element with wait_for_selector.',
  },
  action_failed: {
    title: 'An action failed in the page',
    advice: 'The message names the action. Check its selector and its script, or wait before it.',
  },
  page_status: {
    title: 'The page returned an error status',
    advice: 'Remove the status from fail_on_status, or correct the page.',
  },
  request_status: {
    title: 'A request of the page failed',
    advice: 'The message names it. Correct the page, or remove the status from fail_on_request.',
  },
  request_failed: {
    title: 'A request of the page failed',
    advice: 'The message names it. Correct the page, or turn fail_on_failed_request off.',
  },
  console_error: {
    title: 'The page reported an error',
    advice: 'The message has the first one. Correct the page, or turn fail_on_console_error off.',
  },
  text_found: {
    title: 'The page shows an unwanted text',
    advice: 'The page contains text that fail_if_text rules out. Open it in a browser.',
  },
  text_missing: {
    title: 'A text is missing from the page',
    advice: 'Wait for it with wait_for_selector or wait_for_function, or open the page in a browser.',
  },
  image_blank: {
    title: 'The image is blank',
    advice: 'Wait for the content of the page with wait_for_selector or delay.',
  },
  result_too_large: {
    title: 'The result is too large',
    advice: 'Make it smaller: another format, a smaller viewport, or a clip.',
  },
  page_crashed: {
    title: 'The page crashed',
    advice: 'Block what uses so much memory, for example videos, or make the page smaller.',
  },
  page_interference: {
    title: 'The page prevented the render',
    advice: 'Turn its scripts off with js_enabled=false if it renders without them.',
  },
  proxy_failed: { title: 'The proxy failed', advice: 'Check the address and the credentials of the proxy.' },
  missing_signature: {
    title: 'This account requires signed requests',
    advice: 'Sign out, and sign in with the secret key as well.',
  },
  missing_access_key: { title: 'The access key is missing', advice: 'Send it in the header X-Access-Key.' },
  invalid_access_key: {
    title: 'The access key is wrong',
    advice: 'Use the current access key of the account.',
  },
  account_closed: {
    title: 'The account was closed',
    advice: 'Open requests of a closed account are not rendered.',
  },
  cross_site: {
    title: 'The request comes from another site',
    advice: 'Use an access key or a signed link.',
  },
  key_scope: {
    title: 'The access key does not open this',
    advice: 'Use an access key with another scope.',
  },
  link_expired: { title: 'The link has expired', advice: 'Create a new link.' },
  method_not_allowed: {
    title: 'The method is not allowed',
    advice: 'Use one of the methods in the reference.',
  },
  invalid_signature: {
    title: 'The signature does not match',
    advice: 'The secret key of this session is no longer right. Sign in again with the current one.',
  },
  payment_required: { title: 'An invoice is unpaid' },
  plan_required: { title: 'Your plan does not include this' },
  not_found: { title: 'This does not exist', advice: 'It may have been deleted or expired.' },
  key_generation_changed: {
    title: 'The account has changed in the meantime',
    advice:
      'Another window or a person changed a key or the setting. Check the current state, then try again.',
  },
  run_not_latest: {
    title: 'A later run has ended',
    advice: 'Check the latest run, then accept it.',
  },
  quota_exceeded: { title: 'The monthly quota is used up' },
  rate_limited: {
    title: 'Too many requests in this minute',
    advice: 'Wait, then continue. The next minute admits requests again.',
  },
  concurrency_limited: {
    title: 'Too many renders at the same time',
    advice: 'Wait until one of your renders has ended, or render in the background.',
  },
  queue_full: { title: 'Too many requests wait' },
  internal_error: {
    title: 'The service failed',
    advice: 'Try again. If it persists, report the request id.',
  },
  browser_lost: { title: 'The browser exited', advice: 'Try again.' },
  expired: { title: 'No worker was free in time', advice: 'Send the request again.' },
  unreachable: { title: 'No connection' },
}

/** Returns a title for an error code, and advice if there is any. */
export const findRemedy = (code: string): Remedy | undefined => remedies[code]
