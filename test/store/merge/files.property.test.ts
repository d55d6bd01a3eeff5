import { describe, it } from 'vitest';
import { runs } from '../../effort.ts';
import { holdToLaws, SORTS } from './fileLaws.ts';

describe.each(SORTS)('a $kind in $format files (text below: $body)', (sort) => {
  it('is merged like its values', () => holdToLaws(sort, runs(500, 6)));
});
