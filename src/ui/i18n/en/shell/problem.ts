/** What happened, and what now. The server's own words follow where it has any. */
export const problem = {
  title: 'That did not work',
  offline: 'Quire cannot be reached. Check your connection; what you have typed is still here.',
  unavailable: 'Quire is not answering right now. Try again in a moment.',
  unauthorized: 'You have been logged out. Log in again to go on.',
  forbidden: 'You are not allowed to do this. Ask an administrator.',
  notFound: 'This is not there any more. Somebody may have deleted it.',
  stale: 'Somebody else has changed this meanwhile.',
  tooLarge: 'This is too large.',
  tooMany: 'Too many attempts. Wait a minute and try again.',
  full: 'The server has no room left. Tell an administrator.',
  unexpected: 'Something went wrong. Try again; if it happens again, tell an administrator.',
  screen: 'This screen could not be shown.',
  reload: 'Load again',
};
