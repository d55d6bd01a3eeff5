/** Logging in and out, and the first admin. */
export const session = {
  title: 'Log in',
  email: 'E-mail address',
  password: 'Password',
  logIn: 'Log in',
  or: 'or',
  logOut: 'Log out',
  wrong: 'The e-mail address or the password is wrong.',
  expiredTitle: 'Log in again',
  expired: 'Your session has ended. Nothing you have typed is lost: log in to carry on where you were.',
  setUpTitle: 'Welcome to Quire',
  setUpText: 'Create the first administrator account. You can add other people later.',
  setUpToken: 'Set-up code',
  setUpTokenHelp: 'It was printed when the server started.',
  yourName: 'Your name',
  passwordHelp: 'At least 8 characters.',
  makeAdmin: 'Create account and log in',
};
