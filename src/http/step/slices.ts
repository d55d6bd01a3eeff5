import { JSON_TYPE, toJson } from '../answer/toBytes.ts';
import { isLight, writeLongJson } from '../answer/writeJson.ts';
import type { Answer, AnswerHead, BodyAnswer, DataAnswer } from '../endpoint.ts';
import type { Exchange } from '../exchange.ts';
import type { Step } from './step.ts';

/** Writes long answers in slices, so that others are served meanwhile. */
export const writeInSlices: Step<Exchange, Answer> = (endpoint, below) => {
  const handle = below(endpoint);
  const isBounded = endpoint.access === 'public';
  const write = (answer: Answer): Answer | Promise<Answer> => {
    if ('raw' in answer) return answer;
    const json = toJson(answer);
    if (isLight(json)) return answer;
    return writeLongJson(json, { isBounded }).then((raw) => ({ ...splitAnswerHead(answer), raw, type: JSON_TYPE }));
  };
  return (exchange) => {
    const answer = handle(exchange);
    return answer instanceof Promise ? answer.then(write) : write(answer);
  };
};

function splitAnswerHead(answer: DataAnswer | BodyAnswer): AnswerHead {
  if ('body' in answer) return (({ body, ...head }) => head)(answer);
  return (({ data, meta, ...head }) => head)(answer);
}
