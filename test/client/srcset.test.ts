import { expect, it } from 'vitest';
import { srcset } from '../../src/client/index.ts';

const WIDTHS = '/api/content/media/7/w320.webp?v=1 320w, /api/content/media/7/w640.webp?v=1 640w';

it('is a valid srcset of an img, on the same host or another', () => {
  expect(srcset({ srcset: WIDTHS })).toBe(WIDTHS);
  expect(srcset({ srcset: WIDTHS }, 'https://cms.example.org/')).toBe(
    'https://cms.example.org/api/content/media/7/w320.webp?v=1 320w, https://cms.example.org/api/content/media/7/w640.webp?v=1 640w',
  );
  expect(srcset({ srcset: null }, 'https://cms.example.org')).toBe('');
});
