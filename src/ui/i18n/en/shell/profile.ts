/** One's own profile. */
export const profile = {
  title: 'My profile',
  me: 'Me',
  looks: 'Language and appearance',
  looksHelp: 'They follow you to every browser that you log in with.',
  choosePicture: 'Choose a picture',
  removePicture: 'Remove',
  sessions: 'Sessions',
  sessionsHelp: 'Where you are logged in. Log out on devices that you no longer use.',
  keys: 'Keys',
  keysHelp:
    'Programs that work in your name log in with them. A key may never do more than you may, and ends with your account.',
  newKey: 'New key',
  newKeyName: 'What it is for',
  deleteKey: 'Delete the key “{{name}}”?',
  deleteKeyText: 'Programs that use it can no longer log in.',
};
