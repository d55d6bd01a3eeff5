import { defineFeature } from '../../extend/feature.ts';
import { ogEndpoints } from './endpoints.ts';
import { ogReach } from './reach.ts';

export const ogPictures = defineFeature({ name: 'ogPictures', content: ogEndpoints, reach: ogReach });
