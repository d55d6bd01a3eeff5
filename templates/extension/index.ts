import { defineExtension, field, panel, rule } from '@quire-cms/quire/extend';

/** What every field of the kind must have. Rules and checks are pure: the same values give the same problems. */
export const isStars = (value: number): boolean => Number.isInteger(value) && value >= 1 && value <= 5;

export default defineExtension({
  name: '{{name}}',
  version: '0.1.0',
  from: import.meta.url,
  rules: [
    rule({
      id: 'short-title',
      severity: 'warning',
      check: ({ record, at }) =>
        (record.title ?? '').length > 70 ? [at([], 'has a title that search engines cut off')] : [],
    }),
  ],
  fields: {
    // In a content type: { name: rating, type: stars, label: Rating }
    stars: field<number>({
      base: 'integer',
      check: (value) => (isStars(value) ? [] : [{ path: [], message: 'must be 1 to 5 stars' }]),
      toPublic: (value) => ({ stars: value, text: '★'.repeat(value) }),
      type: '{ stars: number; text: string }',
      summary: (value) => '★'.repeat(value),
    }),
  },
  panels: [panel({ at: 'page.aside', title: '{{name}}', frame: './panels/panel.html' })],
});
