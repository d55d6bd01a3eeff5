/** The subject of the first commit of a site that had no history. */
export const FIRST_SUBJECT = 'Start the content history';
