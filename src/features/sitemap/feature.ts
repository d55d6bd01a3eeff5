import { defineFeature } from '../../extend/feature.ts';
import { sitemapEndpoints } from './endpoints.ts';
import { sitemapReach } from './reach.ts';

export const sitemap = defineFeature({ name: 'sitemap', content: sitemapEndpoints, reach: sitemapReach });
