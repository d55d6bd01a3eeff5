/** The home screen's name, and what can be done about problems. */
export const home = {
  title: 'Home',
  hints: {
    gone: 'This points to something that no longer exists. Choose something else, or remove it.',
    link: 'A link leads to a page that does not exist. Choose another page, or remove the link.',
    hidden: 'A link leads to a page that is not live. Publish that page, or link to another one.',
    redirected: 'A redirect leads visitors of a live page away from it. Switch the redirect off, or move the page.',
    value: 'A value is missing or not allowed. Open it and save it: the form shows which one.',
    file: 'Its file cannot be read, so the last good version is shown. Ask a developer to repair the file.',
    double: 'Two items have the same name or address. Rename one of them.',
    unknown: 'It has a value for a field that its type no longer has. Visitors do not see it.',
    type: 'Its type has a field that does not work. An administrator can fix the type.',
    media: 'The file itself is missing, or is not the kind of file it should be. Upload it again.',
    unused: 'Nothing uses this file. Delete it if it is no longer needed.',
    language:
      'Its language is not one of this site’s languages, or two translations share it. Check the languages in the settings.',
    single: 'There can be only one page of this type for each language.',
    clash: 'The same thing has been changed here and at the git host. Choose which to keep.',
    mail: 'Mails are not being sent at the moment. Nothing is lost, and Quire keeps trying.',
    schedule: 'It was due to be published, but it has a problem. Open it: the form shows why.',
    operator: 'Ask whoever runs the server to look at this.',
  },
};
