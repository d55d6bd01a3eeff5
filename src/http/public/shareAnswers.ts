import type { Edition } from '../../view/edition.ts';
import type { Answer, Call, Endpoint } from '../endpoint.ts';
import { createAnswerName } from './answerName.ts';
import type { BegunRequests } from './begun.ts';
import type { Replies } from './replies.ts';

interface PendingAnswer {
  readonly edition: Edition;
  readonly answer: Promise<Answer>;
}

interface ShareDeps {
  readonly replies: Pick<Replies, 'edition'>;
  readonly begun: BegunRequests;
}

/** The endpoint, made to share an answer that is still being made between all public requests for it. */
export function shareAnswers(endpoint: Endpoint, { replies, begun }: ShareDeps): Endpoint {
  const { method, access, answersFiles, variesBy = [], handle } = endpoint;
  if (access !== 'public' || answersFiles) return endpoint;
  const making = new Map<string | undefined, PendingAnswer>();
  const nameAddress = createAnswerName(endpoint);
  function keyOf(call: Call): string | undefined {
    const name = method === 'GET' ? nameAddress(call) : begun.get(call.request)?.name;
    return name && JSON.stringify([name, ...variesBy.map((header) => call.headers[header.toLowerCase()])]);
  }
  return {
    ...endpoint,
    handle(call) {
      const edition = replies.edition();
      // Nearly all answers are made synchronously, so there is usually nothing to look up.
      const known = making.size === 0 ? undefined : making.get(keyOf(call));
      // An answer that was begun before the last change must not be sent after it.
      if (known?.edition === edition) return known.answer;
      const answer = handle(call);
      if (!(answer instanceof Promise)) return answer;
      const key = keyOf(call);
      if (key === undefined) return answer;
      making.set(key, { edition, answer });
      return answer.finally(() => making.get(key)?.answer === answer && making.delete(key));
    },
  };
}
