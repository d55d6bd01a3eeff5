import { defineFeature } from '../../extend/feature.ts';
import { blameEndpoints } from './endpoints.ts';

/** Who brought each value of a record, and when. */
export const blame = defineFeature({ name: 'blame', records: blameEndpoints });
