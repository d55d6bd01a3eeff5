/** The preview beside the form of a page. */
export const livePreview = {
  show: 'Preview',
  title: 'Preview',
  close: 'Close the preview',
  width: 'Width of the preview',
  widths: { phone: 'Phone', tablet: 'Tablet', desktop: 'Desktop' },
  plain: 'Your text and pictures, without the design of your site. Whoever runs the server can connect the site.',
  silentTitle: 'Your site has not answered',
  silent: 'The preview page at {{origin}} may be missing, or the site cannot be reached. What you type is safe.',
  showPlain: 'Show the page without the site',
};
