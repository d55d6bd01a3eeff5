/** The preview beside the form of a page. */
export const livePreview = {
  show: 'Preview',
  title: 'Preview',
  close: 'Close the preview',
  width: 'Width of the preview',
  widths: { phone: 'Phone', tablet: 'Tablet', desktop: 'Desktop' },
  plain: 'Your text and pictures, without the design of your site. Whoever runs the server can connect the site.',
};
