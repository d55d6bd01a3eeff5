import type { Edition } from '../view/edition.ts';
import { createAnswerName } from './answerName.ts';
import type { Answer, Endpoint } from './endpoint.ts';

interface Making {
  readonly edition: Edition;
  readonly answer: Promise<Answer>;
}

/** The endpoint, with one answer for all who ask it in public for what is just being made. */
export function shareAnswers(endpoint: Endpoint, present: () => Edition): Endpoint {
  const { method, access, answersFiles, variesBy = [], handle } = endpoint;
  if (method !== 'GET' || access !== 'public' || answersFiles) return endpoint;
  const making = new Map<string, Making>();
  const nameOf = createAnswerName(endpoint);
  return {
    ...endpoint,
    handle(call) {
      const edition = present();
      const { headers } = call.request;
      const key = JSON.stringify([nameOf(call), ...variesBy.map((name) => headers[name.toLowerCase()])]);
      const known = making.get(key);
      // What was begun before the last change may not be told after it.
      if (known?.edition === edition) return known.answer;
      const answer = handle(call);
      if (!(answer instanceof Promise)) return answer;
      making.set(key, { edition, answer });
      return answer.finally(() => making.get(key)?.answer === answer && making.delete(key));
    },
  };
}
