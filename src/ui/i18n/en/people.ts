/** Who may do what. */
export const people = {
  title: 'People',
  new: 'New person',
  you: '(you)',
  email: 'E-mail address',
  role: 'Role',
  since: 'Here since',
  roles: { viewer: 'Reader', editor: 'Editor', admin: 'Administrator' },
  may: {
    viewer: 'Sees everything, changes nothing.',
    editor: 'Writes and publishes pages, media, menus and topics.',
    admin: 'Everything: also settings, types, people and keys.',
  },
  password: 'Password',
  passwordHelp: 'At least 8 characters. Pass it on where nobody else reads it.',
  newPassword: 'New password',
  newPasswordHelp: 'Leave it empty to keep the present one. A new one logs the person out everywhere.',
  deleteTitle: 'Delete {{name}}?',
  deleteText: 'This person is logged out and cannot log in any more. What they have written stays.',
  deleted: 'Person deleted',
};
