import { defineFeature } from '../../extend/feature.ts';
import { compareEndpoints } from './endpoints.ts';

/** How two versions of the site differ. */
export const compare = defineFeature({ name: 'compare', records: compareEndpoints });
