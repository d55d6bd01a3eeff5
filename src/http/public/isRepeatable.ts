import { type Answer, answersParts, type Endpoint } from '../endpoint.ts';

/**
 * Whether everybody who asks the same gets the same answer until a record changes. Files, which are answered in parts too,
 * may change by themselves.
 */
export const isRepeatable = (endpoint: Endpoint): boolean => endpoint.access === 'public' && !answersParts(endpoint);

/** Whether an answer of such an endpoint can be sent again. */
export const isRepeatableAnswer = ({ status = 200, isUncertain, isMomentary, isImmutable }: Answer): boolean =>
  status === 200 && !isUncertain && !isMomentary && !isImmutable;
