/** Says what happened and what to do now. */
export const problem = {
  title: 'That did not work',
  offline: 'Quire cannot be reached. Check your connection; what you have typed is still here.',
  unavailable: 'Quire is not answering right now. Try again in a moment.',
  unauthorized: 'You have been logged out. Log in again to continue.',
  forbidden: 'You are not allowed to do this. Ask an administrator.',
  notFound: 'This no longer exists. It may have been deleted.',
  stale: 'Someone else has changed this in the meantime. Reload it, then make your change again.',
  tooLarge: 'This is too large. Make it smaller and try again.',
  tooMany: 'Too many attempts. Wait a minute and try again.',
  full: 'The server has run out of space. Tell an administrator.',
  unexpected: 'Something went wrong. Try again; if it happens again, tell an administrator.',
  notLoaded:
    'This part of the page could not be loaded. Check your connection, save your work, then reload the page: Quire may have been updated.',
  reload: 'Reload',
};
