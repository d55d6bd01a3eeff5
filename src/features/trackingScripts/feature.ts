import { defineFeature } from '../../extend/feature.ts';
import { adminTrackingScripts, publicTrackingScripts } from './endpoints.ts';
import { trackingScriptReach } from './reach.ts';

export const trackingScripts = defineFeature({
  name: 'trackingScripts',
  records: adminTrackingScripts,
  content: publicTrackingScripts,
  reach: trackingScriptReach,
});
