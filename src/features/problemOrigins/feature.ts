import { defineFeature } from '../../extend/feature.ts';
import { problemOriginEndpoints } from './endpoints.ts';
import { createProblemTracer } from './traceProblems.ts';

/** Which commit brought each problem of the content. */
export const problemOrigins = defineFeature({
  name: 'problemOrigins',
  open({ live, onError, clock }) {
    const tracer = createProblemTracer({ live, clock, onError });
    return {
      start: ({ problems, whole }) => tracer.start({ problems, sites: whole.sites }),
      endpoints: (readable) => problemOriginEndpoints({ ...readable, tracer }),
      close: tracer.close,
    };
  },
});
