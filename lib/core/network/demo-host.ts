/** Host of the bundled demo page. Reserved by RFC 2606, so it can never be a real site. */
export const demoHost = 'demo.stillframe.example'
