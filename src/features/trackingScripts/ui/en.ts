/** Code of other services that the site loads. */
export const words = {
  kinds: { trackingScript: { one: 'Tracking script', many: 'Tracking scripts' } },
  trackingScripts: { title: 'Tracking scripts' },
};
