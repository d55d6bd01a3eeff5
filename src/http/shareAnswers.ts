import type { Edition } from '../view/edition.ts';
import type { Answer, Call, Endpoint } from './endpoint.ts';

interface Making {
  readonly edition: Edition;
  readonly answer: Promise<Answer>;
}

/** Answers a call that began in this edition. */
type Handle = (call: Call, edition: Edition) => Answer | Promise<Answer>;

/** Makes the function that answers an endpoint's calls. Whoever asks it in public for what is just being made gets the same. */
export function shareAnswers({ method, access, answersFiles, variesBy = [], handle }: Endpoint): Handle {
  if (method !== 'GET' || access !== 'public' || answersFiles) return handle;
  const making = new Map<string, Making>();
  return (call, edition) => {
    const { url, headers } = call.request;
    const key = JSON.stringify([url, ...variesBy.map((name) => headers[name.toLowerCase()])]);
    const known = making.get(key);
    // What was begun before the last change may not be told after it.
    if (known?.edition === edition) return known.answer;
    const answer = handle(call);
    if (!(answer instanceof Promise)) return answer;
    making.set(key, { edition, answer });
    return answer.finally(() => making.get(key)?.answer === answer && making.delete(key));
  };
}
