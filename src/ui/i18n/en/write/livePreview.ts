/** A page as it will be, beside its form. */
export const livePreview = {
  show: 'Preview',
  title: 'Preview',
  close: 'Close the preview',
  width: 'Width of the preview',
  widths: { phone: 'As on a phone', tablet: 'As on a tablet', desktop: 'As on a desktop' },
  plain: 'Your words and pictures, without the design of your site. Whoever runs the server can connect the site.',
};
