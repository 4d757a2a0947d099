/** The operations that render, in the order in which they are listed. Requests and tasks name one of them. */
export const renderOperationIds = ['screenshot', 'screencast', 'pdf', 'scrape', 'snapshot'] as const
