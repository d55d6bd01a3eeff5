export const words = {
  reviewRules: { title: 'Reviews' },
};
