import type { Answer, Endpoint } from '../endpoint.ts';

/** Whether everybody who asks the same gets the same answer until something changes. Files may change by themselves. */
export const isRepeatable = ({ access, answersFiles }: Endpoint): boolean => access === 'public' && !answersFiles;

/** Whether an answer of such an endpoint can be sent again. */
export const isRepeatableAnswer = ({ status = 200, isUncertain, isImmutable }: Answer): boolean =>
  status === 200 && !isUncertain && !isImmutable;
