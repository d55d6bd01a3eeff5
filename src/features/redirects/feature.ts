import { defineFeature } from '../../extend/feature.ts';
import { adminRedirects, publicRedirects } from './endpoints.ts';
import { redirectsFor } from './followAddresses.ts';
import { showHostRedirects } from './hostRedirects.ts';
import { redirectReach } from './reach.ts';
import { followRenames } from './renames.ts';

export const redirects = defineFeature({
  name: 'redirects',
  records: adminRedirects,
  content: publicRedirects,
  hostRedirects: showHostRedirects,
  reach: redirectReach,
  consequences: [redirectsFor],
  jobs: [followRenames],
});
