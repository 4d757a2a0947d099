/** A page of the service, which needs no network. */
export const demoUrl = 'http://demo.stillframe.example/'
