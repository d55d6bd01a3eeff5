import type { Edition } from '../view/edition.ts';
import { createAnswerName } from './answerName.ts';
import type { Answer, Call, Endpoint } from './endpoint.ts';
import type { Replies } from './replies.ts';

interface Making {
  readonly edition: Edition;
  readonly answer: Promise<Answer>;
}

/** The endpoint, with one answer for all who ask it in public for what is just being made. */
export function shareAnswers(endpoint: Endpoint, replies: Pick<Replies, 'edition' | 'nameOf'>): Endpoint {
  const { method, access, answersFiles, variesBy = [], handle } = endpoint;
  if (access !== 'public' || answersFiles) return endpoint;
  const making = new Map<string, Making>();
  const nameAddress = createAnswerName(endpoint);
  const nameOf = (call: Call): string | undefined =>
    method === 'GET' ? nameAddress(call) : replies.nameOf(call.request);
  return {
    ...endpoint,
    handle(call) {
      const edition = replies.edition();
      const name = nameOf(call);
      if (name === undefined) return handle(call);
      const key = JSON.stringify([name, ...variesBy.map((header) => call.headers[header.toLowerCase()])]);
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
