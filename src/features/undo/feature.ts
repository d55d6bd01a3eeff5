import { defineFeature } from '../../extend/feature.ts';
import { undoEndpoints } from './endpoints.ts';

/** Takes back edits by who made them and when. */
export const undo = defineFeature({ name: 'undo', records: undoEndpoints });
