import assert from 'node:assert/strict';
import extension, { isStars } from './index.ts';

export default {
  'counts one to five stars'() {
    assert.deepEqual([0, 1, 5, 6, 2.5].map(isStars), [false, true, true, false, false]);
  },
  'shows stars to the public as a text, too'() {
    const { stars } = extension.fields ?? {};
    assert.deepEqual(stars?.toPublic?.(3, { name: 'rating', type: 'stars' }), { stars: 3, text: '★★★' });
  },
};
