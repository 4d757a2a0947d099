/** The page that is part of the service, so that it needs no network. */
export const demoUrl = 'http://demo.stillframe.example/'
