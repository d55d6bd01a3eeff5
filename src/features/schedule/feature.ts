import { defineFeature, type FeatureJob } from '../../extend/feature.ts';
import type { JobParts } from '../../extend/featureParts.ts';
import { createSchedule } from './createSchedule.ts';

function startSchedule({ live, clock, onError }: JobParts): FeatureJob {
  const { store, write: writer } = live;
  const report = (error: unknown): void => onError(error, 'A page could not be published or unpublished on time');
  return createSchedule({ store, writer, clock, onError: report });
}

export const schedule = defineFeature({ name: 'schedule', jobs: [startSchedule] });
