/** Links to what is not live. */
export const preview = {
  share: 'Share a preview',
  text: 'Anyone with the link can read this page as it is now, live or not, and nothing else. The link can be ended at any time under “People”.',
  holds: 'Valid for',
  times: { hour: 'an hour', day: 'a day', week: 'a week', month: 'thirty days' },
  make: 'Create the link',
  link: 'The link',
  open: 'Open it in a new window',
  none: 'This site cannot show previews yet. Whoever runs the server can set that up.',
  links: 'Preview links',
  whole: 'All pages',
  ofPage: 'Page {{id}}',
  until: 'ends',
  end: 'End',
  ended: 'The link no longer works',
};
