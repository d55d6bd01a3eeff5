/** Logging in and out, and the first admin. */
export const session = {
  title: 'Log in',
  email: 'E-mail address',
  password: 'Password',
  logIn: 'Log in',
  logOut: 'Log out',
  wrong: 'The e-mail address or the password is wrong.',
  expiredTitle: 'Log in again',
  expired: 'Your session has ended. Nothing that you have typed is lost: log in and go on where you were.',
  setUpTitle: 'Welcome to Quire',
  setUpText: 'Make the first administrator. You can add other people later.',
  setUpToken: 'Set-up code',
  setUpTokenHelp: 'It was printed where the server was started.',
  yourName: 'Your name',
  passwordHelp: 'At least 8 characters.',
  makeAdmin: 'Create account and log in',
  alreadySetUp: 'There is an administrator already.',
};
