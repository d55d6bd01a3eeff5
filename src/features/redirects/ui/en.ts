/** Addresses that lead to others. */
export const words = {
  kinds: { redirect: { one: 'Redirect', many: 'Redirects' } },
  redirects: { title: 'Redirects' },
};
