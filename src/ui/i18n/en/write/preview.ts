/** Links to what is not live. */
export const preview = {
  share: 'Share a preview',
  text: 'Anyone with the link can read this page as it is now, live or not, and nothing else. The link can be ended at any time under “People”.',
  holds: 'Valid for',
  times: { hour: 'an hour', day: 'a day', week: 'a week', month: 'thirty days' },
  make: 'Create the link',
  link: 'The link',
  open: 'Open in a new tab',
  noneTitle: 'Previews cannot be shared yet',
  none: 'No site is connected to this Quire yet, so there is nothing that a link could show. Whoever runs the server can connect one (PREVIEW_URL).',
  noToken:
    'The address of the preview page has no place for a token, so the site could not show anything that is not live. Whoever runs the server can add {token} to PREVIEW_URL.',
  links: 'Preview links',
  whole: 'All pages',
  ofPage: 'Page {{id}}',
  until: 'ends',
  end: 'End',
  ended: 'The link no longer works',
};
