import type { Edition } from '../../view/edition.ts';
import type { Answer } from '../endpoint.ts';
import type { Exchange } from '../exchange.ts';
import type { Step } from '../step/step.ts';
import { isRepeatable } from './isRepeatable.ts';
import type { Replies } from './replies.ts';

interface PendingAnswer {
  readonly edition: Edition;
  readonly answer: Promise<Answer>;
}

/** Shares an answer that is still being made between all public requests for it. */
export const shareAnswers =
  (replies: Pick<Replies, 'edition'>): Step<Exchange, Answer> =>
  (endpoint, below) => {
    const handle = below(endpoint);
    if (!isRepeatable(endpoint)) return handle;
    const variesBy = endpoint.result?.variesBy ?? [];
    const making = new Map<string | undefined, PendingAnswer>();
    const keyOf = ({ name, headers }: Exchange): string | undefined =>
      name && JSON.stringify([name, ...variesBy.map((header) => headers[header.toLowerCase()])]);
    return (exchange) => {
      const edition = replies.edition();
      // Nearly all answers are made synchronously, so there is usually nothing to look up.
      const known = making.size === 0 ? undefined : making.get(keyOf(exchange));
      // An answer that was begun before the last change must not be sent after it.
      if (known?.edition === edition) return known.answer;
      const answer = handle(exchange);
      if (!(answer instanceof Promise)) return answer;
      const key = keyOf(exchange);
      if (key === undefined) return answer;
      making.set(key, { edition, answer });
      return answer.finally(() => making.get(key)?.answer === answer && making.delete(key));
    };
  };
