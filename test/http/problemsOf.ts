import type { Reply } from '../makeSite.ts';

/** The errors of an answer, one line each: the code, and the path if there is one. */
export const problemsOf = ({ body }: Reply): readonly string[] =>
  (body?.errors ?? []).map(({ code, path }: { code: string; path?: readonly string[] }) =>
    path && path.length > 0 ? `${code} ${path.join('.')}` : code,
  );

/** Status and problems of an answer in one line, for tables of refusals. */
export const refusalOf = (reply: Reply): string => [reply.status, ...problemsOf(reply)].join(' ');
