import { beforeAll, describe, expect, it } from 'vitest';
import { addNotes, NOTES, walkSite } from './site.ts';

const walked = walkSite();
beforeAll(() => addNotes(walked));

/** All public pages of the default locale. */
const TOTAL = NOTES + 3;

describe('Public list parameters', () => {
  it('limit: maximum 50', async () => {
    for (const [limit, length] of [
      [1, 1],
      [50, 50],
      [51, 50],
      [1000, 50],
    ]) {
      const { body } = await walked.read(`/pages?limit=${limit}`);
      expect([limit, body.data.length, body.meta]).toEqual([limit, length, { total: TOTAL, limit: length, offset: 0 }]);
    }
  });
});
